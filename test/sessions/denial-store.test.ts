/** What every denial store keeps to, in memory and in a real Redis. */
import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DENIAL_LIMITS, type DenialEvent, type DenialLimits, UNCOUNTED } from '../../src/engine/breaker.ts'
import {
  BLOCKS_KNOWN,
  type DenialStore,
  type SessionName,
  SUCCESSES_KNOWN
} from '../../src/sessions/denial-store.ts'
import { MemoryDenials } from '../../src/sessions/memory-denials.ts'
import { RedisDenials } from '../../src/sessions/redis-denials.ts'
import { type RedisServer, startRedis } from '../redis-server.ts'
import { type LoggedStore, openStore } from '../store/fixture.ts'
import { DenialModel } from './denial-model.ts'

const HOUR_MS = 3_600_000
const WIDE: DenialLimits = { consecutive: 5_000, total: 5_000 }

let server: RedisServer
let opened: LoggedStore

beforeAll(async () => {
  server = await startRedis()
  opened = await openStore({ url: server.url })
})

afterAll(async () => {
  opened.store.close()
  await server.stop()
})

afterEach(async () => {
  await opened.store.run((redis) => redis.flushall())
})

const inRedis = (ttlMs: number) => new RedisDenials({ store: opened.store, logger: opened.logger, ttlMs })

const KINDS: readonly [string, (ttlMs: number) => DenialStore][] = [
  ['in memory', (ttlMs) => new MemoryDenials({ ttlMs })],
  ['in Redis', inRedis]
]

const SESSION: SessionName = { tenant: 'acme', sessionId: 's-1' }
const block = (id?: string) => ({ event: 'block', id }) as const
const success = (id?: string) => ({ event: 'success', id }) as const

describe.each(KINDS)('denial state %s', (_, create) => {
  test('of a session that nobody counted is that of a new one', async () => {
    const denials = create(HOUR_MS)
    expect(await denials.read(SESSION)).toEqual(UNCOUNTED)
    const limits = { consecutive: 7, total: 70 }
    expect(await denials.read(SESSION, limits)).toEqual({ ...UNCOUNTED, limits })
  })

  test('follows what is recorded, and says of one event that it opened the breaker', async () => {
    const denials = create(HOUR_MS)
    const events = [block('1'), success('2'), block('3'), block('4'), block('5'), block('6')]
    const seen: unknown[] = []
    for (const event of events) {
      const { denials: after, opened: isOpening } = await denials.record(SESSION, event)
      seen.push([after.consecutive, after.total, after.breakerOpen, isOpening])
    }
    expect(seen).toEqual([
      [1, 1, false, false],
      [0, 1, false, false],
      [1, 2, false, false],
      [2, 3, false, false],
      [3, 4, true, true],
      [4, 5, true, false]
    ])
    expect(await denials.read(SESSION)).toEqual({
      consecutive: 4,
      total: 5,
      limits: DENIAL_LIMITS,
      breakerOpen: true
    })
  })

  test('answers an event that comes again as it did first, opens nothing by it and counts nothing', async () => {
    const denials = create(HOUR_MS)
    const limits = { consecutive: 2, total: 9 }
    const first = await denials.record(SESSION, block('a'), limits)
    const second = await denials.record(SESSION, block('b'), limits)
    expect([first.opened, second.opened]).toEqual([false, true])
    await denials.record(SESSION, success('c'))
    for (const again of [block('a'), success('a')]) {
      expect(await denials.record(SESSION, again, WIDE)).toEqual(first)
    }
    expect(await denials.record(SESSION, block('b'))).toEqual({ ...second, opened: false })
    expect(await denials.read(SESSION)).toEqual({ consecutive: 0, total: 2, limits, breakerOpen: false })
  })

  test('does not count a success again that came before later blocks, not even the first event of a session', async () => {
    const denials = create(HOUR_MS)
    const first = await denials.record(SESSION, success('a'))
    for (const id of ['1', '2']) await denials.record(SESSION, block(id))
    expect(await denials.record(SESSION, success('a'))).toEqual(first)
    denials.succeedLater(SESSION, 'a')
    expect(await denials.read(SESSION)).toMatchObject({ consecutive: 2, total: 2 })
  })

  test('counts every event without an id', async () => {
    const denials = create(HOUR_MS)
    for (const event of [block(), success(), success(), block(), block()]) {
      await denials.record(SESSION, event)
    }
    expect(await denials.read(SESSION)).toMatchObject({ consecutive: 2, total: 3 })
  })

  test('keeps the limits of the last event, which a read changes for itself alone', async () => {
    const denials = create(HOUR_MS)
    const limits = { consecutive: 5, total: 50 }
    await denials.record(SESSION, block('1'), limits)
    expect(await denials.read(SESSION, { consecutive: 1, total: 9 })).toMatchObject({ breakerOpen: true })
    expect(await denials.read(SESSION)).toEqual({ consecutive: 1, total: 1, limits, breakerOpen: false })
    await denials.record(SESSION, success('2'))
    expect(await denials.read(SESSION)).toMatchObject({ limits })
    denials.succeedLater(SESSION, '3', WIDE)
    expect(await denials.read(SESSION)).toMatchObject({ limits: WIDE })
  })

  test('of one tenant and session is not that of another', async () => {
    const denials = create(HOUR_MS)
    await denials.record(SESSION, block('1'))
    const others = [
      { tenant: 'ACME', sessionId: 's-1' },
      { tenant: '', sessionId: 's-1' },
      { tenant: 'acme}:s-1', sessionId: 's-1' },
      { tenant: 'acme', sessionId: 'S-1' },
      { tenant: 'acme:s', sessionId: '1' },
      { tenant: 'acme', sessionId: '__proto__' }
    ]
    for (const other of others) {
      expect(await denials.read(other), JSON.stringify(other)).toEqual(UNCOUNTED)
      expect(await denials.record(other, block('1'))).toMatchObject({ denials: { total: 1 } })
      await denials.reset(other)
    }
    expect(await denials.read(SESSION)).toMatchObject({ total: 1 })
  })

  test('is forgotten on demand, with the events it counted', async () => {
    const denials = create(HOUR_MS)
    for (const id of ['1', '2', '3']) await denials.record(SESSION, block(id), { consecutive: 2, total: 2 })
    denials.succeedLater(SESSION, '4')
    await denials.reset(SESSION)
    await denials.reset(SESSION)
    expect(await denials.read(SESSION)).toEqual(UNCOUNTED)
    expect(await denials.record(SESSION, block('1'))).toMatchObject({ denials: { total: 1 } })
  })

  test('counts successes that nobody waits for before all that follows', async () => {
    const denials = create(HOUR_MS)
    for (const id of ['1', '2']) await denials.record(SESSION, block(id))
    denials.succeedLater(SESSION, 'x')
    denials.succeedLater(SESSION, undefined)
    denials.succeedLater(SESSION, 'y')
    expect(await denials.record(SESSION, block('3'))).toMatchObject({ denials: { consecutive: 1, total: 3 } })
    denials.succeedLater(SESSION, 'z')
    expect(await denials.read(SESSION)).toMatchObject({ consecutive: 0, total: 3 })
  })

  test('counts successes that nobody waits for where nothing follows', async () => {
    const denials = create(HOUR_MS)
    const sessions = Array.from({ length: 250 }, (_, at) => ({ tenant: 'acme', sessionId: `many-${at}` }))
    for (const session of sessions) {
      await denials.record(session, block('1'))
      denials.succeedLater(session, 'x')
    }
    await denials.close()
    const later = create === inRedis ? create(HOUR_MS) : denials
    for (const session of sessions) expect(await later.read(session)).toMatchObject({ consecutive: 0 })
  })

  test.each<[DenialEvent, number]>([
    ['block', BLOCKS_KNOWN],
    ['success', SUCCESSES_KNOWN]
  ])('knows so many events of the kind %s again, the newest: %i', async (event, known) => {
    const denials = create(HOUR_MS)
    const [other] = [block('other'), success('other')].filter((one) => one.event !== event)
    if (other !== undefined) await denials.record(SESSION, other, WIDE)
    for (let id = 0; id <= known; id += 1) await denials.record(SESSION, { event, id: `${id}` }, WIDE)
    const before = await denials.read(SESSION)
    const again = ['1', `${known}`].map((id) => ({ event, id }))
    for (const replay of [...again, { event: 'success', id: 'other' } as const]) {
      await denials.record(SESSION, replay)
    }
    expect(await denials.read(SESSION)).toEqual(before)
    await denials.record(SESSION, block('0'))
    expect(await denials.read(SESSION)).toMatchObject({ total: before.total + 1 })
  })

  test('is kept while it is used, by reading too, and expires after', async () => {
    const denials = create(800)
    await denials.record(SESSION, block('1'))
    for (let use = 0; use < 6; use += 1) {
      await setTimeout(200)
      expect(await denials.read(SESSION)).toMatchObject({ total: 1 })
    }
    await setTimeout(1_300)
    expect(await denials.read(SESSION)).toEqual(UNCOUNTED)
    expect(await denials.record(SESSION, block('1'))).toMatchObject({ denials: { total: 1 } })
  })
})

type Action =
  | { readonly do: 'read'; readonly limits: DenialLimits | undefined }
  | {
      readonly do: 'record' | 'later'
      readonly event: DenialEvent
      readonly id: string | undefined
      readonly limits: DenialLimits | undefined
    }
  | { readonly do: 'reset' | 'wait' }

const limits = fc.option(
  fc.record({ consecutive: fc.integer({ min: 1, max: 4 }), total: fc.integer({ min: 1, max: 8 }) }),
  { nil: undefined }
)
const id = fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'ü', 'x'.repeat(300)), { nil: undefined })
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: fc.constant('read' as const), limits }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('record' as const, 'later' as const),
      event: fc.constantFrom('block' as const, 'block' as const, 'success' as const),
      id,
      limits
    })
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('reset' as const, 'wait' as const) }) }
)
const session = fc.constantFrom<SessionName>(
  { tenant: 'a', sessionId: '1' },
  { tenant: 'a', sessionId: '2' },
  { tenant: 'b', sessionId: '1' }
)
const story = fc.array(fc.tuple(session, action), { maxLength: 40 })

/** What a store answers to one action; nothing is waited for that the port does not promise. */
async function answerOf(
  denials: DenialStore | DenialModel,
  name: SessionName,
  act: Action
): Promise<unknown> {
  if (act.do === 'read') return denials.read(name, act.limits)
  if (act.do === 'reset') return denials.reset(name)
  if (act.do === 'record') return denials.record(name, act, act.limits)
  if (!('id' in act)) return new Promise<void>((resolve) => setImmediate(resolve))
  if (denials instanceof DenialModel) denials.record(name, { event: 'success', id: act.id }, act.limits)
  else denials.succeedLater(name, act.id, act.limits)
  return undefined
}

describe.each(KINDS)('denial state %s', (_, create) => {
  test('answers any sequence of events as the pure transitions do', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (actions) => {
        await opened.store.run((redis) => redis.flushall())
        const [denials, model] = [create(HOUR_MS), new DenialModel()]
        for (const [name, act] of actions) {
          expect(await answerOf(denials, name, act)).toEqual(await answerOf(model, name, act))
        }
        await denials.close()
      }),
      { numRuns: 150 }
    )
  })
})

test('two instances of one Redis answer any sequence as one would, where each waits for the other', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(session, action, fc.boolean()), { maxLength: 40 }),
      async (actions) => {
        await opened.store.run((redis) => redis.flushall())
        const [first, second, model] = [inRedis(HOUR_MS), inRedis(HOUR_MS), new DenialModel()]
        for (const [name, act, isFirst] of actions) {
          const denials = isFirst ? first : second
          expect(await answerOf(denials, name, act)).toEqual(await answerOf(model, name, act))
          await denials.close()
        }
      }
    ),
    { numRuns: 50 }
  )
})
