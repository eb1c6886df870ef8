import fastifyRateLimit from '@fastify/rate-limit'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { rateLimitStore } from '../../src/store/rate-limit-store.ts'
import { SharedCounts, type SharedCountsOptions } from '../../src/store/shared-counts.ts'
import { type RedisServer, startRedis } from '../redis-server.ts'
import { openStore, until } from './fixture.ts'

const MINUTE = 60_000

let server: RedisServer
const cleanups: (() => unknown)[] = []

beforeAll(async () => {
  server = await startRedis()
})

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

afterAll(() => server.stop())

function counts(options: SharedCountsOptions = {}): SharedCounts {
  const made = new SharedCounts({ syncMs: 20, ...options })
  cleanups.push(() => made.close())
  return made
}

/** One of several instances that share a store. */
async function instance(url = server.url, options: SharedCountsOptions = {}) {
  const { store } = await openStore({ url })
  cleanups.push(() => store.close())
  return { store, counts: counts({ store, ...options }) }
}

describe('counts of one instance', () => {
  test('go up by one at a time, for each key by itself', () => {
    const own = counts()
    expect([1, 2, 3].map(() => own.add('a', MINUTE).count)).toEqual([1, 2, 3])
    expect(own.add('b', MINUTE).count).toBe(1)
    expect([own.read('a', MINUTE).count, own.read('c', MINUTE).count]).toEqual([3, 0])
  })

  test('begin anew with each window, and say how much of it is left', () => {
    let now = 10 * MINUTE + 15_000
    const own = counts({ now: () => now })
    own.add('a', MINUTE)
    expect(own.add('a', MINUTE)).toEqual({ count: 2, leftMs: 45_000 })
    now = 11 * MINUTE
    expect(own.add('a', MINUTE)).toEqual({ count: 1, leftMs: MINUTE })
  })

  test('are of a bounded number of keys', () => {
    const own = counts({ maxKeys: 3 })
    for (const key of ['a', 'b', 'c', 'a', 'd']) own.add(key, MINUTE)
    expect(['a', 'b', 'c', 'd'].map((key) => own.read(key, MINUTE).count)).toEqual([2, 0, 1, 1])
  })
})

describe('counts that instances share', () => {
  test('are one sum soon after, and exact', async () => {
    const [first, second] = [await instance(), await instance()]
    for (let index = 0; index < 50; index += 1) {
      first.counts.add('sum', MINUTE)
      second.counts.add('sum', MINUTE)
      if (index % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 30))
    }
    await until(async () => {
      const [key = ''] = await first.store.run((redis) => redis.keys('test:rate:*sum*'))
      return (await first.store.run((redis) => redis.get(key.replace('test:', '')))) === '100'
    })
    expect(first.counts.add('sum', MINUTE).count).toBeGreaterThan(51)
  })

  test('vanish from the store some time after their window', async () => {
    const { store, counts: own } = await instance()
    own.add('gone', 200)
    await until(async () => (await store.run((redis) => redis.keys('test:rate:*gone*'))).length > 0)
    await until(async () => (await store.run((redis) => redis.keys('test:rate:*gone*'))).length === 0)
  })

  test('go on in each instance while the store is down, and are shared again after', async () => {
    const own = await startRedis()
    const [first, second] = [await instance(own.url), await instance(own.url)]
    await own.kill()
    await until(() => !first.store.isUp() && !second.store.isUp())
    expect([1, 2, 3].map(() => first.counts.add('a', MINUTE).count)).toEqual([1, 2, 3])
    const next = await startRedis({ port: own.port })
    cleanups.push(() => next.stop())
    await until(() => first.store.isUp() && second.store.isUp())
    await until(() => {
      first.counts.add('a', MINUTE)
      return second.counts.add('a', MINUTE).count > first.counts.read('a', MINUTE).count / 2 + 3
    })
  })
})

test('a limit of requests counts with them, and answers 429 beyond', async () => {
  const app = Fastify()
  await app.register(fastifyRateLimit, {
    max: 3,
    timeWindow: MINUTE,
    keyGenerator: () => 'caller',
    store: rateLimitStore(counts({ now: () => 15_000 }))
  })
  app.get('/', () => 'ok')
  const answers = []
  for (let index = 0; index < 5; index += 1) answers.push(await app.inject('/'))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429, 429])
  expect(answers[4]?.headers['retry-after']).toBe('45')
  await app.close()
})
