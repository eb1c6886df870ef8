/** A steady load of decisions, each answer of which is held against the set that it names. */
import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { KnownSet, Part } from './policy-sets.ts'
import { PARTS } from './policy-sets.ts'

export interface LoadReport {
  readonly answers: number
  /** Heavy calls that were answered with care, as they took too long: allowed under load, and by the same set. */
  readonly late: number
  /** What is wrong, a line each. */
  readonly faults: readonly string[]
  /** Digest to how many answers named it. */
  readonly seen: ReadonlyMap<string, number>
  /** Milliseconds, ascending. */
  readonly latencies: readonly number[]
}

const answer = z.object({
  decision: z.enum(['allow', 'ask', 'deny']),
  decidedBy: z.object({ detail: z.string().optional() }),
  policy: z.object({ digest: z.string(), ids: z.array(z.string()) })
})

/** One call in so many is decided in a worker. */
const HEAVY_EVERY = 50
const HEAVY_WORDS = ' word'.repeat(900)

const MOST_FAULTS = 20
const MOST_AT_ONCE = 32

export class SteadyLoad {
  readonly seen = new Map<string, number>()
  readonly #faults: string[] = []
  readonly #latencies: number[] = []
  readonly #running = new Set<Promise<void>>()
  readonly #agent = new Agent({ keepAlive: true, maxSockets: MOST_AT_ONCE })
  #late = 0
  #sent = 0
  #isOver = false
  #sending: Promise<void> | undefined

  constructor(
    private readonly origin: string,
    private readonly perSecond: number,
    private readonly known: ReadonlyMap<string, KnownSet>
  ) {}

  start(): void {
    this.#sending = this.#send()
  }

  async stop(): Promise<LoadReport> {
    this.#isOver = true
    await this.#sending
    await Promise.all(this.#running)
    this.#agent.destroy()
    return {
      answers: this.#latencies.length,
      late: this.#late,
      faults: this.#faults,
      seen: this.seen,
      latencies: this.#latencies.sort((a, b) => a - b)
    }
  }

  /** What is due is sent, unless too much is on its way: a machine that is busy otherwise is not this test's subject. */
  async #send(): Promise<void> {
    const since = performance.now()
    while (!this.#isOver) {
      const due = Math.floor(((performance.now() - since) * this.perSecond) / 1_000)
      for (; this.#sent < due && this.#running.size < MOST_AT_ONCE; this.#sent += 1) {
        const one = this.#call(this.#sent)
        this.#running.add(one)
        one.finally(() => this.#running.delete(one))
      }
      await setTimeout(2)
    }
  }

  async #call(number: number): Promise<void> {
    const part = PARTS[number % PARTS.length] ?? 'alpha'
    const isHeavy = number % HEAVY_EVERY === 0
    const command = isHeavy ? `${part} ${number}${HEAVY_WORDS}` : part
    const since = performance.now()
    try {
      const { status, text } = await this.#post(
        JSON.stringify({ tool: 'Bash', input: { command }, cwd: '/srv' })
      )
      this.#latencies.push(performance.now() - since)
      if (status === 200) this.#check(part, text)
      else this.#report(`${status}: ${text}`)
    } catch (error) {
      this.#report(String(error))
    }
  }

  #check(part: Part, text: string): void {
    const { decision, decidedBy, policy } = answer.parse(JSON.parse(text))
    const { digest } = policy
    this.seen.set(digest, (this.seen.get(digest) ?? 0) + 1)
    const set = this.known.get(digest)
    if (set === undefined) {
      this.#report(`an answer by a set that was never whole: ${digest}`)
      return
    }
    const isLate = decidedBy.detail === 'late' && decision === 'ask'
    if (isLate && set.decisions[part] !== 'deny') this.#late += 1
    else if (decision !== set.decisions[part]) {
      this.#report(`${part}: ${decision} by ${digest}, which says ${set.decisions[part]}`)
    }
  }

  #report(fault: string): void {
    if (this.#faults.length < MOST_FAULTS) this.#faults.push(fault)
  }

  #post(body: string): Promise<{ readonly status: number; readonly text: string }> {
    return new Promise((resolve, reject) => {
      const sent = request(
        `${this.origin}/decide`,
        {
          agent: this.#agent,
          method: 'POST',
          headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
        },
        (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (chunk: string) => {
            text += chunk
          })
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
          response.on('error', reject)
        }
      )
      sent.on('error', reject)
      sent.end(body)
    })
  }
}

/** The value that this part of all values does not exceed. */
export const quantile = (ascending: readonly number[], part: number): number =>
  ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * part))] ?? Number.NaN
