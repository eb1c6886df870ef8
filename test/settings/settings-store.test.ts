import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { memorySettings, type SettingsLimits } from '../../src/settings/memory-settings.ts'
import { RedisSettings } from '../../src/settings/redis-settings.ts'
import type { SettingsStore, StoredLayers } from '../../src/settings/settings-store.ts'
import { type RedisServer, startRedis } from '../redis-server.ts'
import { type LoggedStore, openStore, until } from '../store/fixture.ts'

const LAYERS: StoredLayers = {
  user: { permissions: { allow: ['Bash(ls)'], deny: [] } },
  project: { model: 'x' }
}
const HOUR: SettingsLimits = { ttlMs: 3_600_000 }
const UNKNOWN = `sha256:${'0'.repeat(64)}`

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

let server: RedisServer
const opened: LoggedStore[] = []

beforeAll(async () => {
  server = await startRedis()
})

afterAll(() => server.stop())

afterEach(async () => {
  const [first] = opened
  await first?.store.run((redis) => redis.flushall())
  for (const { store } of opened.splice(0)) store.close()
})

/** One instance of the service: what it keeps itself is its own. */
async function instance(limits = HOUR) {
  const one = await openStore({ url: server.url })
  opened.push(one)
  return { ...one, settings: new RedisSettings({ store: one.store, logger: one.logger, ...limits }) }
}

const KINDS: readonly [string, (limits: SettingsLimits) => Promise<SettingsStore>][] = [
  ['in memory', async (limits) => memorySettings(limits)],
  ['in Redis', async (limits) => (await instance(limits)).settings]
]

describe.each(KINDS)('settings %s', (_, create) => {
  test('are found under their reference', async () => {
    const settings = await create(HOUR)
    const reference = await settings.put('acme', LAYERS)
    expect(reference).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(await settings.get('acme', reference)).toEqual(LAYERS)
  })

  test('have one reference, whatever the order of their keys, and another where a value differs', async () => {
    const settings = await create(HOUR)
    const reference = await settings.put('acme', { user: { a: 1, b: [1, 2] }, flag: {} })
    expect(await settings.put('acme', { flag: {}, user: { b: [1, 2], a: 1 } })).toBe(reference)
    expect(await settings.put('acme', { flag: {}, user: { b: [2, 1], a: 1 } })).not.toBe(reference)
    expect(await settings.put('acme', { local: {}, user: { b: [1, 2], a: 1 } })).not.toBe(reference)
  })

  test('of one tenant are unknown to another', async () => {
    const settings = await create(HOUR)
    const reference = await settings.put('acme', LAYERS)
    for (const tenant of ['other', '', 'acme}', '{acme', 'acme:', 'ACME']) {
      expect(await settings.get(tenant, reference), tenant).toBeUndefined()
    }
  })

  test.each([UNKNOWN, 'sha256:ab', '', '*', `sha256:${'A'.repeat(64)}`, `${UNKNOWN} `])(
    'are unknown under %j',
    async (reference) => {
      const settings = await create(HOUR)
      await settings.put('acme', LAYERS)
      expect(await settings.get('acme', reference)).toBeUndefined()
    }
  )

  test('do not change with what was put, and nobody can change them', async () => {
    const settings = await create(HOUR)
    const sent = { user: { permissions: { deny: ['Bash(rm *)'] } } }
    const reference = await settings.put('acme', sent)
    sent.user.permissions.deny.pop()
    const found = await settings.get('acme', reference)
    expect(found).toEqual({ user: { permissions: { deny: ['Bash(rm *)'] } } })
    expect([Object.isFrozen(found), Object.isFrozen(found?.user)]).toEqual([true, true])
  })

  test('are kept while they are used, and expire after', async () => {
    const settings = await create({ ttlMs: 400 })
    const reference = await settings.put('acme', LAYERS)
    for (let use = 0; use < 8; use += 1) {
      await wait(100)
      expect(await settings.get('acme', reference)).toEqual(LAYERS)
    }
    await wait(1_000)
    expect(await settings.get('acme', reference)).toBeUndefined()
  })

  test('may be empty', async () => {
    const settings = await create(HOUR)
    expect(await settings.get('acme', await settings.put('acme', {}))).toEqual({})
  })
})

describe('settings that instances share', () => {
  test('are found by another instance, and from then on without asking', async () => {
    const [first, second] = [await instance(), await instance()]
    const reference = await first.settings.put('acme', LAYERS)
    const asked = second.settings.get('acme', reference)
    expect(asked).toBeInstanceOf(Promise)
    expect(await asked).toEqual(LAYERS)
    expect(second.settings.get('acme', reference)).toEqual(LAYERS)
  })

  test('are asked for once by many calls at a time', async () => {
    const [first, second] = [await instance(), await instance()]
    const reference = await first.settings.put('acme', LAYERS)
    const reads = async () => {
      const stats = await first.store.run((redis) => redis.info('commandstats'))
      return Number(/cmdstat_getrange:calls=(\d+)/.exec(stats)?.[1] ?? 0)
    }
    const before = await reads()
    await Promise.all(Array.from({ length: 50 }, () => second.settings.get('acme', reference)))
    expect((await reads()) - before).toBe(1)
  })

  test('outlive their time in the store while one instance uses its own copy', async () => {
    const [first, second] = [await instance({ ttlMs: 400 }), await instance({ ttlMs: 400 })]
    const reference = await first.settings.put('acme', LAYERS)
    for (let use = 0; use < 15; use += 1) {
      await wait(80)
      expect(first.settings.get('acme', reference)).toEqual(LAYERS)
    }
    expect(await second.settings.get('acme', reference)).toEqual(LAYERS)
  })

  test('come back into a store that lost them while they are in use', async () => {
    const [first, second] = [await instance({ ttlMs: 2_000 }), await instance()]
    const reference = await first.settings.put('acme', LAYERS)
    await first.store.run((redis) => redis.flushall())
    await until(async () => {
      expect(first.settings.get('acme', reference)).toEqual(LAYERS)
      await wait(100)
      return (await second.settings.get('acme', reference)) !== undefined
    })
  })

  test.each<[string, (text: string) => string]>([
    ['altered', (text) => text.replace('ls', 'rm')],
    ['cut', (text) => text.slice(1)]
  ])('are unknown where they were %s, which is logged once', async (_, alter) => {
    const [first, second] = [await instance(), await instance()]
    const reference = await first.settings.put('acme', LAYERS)
    const [key = ''] = await first.store.run((redis) => redis.keys('test:settings:*'))
    const bare = key.replace('test:', '')
    await first.store.run(async (redis) => redis.set(bare, alter((await redis.get(bare)) ?? '')))
    expect(await second.settings.get('acme', reference)).toBeUndefined()
    await until(async () => (await first.store.run((redis) => redis.exists(bare))) === 0)
    expect(await second.settings.get('acme', reference)).toBeUndefined()
    expect(second.lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'stored settings are not what their name says', settingsRef: reference }
    ])
  })

  test('are unknown where something far larger lies in their place', async () => {
    const [first, second] = [await instance(), await instance()]
    const reference = await first.settings.put('acme', LAYERS)
    const [key = ''] = await first.store.run((redis) => redis.keys('test:settings:*'))
    await first.store.run((redis) => redis.setrange(key.replace('test:', ''), 8 * 1024 * 1024, 'x'))
    expect(await second.settings.get('acme', reference)).toBeUndefined()
  })

  test('are unknown where something else lies in their place', async () => {
    const [first, second] = [await instance(), await instance()]
    const reference = await first.settings.put('acme', LAYERS)
    const [key = ''] = await first.store.run((redis) => redis.keys('test:settings:*'))
    await first.store.run(async (redis) => {
      await redis.del(key.replace('test:', ''))
      await redis.lpush(key.replace('test:', ''), 'x')
    })
    expect(await second.settings.get('acme', reference)).toBeUndefined()
    expect(second.lines).toHaveLength(1)
  })
})
