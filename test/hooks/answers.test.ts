import { describe, expect, test } from 'vitest'
import { answers, hookServer } from './hook-server.ts'
import { callOf, hookRunner, hooksOf, settingsWith } from './hooked.ts'

const said = (hookSpecificOutput: object) => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', ...hookSpecificOutput }
})
const DENIES = said({ permissionDecision: 'deny', permissionDecisionReason: 'no' })
const OTHER = { command: 'npm pack' }
const FAILED = {
  decision: 'deny',
  reason: expect.stringContaining('the hook failed')
}

/** The ruling on a call about which one hook is asked. */
async function rulingOn(answering: Parameters<typeof hookServer>[0], handler: object = {}) {
  const { url } = await hookServer(answering)
  return hookRunner().preToolUse(hooksOf(settingsWith('PreToolUse', [{ url, ...handler }])), callOf())
}

describe('a PreToolUse hook that answers', () => {
  test.each([
    ['allow', said({ permissionDecision: 'allow' }), { decision: 'allow', updatedInput: undefined }],
    ['deny with a reason', DENIES, { decision: 'deny', reason: 'no' }],
    [
      'ask',
      said({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' }),
      { decision: 'ask', reason: 'sure?' }
    ],
    [
      'defer',
      said({ permissionDecision: 'defer', updatedInput: OTHER }),
      { decision: 'ask', updatedInput: undefined }
    ],
    [
      'allow with another input',
      said({ permissionDecision: 'allow', updatedInput: OTHER }),
      { decision: 'allow', updatedInput: OTHER }
    ],
    ['another input alone', said({ updatedInput: OTHER }), { decision: undefined, updatedInput: OTHER }],
    [
      'allow with the same input',
      said({ permissionDecision: 'allow', updatedInput: { command: 'npm publish' } }),
      { decision: 'allow' }
    ],
    ['the same input alone', said({ updatedInput: { command: 'npm publish' } }), undefined],
    ['context alone', said({ additionalContext: 'x' }), undefined],
    ['a message alone', { systemMessage: 'x' }, undefined],
    ['an empty object', {}, undefined],
    ['nothing', '', undefined],
    ['the old form of allow', { decision: 'approve' }, { decision: 'allow', updatedInput: undefined }],
    ['the old form of deny', { decision: 'block', reason: 'no' }, { decision: 'deny', reason: 'no' }],
    [
      'both forms, the stricter of which counts',
      { decision: 'block', reason: 'no', ...said({ permissionDecision: 'allow' }) },
      { decision: 'deny', reason: 'no' }
    ],
    [
      'that the agent shall stop, which is no word on this call',
      { continue: false, stopReason: 'x' },
      undefined
    ],
    ['more keys than there are', { ...DENIES, more: 1 }, { decision: 'deny', reason: 'no' }],
    ['an unknown word', said({ permissionDecision: 'maybe' }), FAILED],
    ['an unknown word in the old form', { decision: 'deny' }, FAILED],
    ['for no event', { hookSpecificOutput: { permissionDecision: 'deny' } }, FAILED],
    [
      'for another event',
      { hookSpecificOutput: { hookEventName: 'PermissionRequest', permissionDecision: 'allow' } },
      FAILED
    ],
    ['an input that is no object', said({ permissionDecision: 'allow', updatedInput: ['ls'] }), FAILED],
    [
      'a key twice, the first time to deny',
      JSON.stringify(DENIES).replace('"permissionDecisionReason":"no"', '"permissionDecision":"allow"'),
      FAILED
    ],
    ['deny outside its object', { permissionDecision: 'deny' }, FAILED],
    ['another input outside its object', { updatedInput: OTHER }, FAILED],
    ['deny in the form of another event', said({ decision: { behavior: 'deny' } }), FAILED],
    ['a list', [], FAILED],
    ['a text', '"allow"', FAILED],
    ['no JSON', 'allow', FAILED],
    ['cut JSON', JSON.stringify(DENIES).slice(0, -1), FAILED],
    [
      'a key that poisons prototypes',
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"__proto__":{"a":1}}}}',
      FAILED
    ],
    ['nesting without end', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, FAILED]
  ])('%s', async (_, body, ruling) => {
    const found = await rulingOn(answers(body))
    if (ruling === undefined) expect(found).toBeUndefined()
    else expect({ decision: undefined, updatedInput: undefined, ...found }).toMatchObject(ruling)
  })

  test.each([200, 201, 202, 299])('with status %i is heard, whatever it calls its answer', async (status) => {
    const found = await rulingOn(answers(DENIES, status, { 'Content-Type': 'text/plain' }))
    expect(found).toMatchObject({ decision: 'deny', reason: 'no' })
  })

  test('with 204 has nothing to say', async () => {
    expect(await rulingOn(answers('', 204))).toBeUndefined()
  })

  test.each([400, 401, 403, 429, 500, 503])(
    'with status %i has failed, whatever its body says',
    async (status) => {
      expect(await rulingOn(answers(said({ permissionDecision: 'allow' }), status))).toMatchObject(FAILED)
      expect(await rulingOn(answers(DENIES, status), { onFailure: 'continue' })).toBeUndefined()
    }
  )

  test('with a reason of any length and kind is quoted in one bounded line', async () => {
    const reason = `no\u001b[31m\r\n\u202e${'x'.repeat(5_000)}`
    const found = await rulingOn(
      answers(said({ permissionDecision: 'deny', permissionDecisionReason: reason }))
    )
    expect(found?.reason).toMatch(/^no \[31m x+$/)
    expect(found?.reason?.length).toBeLessThanOrEqual(1_000)
  })
})

describe('a PermissionRequest hook that answers', () => {
  const decides = (decision: object) => ({
    hookSpecificOutput: { hookEventName: 'PermissionRequest', decision }
  })

  test.each([
    ['allow', decides({ behavior: 'allow' }), { decision: 'allow', updatedInput: undefined }],
    [
      'allow with another input',
      decides({ behavior: 'allow', updatedInput: OTHER }),
      { decision: 'allow', updatedInput: OTHER }
    ],
    [
      'allow and rules to keep, which nobody keeps',
      decides({ behavior: 'allow', updatedPermissions: [] }),
      { decision: 'allow' }
    ],
    [
      'deny with a message',
      decides({ behavior: 'deny', message: 'no', interrupt: true }),
      { decision: 'deny', reason: 'no' }
    ],
    ['nothing', '', undefined],
    ['an empty object', {}, undefined],
    ['an unknown word', decides({ behavior: 'ask' }), undefined],
    ['as PreToolUse hooks do', said({ permissionDecision: 'allow' }), undefined]
  ])('%s', async (_, body, ruling) => {
    const { url } = await hookServer(answers(body))
    const hooks = hooksOf(settingsWith('PermissionRequest', [{ url }]))
    const found = await hookRunner().permissionRequest(hooks, callOf())
    if (ruling === undefined) expect(found).toBeUndefined()
    else expect({ decision: undefined, updatedInput: undefined, ...found }).toMatchObject(ruling)
  })
})

test.each([
  [{ hookSpecificOutput: { hookEventName: 'PermissionDenied', retry: true } }, 200, true],
  [{ hookSpecificOutput: { hookEventName: 'PermissionDenied', retry: false } }, 200, false],
  [{ hookSpecificOutput: { hookEventName: 'PermissionDenied', retry: 'yes' } }, 200, false],
  [{ hookSpecificOutput: { retry: true } }, 200, false],
  [{}, 200, false],
  [{ hookSpecificOutput: { hookEventName: 'PermissionDenied', retry: true } }, 500, false]
])(
  'of a denial a hook says %j with status %i: the model may try again is %s',
  async (body, status, retry) => {
    const { url, received } = await hookServer(answers(body, status))
    const hooks = hooksOf(settingsWith('PermissionDenied', [{ url }]))
    const heard = await hookRunner().permissionDenied(hooks, { ...callOf(), reason: 'too dangerous' })
    expect(heard).toEqual({ retry })
    expect(received[0]?.body).toMatchObject({ hook_event_name: 'PermissionDenied', reason: 'too dangerous' })
  }
)
