import { describe, expect, test } from 'vitest'
import { decision as decisionSchema } from '../../src/routes/schemas/decide.ts'
import { sharedEngine } from '../engine-fixture.ts'
import { CALL, expectProblem, post } from './client.ts'
import { STUB_DECISION, stubEngine } from './stub-engine.ts'

const LONGEST = 'a'.repeat(4095)

/** Values that fit, field by field. */
const FITS: readonly (readonly [string, unknown])[] = [
  ['sessionId', 'a'],
  ['sessionId', `A-z0.9_:${'x'.repeat(120)}`],
  ['toolUseId', 'toolu_01'],
  ['cwd', `/${LONGEST}`],
  ['projectDir', '/home/dev'],
  ['homeDir', '/home/dev'],
  ['additionalDirectories', []],
  ['additionalDirectories', ['/srv', '/opt']],
  ['platform', 'linux'],
  ['platform', 'darwin'],
  ['mode', 'default'],
  ['mode', 'acceptEdits'],
  ['mode', 'plan'],
  ['mode', 'bypassPermissions'],
  ['mode', 'dontAsk'],
  ['headless', true],
  ['settings', {}],
  ['settings', { user: { model: 'x' }, project: {}, local: {}, flag: {}, session: { permissions: {} } }],
  ['projectTrusted', true],
  ['realPaths', { '/home/dev/link': '/srv/data' }],
  ['agent', {}],
  ['agent', { id: 'a1', type: 'reviewer', parentId: 'a0' }],
  ['hook', {}],
  ['hook', { decision: 'defer', reason: 'later', updatedInput: { command: 'ls -l' } }],
  ['permissionRequestHook', { decision: 'deny' }],
  [
    'transcript',
    [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [{ type: 'text', text: 'ok' }] }
    ]
  ],
  ['deadlineMs', 1],
  ['explain', true]
]

/** Values that do not fit: field, value, where the fault is, its code, what is said of it. */
const MISFITS: readonly (readonly [string, unknown, string, string, string | RegExp])[] = [
  ['sessionId', '', '/sessionId', 'wrong-format', /^expected text of the form /],
  ['sessionId', 'a b', '/sessionId', 'wrong-format', /^expected text of the form /],
  ['sessionId', 'x'.repeat(129), '/sessionId', 'wrong-format', /^expected text of the form /],
  ['toolUseId', '', '/toolUseId', 'too-small', 'expected at least 1 characters'],
  ['toolUseId', 'x'.repeat(257), '/toolUseId', 'too-big', 'expected at most 256 characters'],
  ['tool', undefined, '/tool', 'required', 'expected a string, found nothing'],
  ['tool', 7, '/tool', 'wrong-type', 'expected a string, found a number'],
  ['tool', '', '/tool', 'too-small', 'expected at least 1 characters'],
  ['input', undefined, '/input', 'required', 'expected an object, found nothing'],
  ['input', [], '/input', 'wrong-type', 'expected an object, found an array'],
  ['input', 'ls', '/input', 'wrong-type', 'expected an object, found a string'],
  ['cwd', undefined, '/cwd', 'required', 'expected a string, found nothing'],
  ['cwd', 'home', '/cwd', 'not-absolute', 'expected an absolute path such as /home/dev/app'],
  ['cwd', 'C:\\x', '/cwd', 'not-absolute', 'expected an absolute path such as /home/dev/app'],
  ['cwd', '/a\0b', '/cwd', 'wrong-format', 'a path holds no NUL'],
  ['cwd', `/${LONGEST}a`, '/cwd', 'too-big', 'expected at most 4096 characters'],
  ['projectDir', './x', '/projectDir', 'not-absolute', /absolute path/],
  ['homeDir', '~', '/homeDir', 'not-absolute', /absolute path/],
  [
    'additionalDirectories',
    '/x',
    '/additionalDirectories',
    'wrong-type',
    'expected an array, found a string'
  ],
  ['additionalDirectories', ['/x', 'y'], '/additionalDirectories/1', 'not-absolute', /absolute path/],
  ['platform', 'plan9', '/platform', 'not-allowed', 'expected one of linux, darwin, win32'],
  ['mode', 'yolo', '/mode', 'not-allowed', /^expected one of default, acceptEdits, /],
  ['mode', null, '/mode', 'wrong-type', /null is not absence/],
  ['headless', 'true', '/headless', 'wrong-type', 'expected a boolean, found a string'],
  ['settings', [], '/settings', 'wrong-type', 'expected an object, found an array'],
  ['settings', { managed: {} }, '/settings/managed', 'unknown-key', 'this key is not known here'],
  ['settings', { user: null }, '/settings/user', 'wrong-type', /null is not absence/],
  ['settingsRef', '', '/settingsRef', 'too-small', /at least 1/],
  ['projectTrusted', 1, '/projectTrusted', 'wrong-type', 'expected a boolean, found a number'],
  ['realPaths', { 'a/~b': '/c' }, '/realPaths/a~1~0b', 'not-absolute', /absolute path/],
  ['realPaths', { '/a': 'c' }, '/realPaths/~1a', 'not-absolute', /absolute path/],
  ['realPaths', { [`/${'a'.repeat(4096)}`]: '/c' }, '/realPaths', 'too-big', /paths of at most 4096 char/],
  ['realPaths', { '/a': 3 }, '/realPaths/~1a', 'wrong-type', 'expected a string, found a number'],
  ['agent', { name: 'x' }, '/agent/name', 'unknown-key', 'this key is not known here'],
  ['hook', { decision: 'maybe' }, '/hook/decision', 'not-allowed', 'expected one of allow, ask, deny, defer'],
  ['hook', { updatedInput: 3 }, '/hook/updatedInput', 'wrong-type', 'expected an object, found a number'],
  ['permissionRequestHook', { why: 'x' }, '/permissionRequestHook/why', 'unknown-key', /not known/],
  [
    'transcript',
    [{ role: 'user', content: 3 }],
    '/transcript/0/content',
    'wrong-type',
    /expected text or an array/
  ],
  ['transcript', [{ role: 'user' }], '/transcript/0/content', 'required', /found nothing/],
  ['deadlineMs', 0, '/deadlineMs', 'too-small', 'expected at least 1'],
  ['deadlineMs', 86_400_001, '/deadlineMs', 'too-big', 'expected at most 86400000'],
  ['deadlineMs', 1.5, '/deadlineMs', 'wrong-type', /expected a whole number/],
  ['explain', null, '/explain', 'wrong-type', /null is not absence/],
  ['Tool', 'Bash', '/Tool', 'unknown-key', 'this key is not known here'],
  ['a~/b', 1, '/a~0~1b', 'unknown-key', 'this key is not known here']
]

describe('POST /decide', () => {
  test('answers every field of the decision, and no other', async () => {
    const answer = await post('/decide', { ...CALL, toolUseId: 'toolu_1', explain: true })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.json).toEqual({
      ...STUB_DECISION,
      policy: { digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/), ids: [] },
      toolUseId: 'toolu_1',
      requestId: answer.headers['x-request-id']
    })
    expect(decisionSchema.parse(answer.json)).toEqual(answer.json)
  })

  test('leaves out trace, toolUseId and what the decision has not', async () => {
    const { messageForModel: _, ...bare } = STUB_DECISION
    const answer = await post('/decide', CALL, { engine: stubEngine(() => bare) })
    const { trace: __, ...untraced } = bare
    expect(answer.json).toEqual({ ...untraced, policy: expect.anything(), requestId: expect.any(String) })
  })

  test('answers updatedInput and sandboxed where the decision has them', async () => {
    const decided = { ...STUB_DECISION, sandboxed: true, updatedInput: { command: 'ls -l' } }
    const answer = await post('/decide', CALL, { engine: stubEngine(() => decided) })
    expect(answer.json).toMatchObject({ sandboxed: true, updatedInput: { command: 'ls -l' } })
    expect(decisionSchema.parse(answer.json)).toEqual(answer.json)
  })

  test('names the policies the service runs with', async () => {
    const policy = { digest: 'sha256:ab', ids: ['default', 'org'] }
    const answer = await post('/decide', CALL, { policy })
    expect(answer.json).toMatchObject({ policy })
  })

  test('waits for an engine that answers later', async () => {
    const engine = stubEngine(() => Promise.resolve({ ...STUB_DECISION, decision: 'deny' as const }))
    expect((await post('/decide', CALL, { engine })).json).toMatchObject({ decision: 'deny' })
  })

  test.each(FITS)('hands %s to the engine as sent (%j)', async (field, value) => {
    const engine = stubEngine()
    const body = { ...CALL, [field]: value }
    expect((await post('/decide', body, { engine })).status).toBe(200)
    // The conversation is for the classifier alone.
    expect(engine.asked).toEqual([field === 'transcript' ? CALL : body])
  })

  test.each(MISFITS)('refuses %s where it does not fit (%j)', async (field, value, path, code, message) => {
    const engine = stubEngine()
    const answer = await post('/decide', { ...CALL, [field]: value }, { engine })
    const said = message instanceof RegExp ? expect.stringMatching(message) : message
    expectProblem(answer, 'invalid-request', expect.stringContaining(`${path}: `), [
      { path, message: said, code }
    ])
    expect(engine.asked).toEqual([])
  })

  test.each(['C:\\Users\\dev', 'c:/Users/dev', '\\\\server\\share', '//server/share', '/c/Users/dev'])(
    'takes %s as absolute on win32',
    async (cwd) => {
      expect((await post('/decide', { ...CALL, cwd, platform: 'win32' })).status).toBe(200)
    }
  )

  test.each(['C:dev', 'dev', '.\\dev', ''])('does not take %j as absolute on win32', async (cwd) => {
    expectProblem(
      await post('/decide', { ...CALL, cwd, platform: 'win32' }),
      'invalid-request',
      undefined,
      expect.arrayContaining([expect.objectContaining({ path: '/cwd' })])
    )
  })

  test('mode auto needs a session', async () => {
    expectProblem(await post('/decide', { ...CALL, mode: 'auto' }), 'invalid-request', undefined, [
      { path: '/sessionId', code: 'required', message: expect.stringContaining('mode auto') }
    ])
    expect((await post('/decide', { ...CALL, mode: 'auto', sessionId: 's1' })).status).toBe(200)
  })

  test('names every field at fault, up to twenty', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`k${index}`, 1]))
    const answer = await post('/decide', { ...unknown, cwd: '/', input: {}, tool: 1, mode: 1 })
    expect(answer.json).toMatchObject({
      detail: expect.stringContaining(' (and 31 more)'),
      errors: expect.objectContaining({ length: 20 })
    })
  })

  test.each([
    ['additionalDirectories', Array(1001).fill(1), '/additionalDirectories', 1000],
    [
      'realPaths',
      Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`/${index}`, 1])),
      '/realPaths',
      1000
    ],
    ['transcript', Array(10_001).fill(1), '/transcript', 10_000]
  ])('does not look into %s where it is too long', async (field, value, path, bound) => {
    expectProblem(await post('/decide', { ...CALL, [field]: value }), 'invalid-request', undefined, [
      { path, code: 'too-big', message: `expected at most ${bound} entries` }
    ])
  })

  test('a refusal does not grow with the key it refuses', async () => {
    const answer = await post('/decide', { ...CALL, ['k'.repeat(500_000)]: 1 })
    expect(answer.status).toBe(400)
    expect(answer.text.length).toBeLessThan(2000)
  })

  test.each([
    ['an array', '[]'],
    ['text', '"x"'],
    ['a number', '3']
  ])('refuses %s as the body', async (_, bytes) => {
    expect((await post('/decide', JSON.parse(bytes))).json).toMatchObject({
      type: 'urn:portcullis:problem:invalid-request',
      errors: [{ path: '', code: 'wrong-type' }]
    })
  })

  test('a settings layer of the wrong shape is 422 and names the place', async () => {
    const issues = [{ path: '/settings/user/permissions', message: 'expected an object', code: 'wrong-type' }]
    const engine = stubEngine(() => ({ problem: 'invalid-layer', issues }))
    expectProblem(
      await post('/decide', CALL, { engine }),
      'invalid-layer',
      '/settings/user/permissions: expected an object',
      issues
    )
  })

  test('of many faults in the settings twenty are named and all are counted', async () => {
    const deny = Array.from({ length: 200 }, (_, index) => `Bash(${index}${'x'.repeat(4096)})`)
    const answer = await post(
      '/decide',
      { ...CALL, settings: { user: { permissions: { deny } } } },
      { engine: await sharedEngine() }
    )
    expectProblem(
      answer,
      'invalid-layer',
      '/settings/user/permissions/deny/0: at most 4096 bytes a rule (and 199 more)',
      expect.objectContaining({ length: 20 })
    )
  })

  test('too many rules are 422 and name the bound', async () => {
    const issues = [
      { path: '/settings/user/permissions/allow', message: 'at most 10000 rules', code: 'too-big' }
    ]
    const engine = stubEngine(() => ({ problem: 'too-many-rules', issues }))
    expectProblem(await post('/decide', CALL, { engine }), 'too-many-rules', undefined, issues)
  })

  test('a settings reference is not known', async () => {
    expectProblem(await post('/decide', { ...CALL, settingsRef: 'sha256:ab' }), 'unknown-settings-ref')
  })

  test('settings come inline or by reference, not both', async () => {
    expectProblem(
      await post('/decide', { ...CALL, settings: {}, settingsRef: 'sha256:ab' }),
      'invalid-request',
      undefined,
      [expect.objectContaining({ path: '/settingsRef', code: 'not-allowed' })]
    )
  })

  test('a caller may send the policy layer only where the service says so', async () => {
    const body = { ...CALL, settings: { policy: {} } }
    const engine = stubEngine()
    expectProblem(await post('/decide', body, { engine }), 'inline-policy-not-allowed')
    expect(engine.asked).toEqual([])
    expect((await post('/decide', body, { allowInlinePolicy: true, engine })).status).toBe(200)
    expect(engine.asked).toEqual([body])
  })

  test.each([
    [
      'throws',
      () => {
        throw new Error('secret at /srv/app.js:3')
      }
    ],
    ['rejects', () => Promise.reject(new Error('secret at /srv/app.js:3'))]
  ])('an engine that %s is 500, and the cause stays inside', async (_, decide) => {
    const answer = await post('/decide', CALL, { engine: stubEngine(decide) })
    expectProblem(answer, 'internal')
    expect(answer.text).not.toContain('secret')
  })
})
