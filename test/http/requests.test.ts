import { describe, expect, test } from 'vitest'
import { problems } from '../../src/problems.ts'
import { CALL, expectProblem, post, send } from './client.ts'

const GET = { method: 'GET', url: '/version' } as const
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'

describe('an address', () => {
  test.each(['/', '/nope', '/decide/', '/Decide', '/decide/batch/x', '/../etc/passwd', '//decide'])(
    '%s is not found, whatever is sent there',
    async (url) => {
      expectProblem(await send({ method: 'POST', url, bytes: '{' }), 'not-found')
      expectProblem(await send({ method: 'GET', url }), 'not-found')
    }
  )

  test.each([
    ['GET', '/decide', 'POST'],
    ['PUT', '/decide/batch', 'POST'],
    ['OPTIONS', '/classify', 'POST'],
    ['POST', '/version', 'GET, HEAD'],
    ['DELETE', '/livez?x=1', 'GET, HEAD']
  ] as const)('does not take %s %s', async (method, url, allowed) => {
    const answer = await send({ method, url })
    expectProblem(answer, 'method-not-allowed', `this address takes ${allowed}`)
    expect(answer.headers.allow).toBe(allowed)
  })

  test('answers HEAD where it answers GET, without a body', async () => {
    const answer = await send({ method: 'HEAD', url: '/livez' })
    expect([answer.status, answer.text]).toEqual([200, ''])
  })

  test('with an unreadable escape is refused', async () => {
    expectProblem(await send({ method: 'GET', url: '/%zz' }), 'malformed-request')
  })

  test('may have 2048 characters, not one more', async () => {
    const url = (length: number) => `/version?${'x'.repeat(length - '/version?'.length)}`
    expect((await send({ method: 'GET', url: url(2048) })).status).toBe(200)
    expectProblem(await send({ method: 'GET', url: url(2049) }), 'uri-too-long')
  })
})

describe('the Host header', () => {
  test.each(['localhost', 'localhost:8080', 'LOCALHOST', '127.0.0.1:1', '127.1.2.3', '[::1]', '[::1]:8080'])(
    '%s is this machine',
    async (host) => {
      expect((await send({ ...GET, headers: { host } })).status).toBe(200)
    }
  )

  test.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'localhost:8080@evil.example',
    '192.168.0.1',
    '127.0.0.999',
    '127.0.0.256',
    '127.0.0.01',
    '127.0.0',
    '[::2]',
    '0.0.0.0',
    'localhost, evil.example',
    'local host'
  ])('%s is not', async (host) => {
    expectProblem(await send({ ...GET, headers: { host } }), 'host-not-allowed')
  })

  test('may name a configured host', async () => {
    const headers = { host: 'Portcullis.example:443' }
    expect((await send({ ...GET, headers }, { hosts: ['portcullis.example'] })).status).toBe(200)
  })

  test('is checked before the body is read', async () => {
    expectProblem(await send({ bytes: '{', headers: { host: 'evil.example' } }), 'host-not-allowed')
  })
})

describe('the request id', () => {
  test.each(['a', 'A-z.0:9_', 'x'.repeat(128)])('%s is echoed', async (id) => {
    const answer = await send({ ...GET, headers: { 'x-request-id': id } })
    expect(answer.headers['x-request-id']).toBe(id)
  })

  test.each(['', 'a b', 'ä', 'a,b', 'x'.repeat(129)])('%j is replaced', async (id) => {
    const answer = await send({ ...GET, headers: { 'x-request-id': id } })
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('is new for every request, and in decisions and problems alike', async () => {
    const [first, second] = [await post('/decide', CALL), await post('/decide', {})]
    expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id'])
    expect(first.json).toMatchObject({ requestId: first.headers['x-request-id'] })
    expect(second.json).toMatchObject({ requestId: second.headers['x-request-id'] })
  })
})

describe('a traceparent', () => {
  test.each([
    [`00-${TRACE_ID}-b7ad6b7169203331-01`, '01'],
    [`00-${TRACE_ID}-b7ad6b7169203331-00`, '00'],
    [`cc-${TRACE_ID}-b7ad6b7169203331-01-more`, '01']
  ])('%s is continued with a span of our own', async (traceparent, flags) => {
    const answer = await send({ ...GET, headers: { traceparent } })
    expect(answer.headers.traceparent).toMatch(new RegExp(`^00-${TRACE_ID}-[0-9a-f]{16}-${flags}$`))
    expect(answer.headers.traceparent).not.toContain('b7ad6b7169203331')
  })

  test.each([
    '',
    'x',
    `00-${TRACE_ID}-b7ad6b7169203331`,
    `00-${TRACE_ID.toUpperCase()}-b7ad6b7169203331-01`,
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-${TRACE_ID}-${'0'.repeat(16)}-01`,
    `ff-${TRACE_ID}-b7ad6b7169203331-01`,
    `00-${TRACE_ID}-b7ad6b7169203331-01-more`
  ])('%j is ignored', async (traceparent) => {
    const answer = await send({ ...GET, headers: { traceparent } })
    expect([answer.status, answer.headers.traceparent]).toEqual([200, undefined])
  })
})

describe('the problem table', () => {
  test('has codes that make URNs, and statuses that are refusals', () => {
    for (const [code, { status, title }] of Object.entries(problems)) {
      expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect([400, 401, 403, 404, 405, 408, 413, 414, 415, 417, 422, 429, 431, 500, 503]).toContain(status)
      expect(title).toMatch(/^(?:[a-z]|HTTP)[^.]*$/)
    }
  })
})
