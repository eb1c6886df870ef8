/** What callers notice of a Redis that fails: real processes, and the real thing broken. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startCluster } from '../redis-cluster.ts'
import { command } from '../redis-command.ts'
import { startSentinelGroup } from '../redis-sentinel.ts'
import { type RedisServer, type RedisServerOptions, startRedis } from '../redis-server.ts'
import { type ServiceAnswer, type ServiceProcess, ServiceProcesses } from '../service-process.ts'
import { until } from '../store/fixture.ts'

const CALL = { tool: 'Bash', input: { command: 'make deploy' }, cwd: '/home/dev/app' }
const SETTINGS = { user: { permissions: { allow: ['Bash(make deploy)'] } } }
const OTHERS = { user: { permissions: { deny: ['Bash(make deploy)'] } } }
const UNKNOWN = `sha256:${'0'.repeat(64)}`

/** What a call may cost that meets a store that does not answer: its time-out, and room for a busy machine. */
const BOUND_MS = 1_000

// Each starts services and waits for outages and recoveries.
vi.setConfig({ testTimeout: 60_000 })

let services: ServiceProcesses
let folder: string
const servers: RedisServer[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redis-faults-'))
  services = await ServiceProcesses.compile()
}, 120_000)

afterEach(async () => {
  await services.stopAll()
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

afterAll(() => rm(folder, { recursive: true }))

async function redis(options?: RedisServerOptions): Promise<RedisServer> {
  const server = await startRedis(options)
  servers.push(server)
  return server
}

const start = (url: string, environment: Readonly<Record<string, string>> = {}) =>
  services.start({ PORTCULLIS_REDIS_URL: url, ...environment })

const decide = (service: ServiceProcess, fields: Readonly<Record<string, unknown>>) =>
  service.send('POST', '/decide', { ...CALL, ...fields })

const answered = z.object({ settingsRef: z.string() })

/** Sends settings ahead; a machine that is busy for a moment is asked again. */
async function put(service: ServiceProcess, settings: unknown): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const { status, json } = await service.send('PUT', '/settings', settings)
    if (status === 200) return answered.parse(json).settingsRef
    if (attempt === 20) throw new Error(`PUT /settings answers ${status}`)
    await setTimeout(100)
  }
}

const health = async (service: ServiceProcess): Promise<unknown> =>
  (await service.send('GET', '/readyz')).json

const isWell = async (service: ServiceProcess): Promise<boolean> =>
  JSON.stringify(await health(service)).includes('"ready"')

function expectUnavailable(answer: ServiceAnswer): void {
  expect([answer.status, answer.json]).toEqual([
    503,
    expect.objectContaining({ type: 'urn:portcullis:problem:store-unavailable' })
  ])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answer.tookMs).toBeLessThan(BOUND_MS)
}

/** The same decisions as with a store, where none is needed; a clear refusal where one is. */
async function expectDegraded(service: ServiceProcess, known: string): Promise<void> {
  expect((await decide(service, { settings: SETTINGS })).json).toMatchObject({ decision: 'allow' })
  expect((await decide(service, { settings: OTHERS })).json).toMatchObject({ decision: 'deny' })
  expect((await decide(service, { settingsRef: known })).json).toMatchObject({ decision: 'allow' })
  expectUnavailable(await decide(service, { settingsRef: UNKNOWN }))
  expectUnavailable(
    await service.send('POST', '/decide/batch', { cwd: '/', settingsRef: UNKNOWN, calls: [] })
  )
  expectUnavailable(await service.send('PUT', '/settings', OTHERS))
}

describe('settings by reference in Redis', () => {
  test('are shared by two services', async () => {
    const { url } = await redis()
    const [first, second] = await Promise.all([start(url), start(url)])
    const settingsRef = await put(first, SETTINGS)
    expect((await decide(second, { settingsRef })).json).toMatchObject({ decision: 'allow' })
    expect(await put(second, SETTINGS)).toBe(settingsRef)
    expect((await decide(second, { settingsRef: UNKNOWN })).json).toMatchObject({
      type: 'urn:portcullis:problem:unknown-settings-ref'
    })
  })

  test.each<[string, () => Promise<{ readonly url: string; stop(): Promise<void> }>]>([
    ['a primary that Sentinels name', startSentinelGroup],
    ['a cluster', startCluster]
  ])('are shared through %s', async (_, startServers) => {
    const { url, stop } = await startServers()
    try {
      const [first, second] = await Promise.all([start(url), start(url)])
      const settingsRef = await put(first, SETTINGS)
      expect((await decide(second, { settingsRef })).json).toMatchObject({ decision: 'allow' })
      expect(await health(second)).toEqual({ status: 'ready', reasons: [] })
      expect(first.log() + second.log()).not.toContain('the shared store')
    } finally {
      await stop()
    }
  })

  test.each<[string, (server: RedisServer) => unknown, (server: RedisServer) => unknown]>([
    ['is killed', (server) => server.kill(), ({ port }) => redis({ port })],
    ['hangs', (server) => server.pause(), (server) => server.resume()],
    [
      'becomes a replica',
      ({ port }) => command(port, ['REPLICAOF', '127.0.0.1', 1]),
      ({ port }) => command(port, ['REPLICAOF', 'NO', 'ONE'])
    ]
  ])(
    'are refused while Redis %s, which changes nothing else; later all is as before',
    async (_, fail, mend) => {
      const server = await redis()
      const service = await start(server.url)
      const known = await put(service, SETTINGS)
      expect(await health(service)).toEqual({ status: 'ready', reasons: [] })
      await fail(server)
      expectUnavailable(await decide(service, { settingsRef: UNKNOWN }))
      await expectDegraded(service, known)
      await until(async () => !(await isWell(service)))
      expect(await health(service)).toEqual({ status: 'degraded', reasons: ['store-down'] })
      await expectDegraded(service, known)
      await mend(server)
      await until(() => isWell(service))
      const settingsRef = await put(service, OTHERS)
      expect((await decide(service, { settingsRef })).json).toMatchObject({ decision: 'deny' })
      const lines = service.log().match(/the shared store is/g)
      expect(lines).toHaveLength(2)
      expect(service.log()).not.toMatch(/ECONN|127\.0\.0\.1:\d+\/|READONLY|timed out|node_modules/)
    }
  )

  test.each<[string, RedisServerOptions['settings']]>([
    ['wants another password', [['requirepass', 'right']]],
    [
      'has no memory left',
      [
        ['maxmemory', '1'],
        ['maxmemory-policy', 'noeviction']
      ]
    ]
  ])('are refused by a service whose Redis %s, and nothing else is', async (_, settings) => {
    const { url } = await redis({ settings: settings ?? [] })
    await writeFile(join(folder, 'password'), 'wr0ng')
    const service = await start(url, { PORTCULLIS_REDIS_PASSWORD_FILE: join(folder, 'password') })
    expect(await health(service)).toEqual({ status: 'degraded', reasons: ['store-down'] })
    expect((await decide(service, { settings: SETTINGS })).json).toMatchObject({ decision: 'allow' })
    expectUnavailable(await service.send('PUT', '/settings', SETTINGS))
    expect(service.log()).not.toMatch(/wr0ng|WRONGPASS|OOM/)
  })

  test('are refused by a service that started before its Redis, until that is there', async () => {
    const server = await redis()
    await server.kill()
    const service = await start(server.url)
    expectUnavailable(await service.send('PUT', '/settings', SETTINGS))
    expect((await decide(service, { settings: SETTINGS })).json).toMatchObject({ decision: 'allow' })
    await redis({ port: server.port })
    await until(() => isWell(service))
    await put(service, SETTINGS)
  })

  test('a password in the address keeps the service from starting, and is not said', async () => {
    const { code, log } = await services.fail({ PORTCULLIS_REDIS_URL: 'redis://:s3cret@127.0.0.1:1' })
    expect(code).toBeGreaterThan(0)
    expect(log).toBe(
      'portcullis: PORTCULLIS_REDIS_URL: expected no password: write it to a file and name that in PORTCULLIS_REDIS_PASSWORD_FILE\n'
    )
  })

  test('a password file that is not there keeps the service from starting', async () => {
    const starting = services.start({
      PORTCULLIS_REDIS_URL: 'redis://127.0.0.1:1',
      PORTCULLIS_REDIS_PASSWORD_FILE: '/nowhere/at/all'
    })
    await expect(starting).rejects.toThrow(
      'portcullis: PORTCULLIS_REDIS_PASSWORD_FILE: there is no such file\n'
    )
  })
})
