import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { type AppDependencies, buildApp } from '../../src/app.ts'
import type { Authenticator } from '../../src/callers/authenticator.ts'
import { LIMITS } from '../../src/limits.ts'
import { overload } from '../../src/plugins/overload.ts'
import { fixedPolicies } from '../../src/policies/live.ts'
import { stubEngine } from './stub-engine.ts'

const appWith = (dependencies: Partial<AppDependencies>) =>
  buildApp({ policies: fixedPolicies(stubEngine()), allowInlinePolicy: false, ...dependencies })

/** Each token is a caller of that name; `tenant/name` names another tenant. */
const byName: Authenticator = {
  authenticate(authorization = '') {
    const [tenant = '', name = ''] = authorization.replace('Bearer ', '').split('/')
    return { name, tenant, scopes: new Set() }
  }
}

describe('a rate limit', () => {
  test('counts each caller alone, and a tenant’s caller is not another’s', async () => {
    const app = appWith({ authenticator: byName, rateLimit: { requestsPerMinute: 2 } })
    const ask = (caller: string) =>
      app.inject({ url: '/tools', headers: { authorization: `Bearer ${caller}` } })
    const statuses = async (caller: string) => [
      (await ask(caller)).statusCode,
      (await ask(caller)).statusCode,
      (await ask(caller)).statusCode
    ]
    expect(await statuses('acme/ci')).toEqual([200, 200, 429])
    expect(await statuses('other/ci')).toEqual([200, 200, 429])
    expect(await statuses('acme/dev')).toEqual([200, 200, 429])
    await app.close()
  })

  test('says what is left, and when to come back', async () => {
    const app = appWith({ authenticator: byName, rateLimit: { requestsPerMinute: 1 } })
    const ask = () => app.inject({ url: '/tools', headers: { authorization: 'Bearer acme/ci' } })
    expect((await ask()).headers).toMatchObject({ 'ratelimit-limit': '1', 'ratelimit-remaining': '0' })
    const refused = await ask()
    expect(refused.json()).toMatchObject({
      type: 'urn:portcullis:problem:too-many-requests',
      status: 429,
      detail: 'a caller may send 1 requests a minute'
    })
    expect(refused.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50)
    await app.close()
  })

  test('counts addresses where there are no callers, and leaves probes alone', async () => {
    const app = appWith({ rateLimit: { requestsPerMinute: 1 } })
    const ask = (url: string, remoteAddress = '192.0.2.1') => app.inject({ url, remoteAddress })
    expect((await ask('/tools')).statusCode).toBe(200)
    expect((await ask('/tools')).statusCode).toBe(429)
    expect((await ask('/tools', '192.0.2.2')).statusCode).toBe(200)
    for (let count = 0; count < 5; count += 1) expect((await ask('/readyz')).statusCode).toBe(200)
    await app.close()
  })

  test('is none unless one is set', async () => {
    const app = appWith({ authenticator: byName })
    const answer = await app.inject({ url: '/tools', headers: { authorization: 'Bearer acme/ci' } })
    expect(Object.keys(answer.headers).filter((name) => name.includes('ratelimit'))).toEqual([])
    await app.close()
  })
})

describe('overload', () => {
  /** Holds the event loop up until `over`, as a synchronous task would. */
  async function block(ms: number): Promise<void> {
    const until = performance.now() + ms
    while (performance.now() < until);
    await setTimeout(0)
  }

  test('refuses early once the event loop lags, but never those who look after the service', async () => {
    const app = appWith({})
    await app.register(overload, { maxDelayMs: 20, sampleMs: 50 })
    app.get('/late', () => ({ done: true }))
    await app.ready()
    expect((await app.inject({ url: '/late' })).statusCode).toBe(200)
    for (let count = 0; count < 4; count += 1) await block(120)
    const late = await app.inject({ url: '/late' })
    expect(late.json()).toMatchObject({ type: 'urn:portcullis:problem:overloaded', status: 503 })
    expect(late.headers['retry-after']).toBe('1')
    for (const url of ['/livez', '/readyz', '/metrics']) {
      expect((await app.inject({ url })).statusCode).toBe(200)
    }
    await app.close()
  })
})

describe('connections', () => {
  test('are bounded', async () => {
    const app = appWith({ limits: { ...LIMITS, connections: 2 } })
    const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
    const held = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
    await Promise.all(held.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
    await expect.poll(() => served(port)).toBe(false)
    for (const socket of held) socket.destroy()
    await expect.poll(() => served(port)).toBe(true)
    await app.close()
  })

  test('on which nothing moves are closed', async () => {
    const app = appWith({ limits: { ...LIMITS, idleTimeoutMs: 50 } })
    const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
    const socket = connect(port, '127.0.0.1')
    await new Promise((resolve) => socket.once('close', resolve))
    await app.close()
  })

  async function served(port: number): Promise<boolean> {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    try {
      return (await text(socket)).startsWith('HTTP/1.1 200 ')
    } catch {
      return false
    }
  }
})
