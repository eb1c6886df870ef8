import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { redisSink } from '../../src/log/sinks/redis.ts'
import { RedisSettings } from '../../src/settings/redis-settings.ts'
import { SharedCounts } from '../../src/store/shared-counts.ts'
import { StoreUnavailable } from '../../src/store/store-unavailable.ts'
import { newCertificate } from '../listening/certificate-fixture.ts'
import { type RedisCluster, type RedisClusterOptions, startCluster } from '../redis-cluster.ts'
import { command } from '../redis-command.ts'
import { startRedis } from '../redis-server.ts'
import { type LoggedStore, openStore, type StorePlace, until } from './fixture.ts'

// Nodes take seconds to agree on what became of one of them.
vi.setConfig({ testTimeout: 60_000 })

/** Names whose keys fall to the first, second and third node. */
const TAGS = ['{b}', '{c}', '{a}'] as const

const HOUR_MS = 3_600_000
/** What the documentation lets a user do. */
const RIGHTS = ['+@read', '+@write', '+@scripting', '+@connection', '+cluster|slots'] as const

let cluster: RedisCluster
const cleanups: (() => unknown)[] = []

beforeAll(async () => {
  cluster = await startCluster()
}, 60_000)

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

afterAll(() => cluster.stop())

async function open(place: StorePlace): Promise<LoggedStore> {
  const opened = await openStore(place)
  cleanups.push(() => opened.store.close())
  return opened
}

async function own(options: RedisClusterOptions): Promise<RedisCluster> {
  const started = await startCluster(options)
  cleanups.push(() => started.stop())
  return started
}

const set = ({ store }: LoggedStore, key: string, value = 'x') => store.run((redis) => redis.set(key, value))
const get = ({ store }: LoggedStore, key: string) => store.run((redis) => redis.get(key))
const reasons = ({ lines }: LoggedStore): unknown[] => lines.map((line) => JSON.parse(line).reason ?? 'back')

describe('a cluster', () => {
  test('keeps keys on each of its nodes, though only one is known', async () => {
    expect(await Promise.all(TAGS.map((tag) => cluster.ownerOf(`test:${tag}`)))).toEqual([0, 1, 2])
    const opened = await open({ url: cluster.url.replace(/,.*/, '') })
    for (const tag of TAGS) await set(opened, tag, tag)
    expect(await Promise.all(TAGS.map((tag) => get(opened, tag)))).toEqual(TAGS)
    expect([opened.store.isUp(), opened.lines]).toEqual([true, []])
  })

  test('holds settings, counts and streams of all tenants, on whatever nodes they fall to', async () => {
    const { store, logger } = await open({ url: cluster.url })
    const settings = new RedisSettings({ store, logger, ttlMs: 60_000 })
    const counts = new SharedCounts({ store, syncMs: 20 })
    const others = new SharedCounts({ store, syncMs: 20 })
    cleanups.push(() => [counts, others].map((made) => made.close()))
    const tenants = Array.from({ length: 20 }, (_, index) => `tenant-${index}`)
    const layers = { user: { permissions: { deny: ['Bash(rm *)'] } } }
    const references = await Promise.all(tenants.map((tenant) => settings.put(tenant, layers)))
    const empty = new RedisSettings({ store, logger, ttlMs: 60_000 })
    const found = tenants.map((tenant, index) => empty.get(tenant, references[index] ?? ''))
    expect(await Promise.all(found)).toEqual(tenants.map(() => layers))
    for (const tenant of tenants) counts.add(tenant, HOUR_MS)
    let added = 0
    await until(() => {
      added += 1
      return tenants.map((tenant) => others.add(tenant, HOUR_MS).count).every((count) => count > added)
    })
    const sinks = ['a', 'b', 'c', 'd'].map((stream) => redisSink(store, stream))
    await Promise.all(sinks.map((sink) => sink.write(['1', '2'])))
    const lengths = ['a', 'b', 'c', 'd'].map((stream) => store.run((redis) => redis.xlen(stream)))
    expect(await Promise.all(lengths)).toEqual([2, 2, 2, 2])
  })

  test('is reached over TLS by a user with a password', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cluster-tls-'))
    cleanups.push(() => rm(folder, { recursive: true }))
    const tls = await newCertificate(folder, 'redis')
    await writeFile(join(folder, 'password'), 's3cret\n')
    await writeFile(join(folder, 'wrong'), 'wr0ng\n')
    const { url } = await own({
      tls: { ...tls, ca: tls.cert },
      settings: [
        ['requirepass', 'adm1n'],
        ['user', 'agent', 'on', '>s3cret', '~test:*', 'resetchannels', ...RIGHTS]
      ],
      login: { password: 'adm1n' }
    })
    const place = { url: url.replace('://', '://agent@'), caFile: tls.cert }
    const opened = await open({ ...place, passwordFile: join(folder, 'password') })
    for (const tag of TAGS) await set(opened, tag)
    expect([opened.store.isUp(), opened.lines]).toEqual([true, []])
    const strangers = [
      await open({ ...place, passwordFile: join(folder, 'wrong') }),
      await open({ url: place.url, passwordFile: join(folder, 'password') })
    ]
    expect(strangers.map(reasons)).toEqual([['authentication'], ['unreachable']])
    expect(strangers.map(({ store }) => store.isUp())).toEqual([false, false])
    expect(strangers.flatMap(({ lines }) => lines).join()).not.toMatch(/s3cret|wr0ng|agent|WRONGPASS|127/)
  })

  test.each<[string, () => unknown, () => unknown]>([
    ['is killed', () => cluster.nodes[1]?.kill(), () => cluster.restart(1)],
    ['hangs', () => cluster.nodes[1]?.pause(), () => cluster.nodes[1]?.resume()]
  ])(
    'of which one node %s is noticed, fails soon and is used again once it is back',
    async (_, fail, mend) => {
      const opened = await open({ url: cluster.url, commandTimeoutMs: 100 })
      await fail()
      const since = performance.now()
      await expect(set(opened, TAGS[1])).rejects.toBeInstanceOf(StoreUnavailable)
      expect(performance.now() - since).toBeLessThan(1_000)
      await until(() => !opened.store.isUp())
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      await expect(set(opened, TAGS[1])).rejects.toBeInstanceOf(StoreUnavailable)
      await mend()
      await until(() => opened.store.isUp())
      for (const tag of TAGS) await set(opened, tag)
      expect(reasons(opened).slice(-1)).toEqual(['back'])
      expect(opened.lines.length).toBeLessThan(5)
    }
  )

  test('is noticed to miss a node that nobody asks for anything', async () => {
    const opened = await open({ url: cluster.url })
    await cluster.nodes[2]?.kill()
    await until(() => !opened.store.isUp())
    expect(reasons(opened)).toEqual(['unreachable'])
    await cluster.restart(2)
    await until(() => opened.store.isUp())
  })

  test('is used on where a replica takes the place of a node that hangs', async () => {
    const { nodes, url, addReplica } = await own({})
    const replica = await addReplica(0)
    const opened = await open({ url, commandTimeoutMs: 200 })
    await until(() => set(opened, TAGS[0], 'before').then(Boolean, () => false))
    await command(nodes[0]?.port ?? 0, ['WAIT', 1, 5_000])
    nodes[0]?.pause()
    await expect(set(opened, TAGS[0], 'lost')).rejects.toBeInstanceOf(StoreUnavailable)
    await until(() => !opened.store.isUp())
    await until(() => opened.store.isUp(), 20_000)
    await until(async () => (await get(opened, TAGS[0]).catch(() => undefined)) === 'before')
    await until(() => set(opened, TAGS[0], 'after').then(Boolean, () => false))
    expect(await command(replica.port, ['GET', `test:${TAGS[0]}`])).toBe('after')
    // It comes back as a replica that nobody asks.
    nodes[0]?.resume()
    await until(() => set(opened, TAGS[0], 'later').then(Boolean, () => false))
    expect(await command(replica.port, ['GET', `test:${TAGS[0]}`])).toBe('later')
  })

  test('is used on while keys move from one node to another, though that hangs', async () => {
    const [from, to] = [cluster.nodes[0], cluster.nodes[1]]
    if (from === undefined || to === undefined) throw new Error('no nodes')
    const slot = Number(await command(from.port, ['CLUSTER', 'KEYSLOT', TAGS[0]]))
    const [fromId, toId] = [await idOf(from.port), await idOf(to.port)]
    const opened = await open({ url: cluster.url, commandTimeoutMs: 200 })
    await command(to.port, ['CLUSTER', 'SETSLOT', slot, 'IMPORTING', fromId])
    await command(from.port, ['CLUSTER', 'SETSLOT', slot, 'MIGRATING', toId])
    await set(opened, `${TAGS[0]}moving`)
    expect(await get(opened, `${TAGS[0]}moving`)).toBe('x')
    to.pause()
    try {
      await expect(set(opened, `${TAGS[0]}other`)).rejects.toBeInstanceOf(StoreUnavailable)
      // Long enough for the connection to be given up.
      await new Promise((resolve) => setTimeout(resolve, 1_500))
    } finally {
      to.resume()
    }
    await until(() => opened.store.isUp())
    const keys = [`test:${TAGS[0]}`, `test:${TAGS[0]}other`]
    await command(from.port, ['MIGRATE', '127.0.0.1', to.port, '', 0, 1_000, 'KEYS', ...keys])
    for (const { port } of cluster.nodes) await command(port, ['CLUSTER', 'SETSLOT', slot, 'NODE', toId])
    await until(async () => (await get(opened, `${TAGS[0]}moving`).catch(() => undefined)) === 'x')
  })

  test.each([
    ['the nodes own nothing', [['cluster-enabled', 'yes']] as const, 'not-serving'],
    ['the server is none', [], 'refused']
  ])('keeps nobody from starting where %s', async (_, settings, reason) => {
    const server = await startRedis({ settings, isPortUsable: (port) => port < 55_000 })
    cleanups.push(() => server.stop())
    const opened = await open({ url: server.url.replace('redis:', 'redis+cluster:') })
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(opened.store.isUp()).toBe(false)
    expect(reasons(opened)).toContain(reason)
    await expect(set(opened, 'key')).rejects.toBeInstanceOf(StoreUnavailable)
  })
})

const idOf = async (port: number): Promise<string> => String(await command(port, ['CLUSTER', 'MYID']))
