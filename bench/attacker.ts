/** Ordinary callers alone, then beside one who sends hostile requests: what do they notice of it? */
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { throughLoader } from '../src/offload/entry.ts'
import { HOSTILE, type HostileRequest } from '../test/faults/hostile-requests.ts'
import { quantile } from '../test/faults/reload-load.ts'
import type { CallersFigures, CallersPlan } from './paced-callers.ts'
import { startService } from './server.ts'

const CONNECTIONS = 8
const CALLS_PER_SECOND = 400
const HOSTILE_PER_SECOND = 5
const WARM_UP_SECONDS = 5

/** What the slowest of a hundred decisions may take: twice what it takes in quiet, or so much. */
const TOLERATED_P99_MS = 20
/** What any decision may take. */
const TOLERATED_MS = 120

/** Prints latencies in quiet and under attack; ends with 1 where the attack was felt too much. */
export async function runAttacker(seconds: number): Promise<void> {
  const service = await startService({ PORTCULLIS_LOG_LEVEL: 'error' })
  const plan: CallersPlan = { origin: service.url, connections: CONNECTIONS, perSecond: CALLS_PER_SECOND }
  const callers = new Worker(throughLoader(new URL('./paced-callers.ts', import.meta.url)), {
    workerData: plan
  })
  const callFor = async (duration: number): Promise<CallersFigures> => {
    callers.postMessage(duration)
    const [figures]: CallersFigures[] = await once(callers, 'message')
    if (figures === undefined) throw new Error('the callers say nothing')
    return figures
  }

  await callFor(WARM_UP_SECONDS)
  const quiet = await callFor(seconds)
  const attack = new Attack(service.url)
  attack.start()
  const attacked = await callFor(seconds)
  await attack.stop()

  console.log(
    `${CALLS_PER_SECOND} decisions/s over ${CONNECTIONS} connections, ${seconds} s each; ` +
      `${attack.sent} hostile requests of ${HOSTILE.length} kinds`
  )
  report('quiet', quiet)
  report('attacked', attacked)
  console.log('slowest hostile answers:')
  for (const [name, ms] of attack.slowest(8)) console.log(`  ${ms.toFixed(0).padStart(5)} ms  ${name}`)
  const bound = Math.max(2 * quantile(quiet.latencies, 0.99), TOLERATED_P99_MS)
  const p99 = quantile(attacked.latencies, 0.99)
  const most = quantile(attacked.latencies, 1)
  const failures = [...quiet.failures, ...attacked.failures]
  const isGood = p99 <= bound && most <= TOLERATED_MS && failures.length === 0
  console.log(
    `${isGood ? 'held' : 'FAILED'}: p99 ${p99.toFixed(1)} of ${bound.toFixed(1)} ms, ` +
      `most ${most.toFixed(1)} of ${TOLERATED_MS} ms, ${failures.length} calls failed`
  )
  await callers.terminate()
  service.stop()
  if (!isGood) process.exitCode = 1
}

function report(name: string, { latencies }: CallersFigures): void {
  const [p50, p99, most] = [0.5, 0.99, 1].map((part) => quantile(latencies, part).toFixed(1))
  console.log(
    `${name.padEnd(9)} ${latencies.length} decisions: p50 ${p50} ms, p99 ${p99} ms, most ${most} ms`
  )
}

/** One who sends every kind of hostile request in turn, whether the last one is answered or not. */
class Attack {
  sent = 0
  readonly #slowest = new Map<string, number>()
  readonly #running = new Set<Promise<void>>()
  #isOver = false
  #sending: Promise<void> | undefined

  constructor(private readonly origin: string) {}

  start(): void {
    this.#sending = this.#send()
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#sending
    await Promise.all(this.#running)
  }

  slowest(count: number): readonly (readonly [name: string, ms: number])[] {
    return [...this.#slowest].sort(([, a], [, b]) => b - a).slice(0, count)
  }

  async #send(): Promise<void> {
    for (; !this.#isOver; this.sent += 1) {
      const kind = HOSTILE[this.sent % HOSTILE.length]
      if (kind === undefined) return
      const one = this.#post(kind)
      this.#running.add(one)
      one.finally(() => this.#running.delete(one))
      await setTimeout(1_000 / HOSTILE_PER_SECOND)
    }
  }

  async #post({ name, method, path, body }: HostileRequest): Promise<void> {
    const bytes = body()
    const since = performance.now()
    try {
      const answer = await fetch(this.origin + path, {
        method: method ?? 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof bytes === 'string' ? bytes : new Uint8Array(bytes)
      })
      await answer.arrayBuffer()
    } catch {
      // Cut off: as good an answer as any.
    }
    this.#slowest.set(name, Math.max(this.#slowest.get(name) ?? 0, performance.now() - since))
  }
}
