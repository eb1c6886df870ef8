import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { LIMITS } from '../../src/limits.ts'
import { fixedPolicies } from '../../src/policies/live.ts'
import { type ProblemCode, problems } from '../../src/problems.ts'
import { stubEngine } from './stub-engine.ts'

const BODY = JSON.stringify({ tool: 'Bash', input: {}, cwd: '/' })
const HEAD = 'Host: localhost\r\nContent-Type: application/json\r\n'

let app: FastifyInstance
let port: number

beforeAll(async () => {
  const limits = { ...LIMITS, headersTimeoutMs: 100, requestTimeoutMs: 200, timeoutCheckMs: 20 }
  app = buildApp({ policies: fixedPolicies(stubEngine()), allowInlinePolicy: false, limits })
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
})

afterAll(() => app.close())

/** Sends bytes and reads until the service closes the connection. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.setEncoding('utf8')
    socket.on('data', (text) => {
      received += text
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
    socket.write(bytes)
  })
}

function expectRawProblem(received: string, code: ProblemCode): void {
  const { status, title } = problems[code]
  const [head = '', body = ''] = received.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(head).toMatch(/content-type: application\/problem\+json/i)
  expect(head).toMatch(/connection: close/i)
  const requestId = /x-request-id: (\S+)/i.exec(head)?.[1]
  expect(JSON.parse(body)).toEqual({
    type: `urn:portcullis:problem:${code}`,
    title,
    status,
    detail: expect.any(String),
    instance: `urn:portcullis:request:${requestId}`,
    requestId
  })
  expect(Number(/content-length: (\d+)/i.exec(head)?.[1])).toBe(Buffer.byteLength(body))
}

describe('what the HTTP parser refuses', () => {
  test.each<[string, string, ProblemCode]>([
    ['no HTTP at all', 'hello\r\n\r\n', 'malformed-request'],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n', 'malformed-request'],
    ['another version', 'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n', 'malformed-request'],
    ['a header without colon', 'GET /livez HTTP/1.1\r\nHost localhost\r\n\r\n', 'malformed-request'],
    ['a bare carriage return', 'GET /livez HTTP/1.1\r\nHost: a\rb\r\n\r\n', 'malformed-request'],
    [
      'two lengths',
      `POST /decide HTTP/1.1\r\n${HEAD}Content-Length: 3\r\nContent-Length: 4\r\n\r\n{}  `,
      'malformed-request'
    ],
    [
      'a length beside chunks',
      `POST /decide HTTP/1.1\r\n${HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      'malformed-request'
    ],
    [
      'a chunk of no size',
      `POST /decide HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      'malformed-request'
    ],
    [
      'headers over the bound',
      `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      'headers-too-large'
    ],
    [
      'an address over that bound',
      `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      'headers-too-large'
    ],
    ['headers that do not end', 'GET /livez HTTP/1.1\r\nHost: localhost\r\n', 'request-timeout'],
    [
      'a body that does not end',
      `POST /decide HTTP/1.1\r\n${HEAD}Content-Length: 99\r\n\r\n{`,
      'request-timeout'
    ]
  ])('gets a problem document: %s', async (_, bytes, code) => {
    expectRawProblem(await exchange(bytes), code)
  })

  test.each<[string, string, ProblemCode]>([
    ['no Host', 'GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n', 'malformed-request'],
    [
      'a second Host',
      'GET /livez HTTP/1.1\r\nHost: localhost\r\nhOST: evil.example\r\nConnection: close\r\n\r\n',
      'malformed-request'
    ],
    [
      'the same Host twice',
      'GET /livez HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      'malformed-request'
    ],
    ...[
      'http://evil.example/livez',
      'HTTPS://evil.example/livez',
      'http://localhost@evil.example/livez',
      'http://evil.example?x=/livez'
    ].map((target): [string, string, ProblemCode] => [
      `the address ${target}`,
      `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      'host-not-allowed'
    ]),
    [
      'an expectation nobody meets',
      'GET /livez HTTP/1.1\r\nHost: localhost\r\nExpect: miracles\r\nConnection: close\r\n\r\n',
      'expectation-failed'
    ],
    [
      'an address without host',
      'GET http:///livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      'malformed-request'
    ],
    ['a tunnel', 'CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n', 'method-not-allowed']
  ])('%s gets a problem document', async (_, bytes, code) => {
    expectRawProblem(await exchange(bytes), code)
  })

  test('an address with a host of this machine is answered', async () => {
    const request = (target: string) =>
      exchange(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    expect(await request(`http://127.0.0.1:${port}/livez`)).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(await request('/livez?next=http://evil.example/')).toMatch(/^HTTP\/1\.1 200 OK/)
  })

  test('100-continue is met', async () => {
    const received = await exchange(
      `POST /decide HTTP/1.1\r\n${HEAD}Expect: 100-continue\r\nConnection: close\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`
    )
    expect(received).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/)
  })

  test('a body over the bound without announced length is refused', async () => {
    const size = LIMITS.bodyBytes + 1
    const received = await exchange(
      `POST /decide HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n${size.toString(16)}\r\n${'x'.repeat(size)}\r\n0\r\n\r\n`
    )
    expect(received).toMatch(/^HTTP\/1\.1 413 /)
    expect(received).toContain('urn:portcullis:problem:body-too-large')
  })
})
