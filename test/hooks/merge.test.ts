import { expect, test } from 'vitest'
import { NOTHING_SAID } from '../../src/hooks/answer.ts'
import { type Asked, mergePermissionRequest, mergePreToolUse } from '../../src/hooks/merge.ts'
import { hooksOf, settingsWith } from './hooked.ts'

const [plain] = hooksOf(settingsWith('PreToolUse', [{ url: 'http://127.0.0.1/' }])).PreToolUse

/** What one hook said; `allow`, `ask` and `deny` name themselves as their reason. */
function said(
  decision: 'allow' | 'ask' | 'deny' | undefined,
  updatedInput?: object,
  onlyRestricts = false
): Asked {
  if (plain === undefined) throw new Error('no hook')
  const input = updatedInput === undefined ? undefined : { ...updatedInput }
  return {
    hook: { ...plain, onlyRestricts },
    answer: { ...NOTHING_SAID, decision, reason: decision, updatedInput: input }
  }
}

function failed(onFailure: 'block' | 'continue', failure: 'timeout' | 'late' = 'timeout'): Asked {
  if (plain === undefined) throw new Error('no hook')
  return { hook: { ...plain, onFailure }, failure }
}

const INPUT = { command: 'a', description: 'b' }
const ONE = { command: 'one' }
const TWO = { command: 'two' }
const CONFLICT = { decision: 'deny', reason: 'two hooks of the policies rewrite the input differently' }

test.each<readonly [string, readonly Asked[], object | undefined]>([
  ['no hook', [], undefined],
  ['hooks without an opinion', [said(undefined), said(undefined)], undefined],
  [
    'deny before all others',
    [said('allow'), said('ask'), said('deny')],
    { decision: 'deny', reason: 'deny' }
  ],
  ['ask before allow', [said('allow'), said('ask'), said(undefined)], { decision: 'ask', reason: 'ask' }],
  ['allow before nothing', [said(undefined), said('allow')], { decision: 'allow', reason: 'allow' }],
  [
    'a refusal, which needs no other input',
    [said('deny'), said('allow', ONE)],
    { decision: 'deny', reason: 'deny' }
  ],
  ['allow and its input', [said('allow', ONE), said(undefined)], { decision: 'allow', updatedInput: ONE }],
  [
    'allow of the same input from both',
    [said('allow', ONE), said('allow', { ...ONE })],
    { decision: 'allow', updatedInput: ONE }
  ],
  [
    'ask, with the input of another',
    [said('ask'), said('allow', ONE)],
    { decision: 'ask', updatedInput: ONE }
  ],
  [
    'allow of what was sent, not of what another hook put in',
    [said('allow'), said(undefined, ONE)],
    { decision: undefined, updatedInput: ONE }
  ],
  ['two inputs', [said('allow', ONE), said('allow', TWO)], CONFLICT],
  ['two inputs without a decision', [said(undefined, ONE), said(undefined, TWO)], CONFLICT],
  [
    'the input that was sent, in another order',
    [said('allow', { description: 'b', command: 'a' }), said(undefined)],
    { decision: 'allow', updatedInput: undefined }
  ],
  [
    'the input that was sent, beside another',
    [said(undefined, INPUT), said('allow', ONE)],
    { decision: 'allow', updatedInput: ONE }
  ],
  ['an allowance that may only restrict', [said('allow', ONE, true)], undefined],
  [
    'an input that may only restrict, beside another',
    [said('allow', ONE, true), said('allow', TWO)],
    { decision: 'allow', updatedInput: TWO }
  ],
  [
    'a question that may only restrict',
    [said('ask', ONE, true), said('allow')],
    { decision: 'ask', updatedInput: undefined }
  ],
  ['a refusal that may only restrict', [said('deny', undefined, true), said('allow')], { decision: 'deny' }],
  ['a failure before an allowance', [failed('block'), said('allow')], { decision: 'deny', isLate: false }],
  ['a failure that may be', [failed('continue'), said('allow')], { decision: 'allow' }],
  ['nothing but a failure that may be', [failed('continue')], undefined],
  ['a refusal before a failure', [failed('block'), said('deny')], { decision: 'deny', reason: 'deny' }],
  ['being late alone', [failed('block', 'late'), said('allow')], { decision: 'deny', isLate: true }],
  [
    'being late beside a failure',
    [failed('block', 'late'), failed('block')],
    { decision: 'deny', isLate: false }
  ]
])('before the rules counts %s', (_, asked, ruling) => {
  const merged = mergePreToolUse(asked, INPUT)
  if (ruling === undefined) expect(merged).toBeUndefined()
  else expect({ decision: undefined, updatedInput: undefined, ...merged }).toMatchObject(ruling)
})

test.each<readonly [string, readonly Asked[], object | undefined]>([
  ['deny before allow', [said('allow'), said('deny')], { decision: 'deny', reason: 'deny' }],
  ['allow', [said('allow'), said(undefined)], { decision: 'allow' }],
  ['no allowance while a hook fails', [said('allow'), failed('block')], undefined],
  ['a refusal while a hook fails', [said('deny'), failed('block')], { decision: 'deny' }],
  ['two inputs', [said('allow', ONE), said('allow', TWO)], CONFLICT]
])('in place of a person counts %s', (_, asked, ruling) => {
  const merged = mergePermissionRequest(asked, INPUT)
  if (ruling === undefined) expect(merged).toBeUndefined()
  else expect({ decision: undefined, updatedInput: undefined, ...merged }).toMatchObject(ruling)
})

test('the reasons of all who decided are told, each once', () => {
  const because = (reason: string): Asked => {
    const one = said('deny')
    return 'answer' in one ? { ...one, answer: { ...one.answer, reason } } : one
  }
  const asked = [because('too big'), because('too old'), because('too big'), because(' ')]
  expect(mergePreToolUse(asked, INPUT)?.reason).toBe('too big; too old')
  const long = [because('x'.repeat(900)), because('y'.repeat(900))]
  expect(mergePreToolUse(long, INPUT)?.reason).toHaveLength(1_000)
})
