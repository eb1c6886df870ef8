/** Denial state in Redis servers that are real, and really broken. */
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { BLOCKS_KNOWN, type SessionName, SUCCESSES_KNOWN } from '../../src/sessions/denial-store.ts'
import { RedisDenials } from '../../src/sessions/redis-denials.ts'
import { StoreUnavailable } from '../../src/store/store-unavailable.ts'
import { startCluster } from '../redis-cluster.ts'
import { command } from '../redis-command.ts'
import { type RedisServer, type RedisServerOptions, startRedis } from '../redis-server.ts'
import { type LoggedStore, openStore, until } from '../store/fixture.ts'

const HOUR_MS = 3_600_000
const WIDE = { consecutive: 5_000, total: 5_000 }
const SESSION: SessionName = { tenant: 'acme', sessionId: 's-1' }
/** Without the prefix, which the client puts before it. */
const KEY = 'denials:{acme}:s-1'

/** What calls may cost that meet a store that does not answer: a time-out, and room for a busy machine. */
const BOUND_MS = 2_000

const block = (id: string) => ({ event: 'block', id }) as const
const success = (id: string) => ({ event: 'success', id }) as const

let shared: RedisServer
const cleanups: (() => unknown)[] = []

beforeAll(async () => {
  shared = await startRedis()
})

afterAll(() => shared.stop())

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  await command(shared.port, ['FLUSHALL'])
})

async function own(options: RedisServerOptions = {}): Promise<RedisServer> {
  const server = await startRedis(options)
  cleanups.push(() => server.stop())
  return server
}

interface Instance extends LoggedStore {
  readonly denials: RedisDenials
}

async function instance(
  url: string,
  options: { readonly commandTimeoutMs?: number; readonly maxWaiting?: number } = {}
): Promise<Instance> {
  const { commandTimeoutMs, maxWaiting } = options
  const opened = await openStore({ url, ...(commandTimeoutMs === undefined ? {} : { commandTimeoutMs }) })
  const { store, logger } = opened
  const denials = new RedisDenials({
    store,
    logger,
    ttlMs: HOUR_MS,
    ...(maxWaiting === undefined ? {} : { maxWaiting })
  })
  cleanups.push(async () => {
    await denials.close()
    store.close()
  })
  return { ...opened, denials }
}

/** How often the script was run so far. */
async function scriptsRun({ port }: RedisServer): Promise<number> {
  const stats = String(await command(port, ['INFO', 'commandstats']))
  const calls = [...stats.matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g)]
  return calls.reduce((sum, [, count]) => sum + Number(count), 0)
}

const messages = ({ lines }: LoggedStore): unknown[] => lines.map((line) => JSON.parse(line))

describe('what is kept of a session', () => {
  test('lies under one key that expires, bounded, whatever it counts', async () => {
    const { denials, store } = await instance(shared.url)
    for (let turn = 0; turn < 11; turn += 1) {
      const events = Array.from({ length: 100 }, (_, at) => `${'x'.repeat(200)}${turn}-${at}`)
      await Promise.all(events.map((id) => denials.record(SESSION, block(id), WIDE)))
      await Promise.all(events.map((id) => denials.record(SESSION, success(`s${id}`), WIDE)))
    }
    const keys = await store.run((redis) => redis.keys('*'))
    expect(keys.filter((key) => key !== 'test:probe')).toEqual([`test:${KEY}`])
    expect(await denials.read(SESSION)).toMatchObject({ total: 1_100 })
    const fields = await store.run((redis) => redis.hlen(KEY))
    expect(fields).toBe(6 + 2 * (BLOCKS_KNOWN + SUCCESSES_KNOWN))
    expect(await store.run((redis) => redis.memory('USAGE', KEY, 'SAMPLES', 0))).toBeLessThan(512 * 1024)
    const left = await store.run((redis) => redis.pttl(KEY))
    expect([left > HOUR_MS - 60_000, left <= HOUR_MS]).toEqual([true, true])
  })

  test.each<[string, readonly [string, ...string[]]]>([
    ['a string', ['SET', 'x']],
    ['a count that is no number', ['HSET', 'c', 'x']],
    ['a ring that is no number', ['HSET', 'nb', '']]
  ])('is not known where %s lies in its place, and is not counted on', async (_, [name, ...values]) => {
    const one = await instance(shared.url)
    await command(shared.port, [name, `test:${KEY}`, ...values])
    await expect(one.denials.read(SESSION)).rejects.toThrow(new StoreUnavailable('wrong-type'))
    await expect(one.denials.record(SESSION, block('1'))).rejects.toThrow(StoreUnavailable)
    expect(one.store.isUp()).toBe(true)
    one.denials.succeedLater(SESSION, '2')
    const other = { ...SESSION, sessionId: 's-2' }
    await one.denials.record(other, block('1'))
    one.denials.succeedLater(other, '2')
    await one.denials.close()
    expect(await (await instance(shared.url)).denials.read(other)).toMatchObject({ consecutive: 0, total: 1 })
    expect(messages(one)).toMatchObject([{ level: 40, lost: 1, msg: expect.stringContaining('not counted') }])
  })

  test('can be reset where something else lies in its place', async () => {
    const { denials } = await instance(shared.url)
    await command(shared.port, ['SET', `test:${KEY}`, 'x'])
    await denials.reset(SESSION)
    expect(await denials.record(SESSION, block('1'))).toMatchObject({ denials: { total: 1 } })
  })
})

describe('successes that nobody waits for', () => {
  test('of one turn go together, and none goes that an event took along', async () => {
    const { denials } = await instance(shared.url)
    await denials.record(SESSION, block('1'))
    const before = await scriptsRun(shared)
    for (let id = 0; id < 100; id += 1) denials.succeedLater(SESSION, `s${id}`)
    await denials.close()
    expect((await scriptsRun(shared)) - before).toBe(1)
    for (let id = 100; id < 200; id += 1) denials.succeedLater(SESSION, `s${id}`)
    await denials.record(SESSION, block('2'))
    await denials.close()
    expect((await scriptsRun(shared)) - before).toBeLessThanOrEqual(3)
    const other = await instance(shared.url)
    for (const id of ['s0', 's99', 's100', 's199']) await other.denials.record(SESSION, success(id))
    expect(await other.denials.read(SESSION)).toMatchObject({ consecutive: 1, total: 2 })
  })

  test('never throw and are kept while the store is down, in bounded memory; what is given up is logged', async () => {
    const server = await own()
    const one = await instance(server.url, { commandTimeoutMs: 400, maxWaiting: 10 })
    const sessions = ['1', '2', '3'].map((sessionId) => ({ tenant: 'acme', sessionId }))
    for (const session of sessions) await insist(() => one.denials.record(session, block('b')))
    server.pause()
    await expect(one.denials.read(SESSION)).rejects.toThrow(StoreUnavailable)
    for (const session of sessions) {
      for (const id of ['1', '2', '3', '4']) one.denials.succeedLater(session, id)
    }
    server.resume()
    const other = await instance(server.url)
    const [first = SESSION, second = SESSION, third = SESSION] = sessions
    const runOf = async (session: SessionName) => (await other.denials.read(session)).consecutive
    await until(async () => (await runOf(second)) === 0 && (await runOf(third)) === 0)
    expect(await runOf(first)).toBe(1)
    await until(() => one.lines.some((line) => line.includes('were not counted')))
    expect(messages(one)).toContainEqual(expect.objectContaining({ level: 40, lost: 4 }))
  })
})

const OUTAGES: readonly [
  string,
  (server: RedisServer) => unknown,
  (server: RedisServer) => unknown,
  { readonly keepsState: boolean }
][] = [
  ['is killed', (server) => server.kill(), (server) => own({ port: server.port }), { keepsState: false }],
  ['hangs', (server) => server.pause(), (server) => server.resume(), { keepsState: true }],
  [
    'pauses its clients',
    (server) => command(server.port, ['CLIENT', 'PAUSE', 60_000, 'WRITE']),
    (server) => command(server.port, ['CLIENT', 'UNPAUSE']),
    { keepsState: true }
  ],
  [
    'becomes a replica',
    (server) => command(server.port, ['REPLICAOF', '127.0.0.1', 1]),
    (server) => command(server.port, ['REPLICAOF', 'NO', 'ONE']),
    { keepsState: true }
  ],
  [
    'has no memory left',
    (server) => command(server.port, ['CONFIG', 'SET', 'maxmemory', 1]),
    (server) => command(server.port, ['CONFIG', 'SET', 'maxmemory', 0]),
    { keepsState: true }
  ],
  [
    'has too few replicas',
    (server) => command(server.port, ['CONFIG', 'SET', 'min-replicas-to-write', 1]),
    (server) => command(server.port, ['CONFIG', 'SET', 'min-replicas-to-write', 0]),
    { keepsState: true }
  ]
]

/** Asks until the store answers: it comes back by itself, and a busy machine is slow at times. */
async function insist<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      await setTimeout(50)
    }
  }
}

describe('events', () => {
  test.each(OUTAGES)(
    'are refused soon while Redis %s; sent again, each is counted once, after the successes before it',
    async (_, fail, mend, { keepsState }) => {
      const server = await own()
      const { denials } = await instance(server.url, { commandTimeoutMs: 400 })
      await insist(() => denials.record(SESSION, block('1')))
      await fail(server)
      const since = performance.now()
      await expect(denials.record(SESSION, block('2'))).rejects.toThrow(StoreUnavailable)
      await expect(denials.record(SESSION, success('x'))).rejects.toThrow(StoreUnavailable)
      expect(performance.now() - since).toBeLessThan(BOUND_MS)
      denials.succeedLater(SESSION, 'y')
      await mend(server)

      const again = (id: string) => insist(() => denials.record(SESSION, block(id)))
      const second = await again('2')
      const third = await again('3')
      const lost = keepsState ? 0 : 1
      expect(third.denials.total).toBe(3 - lost)
      // `y` came before it.
      expect(third.denials.consecutive).toBeLessThan(3)
      expect(await again('2')).toEqual({ ...second, opened: false })
      await denials.close()
      expect(await insist(() => denials.read(SESSION))).toEqual(third.denials)
    }
  )

  test('are counted on where the server forgot the script', async () => {
    const { denials } = await instance(shared.url)
    await denials.record(SESSION, block('1'))
    await command(shared.port, ['SCRIPT', 'FLUSH'])
    denials.succeedLater(SESSION, 'x')
    const counted = await Promise.all(['2', '3', '4'].map((id) => denials.record(SESSION, block(id))))
    expect(counted.map(({ denials: { consecutive, total } }) => [consecutive, total])).toEqual([
      [1, 2],
      [2, 3],
      [3, 4]
    ])
  })

  test('are counted on a cluster, on whatever nodes the tenants fall to', async () => {
    const cluster = await startCluster()
    cleanups.push(() => cluster.stop())
    const [one, other] = [await instance(cluster.url), await instance(cluster.url)]
    const sessions = Array.from({ length: 20 }, (_, at) => ({ tenant: `tenant-${at}`, sessionId: 's' }))
    for (const session of sessions) {
      await one.denials.record(session, block('1'))
      one.denials.succeedLater(session, 'x')
      await one.denials.record(session, block('2'))
      one.denials.succeedLater(session, 'y')
    }
    await one.denials.close()
    await Promise.all(cluster.nodes.map(({ port }) => command(port, ['SCRIPT', 'FLUSH'])))
    for (const session of sessions) {
      expect(await other.denials.record(session, block('2'))).toMatchObject({
        denials: { consecutive: 1, total: 2 }
      })
      expect(await other.denials.read(session)).toMatchObject({ consecutive: 0, total: 2 })
    }
  })
})
