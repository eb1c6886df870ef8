/** One session, two processes, one Redis, many clients: every event counts once, however often it is sent. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { RedisDenials } from '../../src/sessions/redis-denials.ts'
import { type RedisServer, startRedis } from '../redis-server.ts'
import { openStore } from '../store/fixture.ts'
import { eventOf } from './session-events.ts'

/** Of both processes; SESSION_EVENTS=100000 for a longer run. */
const EVENTS = Number(process.env.SESSION_EVENTS ?? 20_000)
const CLIENTS = 64
/** Three quarters of them blocks: no more than the store knows again. */
const DISTINCT = 1_280
const LIMITS = { consecutive: 5_000, total: 200 }
const SESSION = { tenant: 'acme', sessionId: 'shared' }

const PROGRAM = fileURLToPath(new URL('session-clients.ts', import.meta.url))

vi.setConfig({ testTimeout: 20_000 + 2 * EVENTS })

const report = z.object({
  sent: z.int(),
  unanswered: z.int(),
  ms: z.number(),
  openings: z.array(z.int()),
  answers: z.array(z.tuple([z.int(), z.array(z.string())]))
})

let server: RedisServer

beforeAll(async () => {
  server = await startRedis()
})

afterAll(() => server.stop())

async function process_(seed: number): Promise<z.infer<typeof report>> {
  const task = {
    url: server.url,
    session: SESSION,
    limits: LIMITS,
    clients: CLIENTS / 2,
    events: EVENTS / 2,
    distinct: DISTINCT,
    seed
  }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', PROGRAM, JSON.stringify(task)],
    { maxBuffer: 64 * 1024 * 1024 }
  )
  return report.parse(JSON.parse(stdout))
}

test(`counts are exact and the breaker opens once over ${EVENTS} events of ${CLIENTS} clients`, async () => {
  const reports = await Promise.all([process_(1), process_(2)])
  expect(reports.reduce((sum, { sent }) => sum + sent, 0)).toBeGreaterThanOrEqual(EVENTS)

  // Every answer to one event is the same, whoever was answered and when.
  const answers = new Map<number, Set<string>>()
  for (const [at, states] of reports.flatMap((one) => one.answers)) {
    answers.set(at, new Set([...(answers.get(at) ?? []), ...states]))
  }
  const torn = [...answers].filter(([, states]) => states.size > 1)
  expect(torn).toEqual([])

  // Each block led to a total of its own, from 1 to the number of them.
  const blocks = [...answers]
    .filter(([at]) => eventOf(at).event === 'block')
    .map(([, [state = '']]) => state.split(' ').map(Number))
    .sort(([, a = 0], [, b = 0]) => a - b)
  const successes = answers.size - blocks.length
  expect(blocks.map(([, total]) => total)).toEqual(blocks.map((_, at) => at + 1))

  // A run goes on or begins anew, and only a success begins it anew.
  const begun = blocks.filter(([run], at) => run !== (blocks[at - 1]?.[0] ?? 0) + 1)
  expect(begun.every(([run]) => run === 1)).toBe(true)
  expect(begun.length).toBeLessThanOrEqual(successes)
  expect(begun.length).toBeGreaterThan(0)

  // Who opened it is told once; a machine so busy that an answer was lost may have lost that one.
  const openings = reports.flatMap(({ openings: own }) => own)
  const isCertain = reports.every(({ unanswered }) => unanswered === 0)
  expect(openings).toEqual(isCertain || openings.length > 0 ? [LIMITS.total] : [])

  const { store, logger } = await openStore({ url: server.url })
  const denials = new RedisDenials({ store, logger, ttlMs: 60_000 })
  expect(await denials.read(SESSION)).toMatchObject({ total: blocks.length, breakerOpen: true })
  store.close()
})
