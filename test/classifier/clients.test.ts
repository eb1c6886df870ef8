/** What every client does with every answer and every fault of a real server. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Answered, JudgeModel, ModelRequest } from '../../src/classifier/judge-model.ts'
import { freePort } from '../free-port.ts'
import { BLOCKS, PASSES, type Step } from '../model-answers.ts'
import { type ModelServer, startModelServer } from '../model-server.ts'
import { CLIENTS, KEY } from './clients.ts'
import { NO_GUIDANCE, question } from './question.ts'

let server: ModelServer
let elsewhere: ModelServer
const judges: JudgeModel[] = []

beforeAll(async () => {
  server = await startModelServer()
  elsewhere = await startModelServer()
})
beforeEach(() => {
  server.clear()
  elsewhere.clear()
})
afterEach(() => {
  for (const judge of judges.splice(0)) judge.close()
})
afterAll(() => Promise.all([server.close(), elsewhere.close()]))

const PATIENT_MS = 20_000

const none = (code: string, retry = false) => ({ none: code, retry })

function requestOf(judge: JudgeModel, parts: Parameters<typeof question>[0] = {}): ModelRequest {
  const request = judge.prepare(question(parts))
  if (request === undefined) throw new Error('the call is too long')
  return request
}

describe.each(CLIENTS)('$name', ({ name, path, start }) => {
  const judge = (...access: Parameters<typeof start> extends [string, ...infer Rest] ? Rest : never) => {
    const started = start(server.url, ...access)
    judges.push(started)
    return started
  }

  const ask = (step: Step, signal = AbortSignal.timeout(PATIENT_MS)): Promise<Answered> => {
    server.script(step)
    const asked = judge()
    return asked.ask(requestOf(asked), signal)
  }

  test.each([
    ['passes', PASSES, { block: false, reason: PASSES.reason, category: 'none', hardDeny: undefined }],
    ['blocks', BLOCKS, { block: true, reason: BLOCKS.reason, category: 'exfiltration', hardDeny: undefined }],
    [
      'meets an entry',
      { ...BLOCKS, hardDeny: 1 },
      { hardDeny: expect.stringMatching(/^Sending credentials/) }
    ]
  ])('a verdict that %s is handed on', async (_, verdict, expected) => {
    expect(await ask({ verdict })).toMatchObject({ verdict: expected })
  })

  test('a question is one POST to its own address', async () => {
    await ask({ verdict: PASSES })
    expect(server.requests.map((request) => [request.method, request.path])).toEqual([['POST', path]])
  })

  test.each([400, 401, 403, 404, 413, 429, 500, 502, 529])(
    'status %i is an error, asked once',
    async (status) => {
      expect(await ask({ status })).toEqual(none('classifier-error'))
      expect(server.requests).toHaveLength(1)
    }
  )

  test.each([201, 204, 299])('status %i is no answer', async (status) => {
    expect(await ask({ status, body: status === 204 ? '' : JSON.stringify(PASSES) })).toEqual(
      none('classifier-error')
    )
  })

  test.each([301, 302, 303, 307, 308])('a redirection (%i) is an error and not followed', async (status) => {
    expect(await ask({ redirectTo: `${elsewhere.url}${path}`, status })).toEqual(none('classifier-error'))
    expect(elsewhere.requests).toEqual([])
  })

  test('a refusal is told apart from other answers', async () => {
    const code = name === 'webhook' ? 'classifier-unparsable' : 'classifier-refused'
    expect(await ask({ says: 'refusal' })).toEqual(none(code))
  })

  test.each<[string, Step]>([
    ['a verdict that breaks off at the bound of its length', { says: 'maxTokens' }],
    ['text instead of a verdict', { says: 'textOnly' }],
    ['two verdicts', { says: 'twoAnswers' }],
    ['a tool that nobody offered', { says: 'wrongTool' }],
    ['text beside the verdict', { says: 'textBesides' }],
    ['block in words', { verdict: { ...PASSES, block: 'no' } }],
    ['a further key', { verdict: { ...PASSES, confidence: 1 } }],
    ['a ban that passes', { verdict: { ...PASSES, hardDeny: 1 } }],
    ['JSON that ends in its middle', { fault: 'truncatedJson' }],
    ['no body', { body: '' }],
    ['a page for people', { body: '<html>', headers: { 'content-type': 'text/html' } }],
    ['another object', { body: '{"ok":true}' }],
    ['null', { body: 'null' }],
    ['text that is not UTF-8', { body: Buffer.from([0x7b, 0xff, 0x7d]) }]
  ])('%s is no verdict', async (_, step) => {
    expect(await ask(step)).toEqual(none('classifier-unparsable'))
    expect(server.requests).toHaveLength(1)
  })

  test('an answer without end is not read to its end', async () => {
    expect(await ask({ endless: 1_000_000_000 })).toEqual(none('classifier-unparsable'))
    await expect.poll(() => server.requests[0]?.abandoned).toBe(true)
  })

  test('a small answer that unpacks to a large one is not unpacked', async () => {
    expect(await ask({ endless: 20_000_000, gzip: true })).toEqual(none('classifier-unparsable'))
  })

  test('slow bytes are waited for', async () => {
    expect(await ask({ slowByteMs: 1 })).toMatchObject({ verdict: { block: false } })
  })

  test.each<[string, Step]>([
    ['no answer', { fault: 'hang' }],
    ['no end of an answer', { fault: 'hangInBody' }],
    ['bytes that are too slow', { slowByteMs: 200 }]
  ])('%s ends when the caller gives up, and the connection with it', async (_, step) => {
    const giveUp = new AbortController()
    const answered = ask(step, giveUp.signal)
    await server.received(1)
    giveUp.abort()
    expect(await answered).toEqual(none('classifier-timeout'))
    await expect.poll(() => server.requests[0]?.abandoned).toBe(true)
  })

  test('a caller who gave up before sends nothing', async () => {
    expect(await ask({ verdict: PASSES }, AbortSignal.abort())).toEqual(none('classifier-timeout'))
    expect(server.requests).toEqual([])
  })

  test('a connection that is reset before an answer may be tried again', async () => {
    expect(await ask({ fault: 'reset' })).toEqual(none('classifier-unreachable', true))
    expect(server.requests).toHaveLength(1)
  })

  test('a connection that breaks in the answer may not', async () => {
    expect(await ask({ fault: 'breaksOff' })).toEqual(none('classifier-unreachable'))
    expect(server.requests).toHaveLength(1)
  })

  test('where nobody listens, it may be tried again', async () => {
    const asked = start(`http://127.0.0.1:${await freePort()}`)
    judges.push(asked)
    expect(await asked.ask(requestOf(asked), AbortSignal.timeout(PATIENT_MS))).toEqual(
      none('classifier-unreachable', true)
    )
  })

  test('an answer that is no HTTP may not', async () => {
    const odd = createServer((socket) => socket.once('data', () => socket.end('SSH-2.0-odd\r\n')))
    await once(odd.listen(0, '127.0.0.1'), 'listening')
    const address = odd.address()
    const asked = start(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
    judges.push(asked)
    expect(await asked.ask(requestOf(asked), AbortSignal.timeout(PATIENT_MS))).toEqual(
      none('classifier-unreachable')
    )
    odd.close()
  })

  test('nothing of what an endpoint says in an error is handed on', async () => {
    expect(JSON.stringify(await ask({ status: 400 }))).not.toContain('SECRET')
  })

  test('the key is the one of the moment, and none is sent where there is none', async () => {
    const keys = ['key-1', 'key-2', undefined]
    const asked = judge({ key: () => keys.shift() })
    for (let count = 0; count < 3; count += 1)
      await asked.ask(requestOf(asked), AbortSignal.timeout(PATIENT_MS))
    const header = name === 'anthropic' ? 'x-api-key' : 'authorization'
    const form = name === 'anthropic' ? '' : 'Bearer '
    expect(server.requests.map(({ headers }) => headers[header])).toEqual([
      `${form}key-1`,
      `${form}key-2`,
      undefined
    ])
  })

  describe('the digest', () => {
    const SECRET = Buffer.from('of this process')
    const digest = (parts: Parameters<typeof question>[0] = {}, model = 'judge-1') =>
      requestOf(judge({ model }, SECRET), parts).digest

    test('is the same for equal questions', () => {
      expect(digest({ cwd: '/a' })).toMatch(/^sha256:[0-9a-f]{64}$/)
      expect(digest({ cwd: '/a' })).toBe(digest({ cwd: '/a' }))
    })

    test('does not tell tenants apart', () => {
      expect(digest({ tenant: 'other' })).toBe(digest())
    })

    test.each([
      ['input', { input: { command: 'ls' } }],
      ['tool', { tool: 'Monitor' }],
      ['directory', { cwd: '/b' }],
      ['entry', { guidance: { ...NO_GUIDANCE, allow: ['x'] } }],
      ['conversation', { transcript: [{ role: 'user', content: 'x' }] }]
    ])('is another for another %s', (_, parts) => {
      expect(digest(parts)).not.toBe(digest())
    })

    test('is another for another model', () => {
      if (name !== 'webhook') expect(digest({}, 'judge-2')).not.toBe(digest())
    })

    test('holds nothing of the key', () => {
      expect(requestOf(judge({ key: () => 'another' }, SECRET)).digest).toBe(digest())
    })
  })

  test('a call that is too long is not prepared', () => {
    expect(judge().prepare(question({ input: { command: 'x'.repeat(100_000) } }))).toBeUndefined()
  })

  test('the key stands in no body', async () => {
    await ask({ verdict: PASSES })
    expect(server.requests[0]?.body).not.toContain(KEY)
  })
})
