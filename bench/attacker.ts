/** Ordinary callers alone, then beside one who sends hostile requests: what do they notice of it? */
import { once } from 'node:events'
import { request } from 'node:http'
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

  // Ready beforehand: making bodies would take a processor from those who are measured.
  const attack = new Attack(service.url, bodiesFor(seconds))
  await callFor(WARM_UP_SECONDS)
  await longestTurn(service.url)
  const quiet = await callFor(seconds)
  const quietTurn = await longestTurn(service.url)
  attack.start()
  const attacked = await callFor(seconds)
  await attack.stop()
  const attackedTurn = await longestTurn(service.url)

  console.log(
    `${CALLS_PER_SECOND} decisions/s over ${CONNECTIONS} connections, ${seconds} s each; ` +
      `${attack.sent} hostile requests of ${HOSTILE.length} kinds`
  )
  report('quiet', quiet, quietTurn)
  report('attacked', attacked, attackedTurn)
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

function report(name: string, { latencies }: CallersFigures, turn: number): void {
  const [p50, p99, most] = [0.5, 0.99, 1].map((part) => quantile(latencies, part).toFixed(1))
  console.log(
    `${name.padEnd(9)} ${latencies.length} decisions: p50 ${p50} ms, p99 ${p99} ms, most ${most} ms; ` +
      `the service was late by ${turn.toFixed(1)} ms at the most`
  )
}

/** Milliseconds by which the event loop of the service was late at the most since the last time it was asked. */
async function longestTurn(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  return Number(/^\S*nodejs_eventloop_lag_max_seconds(?:\{.*\})? (\S+)$/m.exec(metrics)?.[1]) * 1_000
}

interface Prepared extends HostileRequest {
  readonly bytes: Buffer
}

/** Every kind in turn, each time with a body of its own. */
const bodiesFor = (seconds: number): readonly Prepared[] =>
  Array.from(
    { length: Math.ceil(seconds * HOSTILE_PER_SECOND) },
    (_, index) => HOSTILE[index % HOSTILE.length]
  )
    .filter((kind) => kind !== undefined)
    .map((kind) => ({ ...kind, bytes: Buffer.from(kind.body()) }))

/** One who sends hostile requests in turn, whether the last one is answered or not. */
class Attack {
  sent = 0
  readonly #slowest = new Map<string, number>()
  readonly #running = new Set<Promise<void>>()
  #isOver = false
  #sending: Promise<void> | undefined

  constructor(
    private readonly origin: string,
    private readonly prepared: readonly Prepared[]
  ) {}

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
      const next = this.prepared[this.sent]
      if (next === undefined) return
      const one = this.#post(next)
      this.#running.add(one)
      one.finally(() => this.#running.delete(one))
      await setTimeout(1_000 / HOSTILE_PER_SECOND)
    }
  }

  async #post({ name, method, path, bytes }: Prepared): Promise<void> {
    const since = performance.now()
    await send(this.origin + path, method ?? 'POST', bytes)
    this.#slowest.set(name, Math.max(this.#slowest.get(name) ?? 0, performance.now() - since))
  }
}

/** Resolves with the end of the answer; to be cut off is as good an answer as any. */
function send(url: string, method: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': bytes.length }
    const call = request(url, { method, headers }, (answer) => {
      answer.on('error', () => undefined).on('close', resolve)
      answer.resume()
    })
    call.on('error', () => resolve())
    call.end(bytes)
  })
}
