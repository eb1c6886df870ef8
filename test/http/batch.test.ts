import { describe, expect, test } from 'vitest'
import { batchAnswer } from '../../src/routes/schemas/decide.ts'
import { expectProblem, post } from './client.ts'
import { STUB_DECISION, stubEngine } from './stub-engine.ts'

const COMMON = { cwd: '/home/dev/app', sessionId: 's1' }
const call = (id: string) => ({ toolUseId: id, tool: 'Bash', input: { command: 'ls' } })
const calls = (count: number) => Array.from({ length: count }, (_, index) => call(`t${index}`))

describe('POST /decide/batch', () => {
  test('answers every call in order, the batches and the bound on concurrency', async () => {
    const answer = await post('/decide/batch', { ...COMMON, calls: [call('a'), call('b')] })
    expect(answer.status).toBe(200)
    const requestId = answer.headers['x-request-id']
    const { trace: _, ...untraced } = STUB_DECISION
    const one = (toolUseId: string) => ({ ...untraced, policy: expect.anything(), toolUseId, requestId })
    expect(answer.json).toEqual({
      decisions: [one('a'), one('b')],
      batches: [
        { concurrent: false, toolUseIds: ['a'] },
        { concurrent: false, toolUseIds: ['b'] }
      ],
      maxConcurrency: 10
    })
    expect(batchAnswer.parse(answer.json)).toEqual(answer.json)
  })

  test('adds the trace to every answer with explain', async () => {
    const answer = await post('/decide/batch', { ...COMMON, explain: true, calls: [call('a')] })
    expect(answer.json).toMatchObject({ decisions: [{ trace: STUB_DECISION.trace }] })
  })

  test('hands the common part and the calls to the engine', async () => {
    const engine = stubEngine()
    const given = { ...call('a'), cwd: '/srv', hook: { decision: 'allow' }, realPaths: { '/srv/x': '/y' } }
    await post('/decide/batch', { ...COMMON, mode: 'plan', calls: [given] }, { engine })
    expect(engine.asked).toEqual([{ context: { ...COMMON, mode: 'plan' }, calls: [given] }])
  })

  test.each([
    ['tool', 7],
    ['tool', null],
    ['tool', undefined],
    ['input', 'ls'],
    ['input', [1]],
    ['input', undefined]
  ])('leaves %s of the wrong type (%j) to the engine', async (field, value) => {
    const engine = stubEngine()
    const answer = await post(
      '/decide/batch',
      { ...COMMON, calls: [{ ...call('a'), [field]: value }] },
      { engine }
    )
    expect(answer.status).toBe(200)
    expect(engine.asked).toEqual([{ context: COMMON, calls: [{ ...call('a'), [field]: value }] }])
  })

  test.each([
    ['hook', { hook: {} }, '/hook', 'unknown-key'],
    ['permissionRequestHook', { permissionRequestHook: {} }, '/permissionRequestHook', 'unknown-key'],
    ['tool', { tool: 'Bash' }, '/tool', 'unknown-key'],
    ['input', { input: {} }, '/input', 'unknown-key'],
    ['toolUseId', { toolUseId: 'x' }, '/toolUseId', 'unknown-key']
  ])('refuses %s in the common part', async (_, extra, path, code) => {
    expectProblem(
      await post('/decide/batch', { ...COMMON, ...extra, calls: [] }),
      'invalid-request',
      undefined,
      [{ path, code, message: expect.any(String) }]
    )
  })

  test.each([
    ['no id', [{ tool: 'Bash', input: {} }], '/calls/0/toolUseId', 'required'],
    ['an id twice', [call('a'), call('b'), call('a')], '/calls/2/toolUseId', 'duplicate'],
    ['an unknown key', [{ ...call('a'), mode: 'plan' }], '/calls/0/mode', 'unknown-key'],
    ['a relative cwd', [{ ...call('a'), cwd: 'x' }], '/calls/0/cwd', 'not-absolute'],
    ['a bad hook', [{ ...call('a'), hook: { decision: 1 } }], '/calls/0/hook/decision', 'not-allowed'],
    ['a call that is no object', ['ls'], '/calls/0', 'wrong-type']
  ])('refuses a batch in which a call has %s', async (_, given, path, code) => {
    expectProblem(await post('/decide/batch', { ...COMMON, calls: given }), 'invalid-request', undefined, [
      { path, code, message: expect.any(String) }
    ])
  })

  test('needs its calls', async () => {
    expectProblem(await post('/decide/batch', COMMON), 'invalid-request', undefined, [
      expect.objectContaining({ path: '/calls', code: 'required' })
    ])
  })

  test('takes the platform of the common part for the paths of a call', async () => {
    const body = { ...COMMON, cwd: 'C:\\app', platform: 'win32', calls: [{ ...call('a'), cwd: 'D:\\lib' }] }
    expect((await post('/decide/batch', body)).status).toBe(200)
  })

  test('takes a hundred calls, and names the bound for more', async () => {
    expect((await post('/decide/batch', { ...COMMON, calls: calls(100) })).status).toBe(200)
    expectProblem(
      await post('/decide/batch', { ...COMMON, calls: calls(101) }),
      'too-many-calls',
      'a batch may hold 100 calls, found 101'
    )
  })

  test('does not look at the calls where there are too many', async () => {
    expectProblem(
      await post('/decide/batch', { ...COMMON, calls: Array(101).fill(0) }),
      'too-many-calls',
      'a batch may hold 100 calls, found 101'
    )
  })

  test('an empty batch has no decisions', async () => {
    const answer = await post('/decide/batch', { ...COMMON, calls: [] })
    expect(answer.json).toEqual({ decisions: [], batches: [], maxConcurrency: 10 })
  })

  test('mode auto needs a session', async () => {
    expectProblem(
      await post('/decide/batch', { cwd: '/x', mode: 'auto', calls: [] }),
      'invalid-request',
      undefined,
      [expect.objectContaining({ path: '/sessionId', code: 'required' })]
    )
  })

  test('refuses the policy layer and unknown references like a single call', async () => {
    expectProblem(
      await post('/decide/batch', { ...COMMON, settings: { policy: {} }, calls: [] }),
      'inline-policy-not-allowed'
    )
    expectProblem(
      await post('/decide/batch', { ...COMMON, settingsRef: 'sha256:ab', calls: [] }),
      'unknown-settings-ref'
    )
  })
})
