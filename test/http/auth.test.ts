import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import type { AuthenticationFailure, Authenticator } from '../../src/callers/authenticator.ts'
import type { Principal, Scope } from '../../src/callers/principal.ts'
import { fixedPolicies } from '../../src/policies/live.ts'
import { CALL, expectProblem, post, send } from './client.ts'
import { stubEngine } from './stub-engine.ts'

/** Knows `Bearer good`, at once or after a turn; everything else fails as it is told. */
function knowing(
  scopes: readonly Scope[] = [],
  { late = false, otherwise = { failure: 'invalid' } as AuthenticationFailure } = {}
): Authenticator {
  const principal: Principal = { name: 'ci', tenant: 'acme', scopes: new Set(scopes) }
  return {
    authenticate(authorization) {
      if (authorization === undefined) return { failure: 'missing' }
      const outcome = authorization === 'Bearer good' ? principal : otherwise
      return late ? Promise.resolve(outcome) : outcome
    }
  }
}

const GOOD = { authorization: 'Bearer good' }
const BODY = JSON.stringify(CALL)

/** What anybody may see; everything else needs a caller. */
const OPEN = /^\/(?:livez|readyz|metrics|version|openapi\.(?:json|yaml)|docs(?:\/.*)?|schemas\/.*)$/

describe('with callers', () => {
  test.each([false, true])('a known one is answered (late: %s)', async (late) => {
    const answer = await send({ headers: GOOD, bytes: BODY }, { authenticator: knowing([], { late }) })
    expect(answer.status).toBe(200)
  })

  test.each<[string, Record<string, string>]>([
    ['no credentials', {}],
    ['wrong ones', { authorization: 'Bearer bad' }]
  ])('%s are answered alike: nothing says what was wrong', async (_, headers) => {
    for (const late of [false, true]) {
      const answer = await send({ headers, bytes: BODY }, { authenticator: knowing([], { late }) })
      expectProblem(answer, 'unauthenticated', 'send one Authorization header with a valid bearer token')
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    }
  })

  test('nothing of a body is looked at before', async () => {
    const bytes = `{"x":${'['.repeat(100_000)}`
    expectProblem(await send({ bytes }, { authenticator: knowing() }), 'unauthenticated')
    expectProblem(await send({ bytes, headers: GOOD }, { authenticator: knowing() }), 'nesting-too-deep')
  })

  test.each([
    ['limited', 'too-many-requests', { failure: 'limited', retryAfterSeconds: 7 }, '7'],
    ['busy', 'overloaded', { failure: 'busy' }, '1'],
    ['unavailable', 'credentials-unverifiable', { failure: 'unavailable' }, '1']
  ] as const)('who cannot be verified (%s) is told when to come back', async (_, code, otherwise, after) => {
    const authenticator = knowing([], { otherwise })
    const answer = await send({ headers: { authorization: 'Bearer new' }, bytes: BODY }, { authenticator })
    expectProblem(answer, code)
    expect(String(answer.headers['retry-after'])).toBe(after)
  })

  test('every route but those for everybody needs one', async () => {
    const seen: [string, string][] = []
    const app = buildApp({
      policies: fixedPolicies(stubEngine()),
      allowInlinePolicy: false,
      authenticator: knowing()
    })
    app.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) seen.push([one, url])
    })
    await app.ready()
    for (const [method, url] of seen) {
      const path = url.replaceAll('*', 'x').replaceAll(/:\w+/g, 'x')
      // What the table holds are names of methods.
      const answer = await app.inject({ method: method as 'GET', url: path })
      const open = OPEN.test(url)
      expect([method, url, answer.statusCode === 401]).toEqual([method, url, !open])
    }
    expect(seen.filter(([, url]) => !OPEN.test(url)).length).toBeGreaterThan(3)
    await app.close()
  })

  test('what is not there is not there, for anybody', async () => {
    expectProblem(await send({ url: '/nowhere', method: 'GET' }, { authenticator: knowing() }), 'not-found')
  })

  test('a second Authorization header is refused', async () => {
    const app = buildApp({
      policies: fixedPolicies(stubEngine()),
      allowInlinePolicy: false,
      authenticator: knowing()
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const tools = await raw(app, ['Authorization: Bearer good'])
    expect(tools).toMatch(/^HTTP\/1\.1 200 /)
    expect(await raw(app, ['Authorization: Bearer good', 'authorization: Bearer other'])).toMatch(
      /^HTTP\/1\.1 401 /
    )
    await app.close()
  })

  test('failures are logged, some a minute, and without the credentials', async () => {
    const lines: string[] = []
    const logger = pino({ base: null }, { write: (line: string) => void lines.push(line) })
    const app = buildApp({
      policies: fixedPolicies(stubEngine()),
      allowInlinePolicy: false,
      authenticator: knowing(),
      logger
    })
    for (let count = 0; count < 50; count += 1) {
      await app.inject({ url: '/tools', headers: { authorization: 'Bearer topsecret' } })
    }
    await app.close()
    const told = lines.filter((line) => line.includes('authentication failed'))
    expect(told).toHaveLength(10)
    expect(JSON.parse(told[0] ?? '')).toMatchObject({ level: 40, failure: 'invalid', address: '127.0.0.1' })
    expect(lines.join('')).not.toContain('topsecret')
  })
})

describe('a route that needs a scope', () => {
  async function ask(scopes: readonly Scope[]) {
    const app = buildApp({
      policies: fixedPolicies(stubEngine()),
      allowInlinePolicy: false,
      authenticator: knowing(scopes)
    })
    app.after(() => app.put('/thing', { config: { scope: 'settings:write' } }, () => ({ done: true })))
    const answer = await app.inject({ method: 'PUT', url: '/thing', headers: GOOD })
    await app.close()
    return answer
  }

  test('is open to a caller that has it', async () => {
    expect((await ask(['settings:write'])).json()).toEqual({ done: true })
  })

  test('is closed to others, and says which scope', async () => {
    const answer = await ask(['outcomes', 'decisions:read'])
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      expect.objectContaining({
        type: 'urn:portcullis:problem:not-permitted',
        detail: 'this needs the scope settings:write'
      })
    ])
  })
})

test('without callers, everybody is answered, whatever they send', async () => {
  expect((await post('/decide', CALL)).status).toBe(200)
  expect((await send({ bytes: BODY, headers: { authorization: 'Bearer x' } })).status).toBe(200)
})

/** Sends header fields as they are, which `fetch` would join. */
async function raw(app: FastifyInstance, fields: readonly string[]): Promise<string> {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('not on a port')
  const socket = connect(address.port, '127.0.0.1')
  socket.write(
    `GET /tools HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${fields.join('\r\n')}\r\n\r\n`
  )
  return text(socket)
}
