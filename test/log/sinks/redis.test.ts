import { Redis } from 'ioredis'
import { afterEach, expect, test } from 'vitest'
import { Journal } from '../../../src/log/journal.ts'
import { Pump } from '../../../src/log/pump.ts'
import { redisSink } from '../../../src/log/sinks/redis.ts'
import { type RedisServer, startRedis } from '../../redis-server.ts'
import { openStore, until } from '../../store/fixture.ts'
import { ALLOW, eventOf, silent } from '../fixture.ts'

const ended: (() => unknown)[] = []

afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end()
})

async function server(port?: number): Promise<RedisServer> {
  const started = await startRedis(port === undefined ? {} : { port })
  ended.push(() => started.stop())
  return started
}

async function storeOn({ url }: RedisServer) {
  const { store } = await openStore({ url })
  ended.push(() => store.close())
  return store
}

/** The records of a stream, read with a connection of its own. */
async function entries({ port }: RedisServer, stream: string): Promise<readonly (readonly string[])[]> {
  const reader = new Redis(port, '127.0.0.1')
  try {
    return (await reader.xrange(stream, '-', '+')).map(([, fields]) => fields)
  } finally {
    reader.disconnect()
  }
}

test('lines become entries of the stream, in their order, under the prefix of the store', async () => {
  const redis = await server()
  const sink = redisSink(await storeOn(redis), 'decisions')
  await sink.write(['1', '2'])
  await sink.write(['3'])
  expect(await entries(redis, 'test:decisions')).toEqual([
    ['record', '1'],
    ['record', '2'],
    ['record', '3']
  ])
})

test('the stream is kept at about its bound', async () => {
  const redis = await server()
  const sink = redisSink(await storeOn(redis), 'decisions', 100)
  await sink.write(Array.from({ length: 2_000 }, (_, index) => String(index)))
  const kept = await entries(redis, 'test:decisions')
  expect(kept.length).toBeLessThan(500)
  expect(kept.at(-1)).toEqual(['record', '1999'])
})

test('a key that is no stream fails the write in words of our own', async () => {
  const redis = await server()
  const store = await storeOn(redis)
  await store.run((connection) => connection.set('decisions', 'x'))
  await expect(redisSink(store, 'decisions').write(['1'])).rejects.toMatchObject({ code: 'wrong-type' })
})

test.each<[string, (redis: RedisServer) => unknown, (redis: RedisServer) => unknown]>([
  ['killed', (redis) => redis.kill(), (redis) => server(redis.port)],
  ['hanging', (redis) => redis.pause(), (redis) => redis.resume()]
])('a required Redis that is %s lets nothing be allowed until it is back', async (_, breakIt, mend) => {
  const redis = await server()
  const sink = redisSink(await storeOn(redis), 'decisions')
  const bounds = { firstRetryMs: 5, lastRetryMs: 20 }
  const pump = new Pump({ sink, logger: silent, lingerMs: 5, bounds })
  const journal = new Journal({ logger: silent, pump, required: true })
  ended.push(() => journal.close(1_000))
  expect(await journal.decided(eventOf())).toBe(ALLOW)
  await breakIt(redis)
  expect(await journal.decided(eventOf())).toMatchObject({ decision: 'deny', decidedBy: { retryable: true } })
  expect(journal.health()).toBe('the decision log is failing')
  await mend(redis)
  await until(() => journal.health() === undefined)
  expect(await journal.decided(eventOf())).toBe(ALLOW)
})
