/**
 * Has heavy calls decided in worker threads, each of which takes one at a time. A worker that takes too long is
 * terminated and replaced, which is the only hard bound on what a text may cost; the others go on meanwhile.
 */
import { Worker } from 'node:worker_threads'
import type { CountedReader, ReaderCounters } from '../engine/bash/reader.ts'
import { ALONE } from '../engine/decide.ts'
import type { DecideRequest } from '../engine/decision.ts'
import type { Elsewhere } from '../engine/elsewhere.ts'
import type { LayerSettings } from '../engine/layers/compile.ts'
import type { MaybePromise } from '../engine/maybe-promise.ts'
import { checkSettings, type SettingsChecked } from '../engine/settings-check.ts'
import { type Begin, computedSince, processorTime } from './cpu-time.ts'
import { workerEntry } from './entry.ts'
import { OFFLOAD_LIMITS, type OffloadCounters, type OffloadLimits } from './limits.ts'
import {
  type FromWorker,
  type Job,
  nameOf,
  type OffloadSelection,
  type OffloadSet,
  type Outcome,
  type ToWorker
} from './messages.ts'
import { SentSets } from './sets.ts'
import { compilingMs, hasHeavySettings, isHeavyCall } from './weight.ts'

export interface SupervisorOptions {
  /** The service's own reader: once it is broken every command is heavy. */
  readonly reader: CountedReader
  readonly limits?: Partial<OffloadLimits>
  /** The worker's module. */
  readonly entry?: URL
}

/** A worker's heap; what needs more has run away. */
const HEAP_MB = 256

interface Pending {
  readonly job: Job
  readonly selection: OffloadSelection
  /** Milliseconds that a worker may compute for it. */
  readonly mayTake: number
  /** `computed`: milliseconds that a worker spent on it. */
  readonly settle: (outcome: Outcome, computed: number) => void
}

interface Running {
  readonly pending: Pending
  /** undefined: the worker still gets its policies ready. */
  begun: Begin | undefined
  timer: NodeJS.Timeout
}

interface Colleague {
  readonly worker: Worker
  readonly sent: SentSets
  isReady: boolean
  /** As the system calls it. */
  thread: string | undefined
  counters: ReaderCounters
  running: Running | undefined
}

/** What became of a call, and the milliseconds that a worker spent on it. */
interface Settled {
  readonly outcome: Outcome
  readonly computed: number
}

/** What settings that come without a call are weighed with. */
const NO_CALL = { tool: '', input: {}, cwd: '/' } as const

const FAILED: Outcome = { kind: 'failed' }
const NO_PARSES: ReaderCounters = { parses: 0, cancelled: 0, crashed: 0 }

export class Supervisor {
  readonly counters: OffloadCounters = { answered: 0, terminated: 0, crashed: 0, refused: 0 }
  readonly #options: SupervisorOptions
  readonly #limits: OffloadLimits
  readonly #colleagues = new Set<Colleague>()
  readonly #queue: Pending[] = []
  /** Milliseconds that workers spent on a batch, by its allowance. */
  readonly #spent = new WeakMap<object, number>()
  #parsed: ReaderCounters = NO_PARSES
  #isClosed = false
  #current: OffloadSet | undefined
  #started: ((error: Error | undefined) => void) | undefined

  constructor(options: SupervisorOptions) {
    this.#options = options
    this.#limits = { ...OFFLOAD_LIMITS, ...options.limits }
  }

  /** Parses of all workers, those that are gone included. */
  get parsed(): ReaderCounters {
    return [...this.#colleagues].reduce((sum, { counters }) => add(sum, counters), this.#parsed)
  }

  /** Workers that could take a call, or are at one. */
  get ready(): number {
    return [...this.#colleagues].filter(({ isReady }) => isReady).length
  }

  /** Resolves once a worker is ready; rejects where one does not even start before that. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#started = (error) => (error === undefined ? resolve() : reject(error))
      this.#hire()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { settle } of this.#queue.splice(0)) settle(FAILED, 0)
    const all = [...this.#colleagues]
    for (const colleague of all) this.#finish(colleague, FAILED)
    await Promise.all(all.map((colleague) => this.#dismiss(colleague)))
  }

  /** Sends the set to all workers, so that no call has to wait for that. */
  activate(set: OffloadSet): void {
    this.#current = set
    for (const colleague of this.#colleagues) if (colleague.isReady) this.#load(colleague, set)
  }

  /** Decides by these policies and no others, whatever set is active meanwhile. */
  over(selection: OffloadSelection): Elsewhere {
    return {
      isHeavy: (request) => this.#options.reader.isBroken || isHeavyCall(request),
      hasHeavySettings,
      decide: async (request, { directoryUnknown, allowance }) => {
        const { left } = allowance
        const spent = this.#spent.get(allowance) ?? 0
        if (spent >= this.#limits.batchMs + compilingMs(request)) return undefined
        const job: Job = { kind: 'decide', request, directoryUnknown, left }
        const { outcome, computed } = await this.#submit(job, selection)
        // All calls that come alone share theirs.
        if (allowance !== ALONE.allowance) this.#spent.set(allowance, spent + computed)
        if (outcome.kind !== 'decide') return undefined
        allowance.left = outcome.left
        return outcome.decided
      },
      classify: async (request) => {
        const { outcome } = await this.#submit({ kind: 'classify', request }, selection)
        return outcome.kind === 'classify' ? outcome.classification : undefined
      }
    }
  }

  /** Settings of few rules are checked at once; undefined: no worker had the time for so many. */
  checkSettings(settings: LayerSettings): MaybePromise<SettingsChecked | undefined> {
    const request: DecideRequest = { ...NO_CALL, settings }
    if (!hasHeavySettings(request)) return checkSettings(settings)
    const set = this.#current
    if (set === undefined) return undefined
    return this.#submit({ kind: 'settings', request }, { set, policies: [] }).then(({ outcome }) =>
      outcome.kind === 'settings' ? outcome.checked : undefined
    )
  }

  #submit(job: Job, selection: OffloadSelection): Promise<Settled> {
    const isFull = this.#queue.length >= this.#limits.queue
    if (this.#isClosed || isFull || this.ready === 0) {
      this.counters.refused += 1
      return Promise.resolve({ outcome: FAILED, computed: 0 })
    }
    return new Promise((resolve) => {
      const settle: Pending['settle'] = (outcome, computed) => resolve({ outcome, computed })
      const mayTake = this.#limits.jobMs + compilingMs(job.request)
      this.#queue.push({ job, selection, mayTake, settle })
      this.#next()
    })
  }

  /** Hands waiting calls to workers that have nothing to do. */
  #next(): void {
    if (this.ready === 0) {
      // Waiting for one to start would take longer than anybody waits.
      for (const { settle } of this.#queue.splice(0)) {
        this.counters.refused += 1
        settle(FAILED, 0)
      }
    }
    for (const colleague of this.#colleagues) {
      if (!colleague.isReady || colleague.running !== undefined) continue
      const pending = this.#queue.shift()
      if (pending === undefined) return
      this.#begin(colleague, pending)
    }
  }

  #begin(colleague: Colleague, pending: Pending): void {
    const { job, selection } = pending
    const timer = setTimeout(() => this.#look(colleague), this.#limits.loadMs)
    colleague.running = { pending, begun: undefined, timer }
    try {
      this.#load(colleague, selection.set)
      const { set, policies } = selection
      const message: ToWorker = { kind: 'job', job, digest: set.digest, names: policies.map(nameOf) }
      colleague.worker.postMessage(message)
    } catch {
      // Something in the request is no plain data.
      this.#finish(colleague, FAILED)
    }
  }

  #load({ worker, sent }: Colleague, set: OffloadSet): void {
    const message: ToWorker | undefined = sent.loadFor(set)
    if (message !== undefined) worker.postMessage(message)
  }

  /** From here on it is the call that takes time. */
  #time(colleague: Colleague): void {
    const { running } = colleague
    if (running === undefined || running.begun !== undefined) return
    clearTimeout(running.timer)
    running.begun = { at: performance.now(), computed: processorTime(colleague.thread) }
    running.timer = setTimeout(() => this.#look(colleague), running.pending.mayTake)
  }

  /** Ends the worker if its call took too long, else looks again when it may have. */
  #look(colleague: Colleague): void {
    const { running } = colleague
    if (running === undefined) return
    const left = this.#leftOf(running, colleague.thread)
    if (left >= 1) {
      running.timer = setTimeout(() => this.#look(colleague), left)
      return
    }
    this.counters.terminated += 1
    this.#replace(colleague)
  }

  #leftOf({ begun, pending }: Running, thread: string | undefined): number {
    if (begun === undefined) return 0
    const wall = this.#limits.wallMs - (performance.now() - begun.at)
    return Math.min(pending.mayTake - computedSince(begun, thread), wall)
  }

  /** What a call that ends now has cost; one that was terminated has had all that it may. */
  #computedFor({ begun, pending }: Running, thread: string | undefined): number {
    return begun === undefined ? 0 : Math.min(computedSince(begun, thread), pending.mayTake)
  }

  /** Ends the call that the colleague works on, if any. */
  #finish(colleague: Colleague, outcome: Outcome): void {
    const { running } = colleague
    if (running === undefined) return
    clearTimeout(running.timer)
    colleague.running = undefined
    if (outcome.kind !== 'failed') this.counters.answered += 1
    running.pending.settle(outcome, this.#computedFor(running, colleague.thread))
    this.#next()
  }

  #hire(): void {
    const worker = new Worker(this.#options.entry ?? workerEntry('worker'), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB }
    })
    // A worker must not keep a process alive that has nothing else to do.
    worker.unref()
    const colleague: Colleague = {
      worker,
      sent: new SentSets(),
      isReady: false,
      thread: undefined,
      counters: NO_PARSES,
      running: undefined
    }
    this.#colleagues.add(colleague)
    worker.on('message', (message: FromWorker) => this.#hear(colleague, message))
    worker.on('error', (error) => this.#lose(colleague, error))
    worker.on('exit', (code) => this.#lose(colleague, new Error(`a worker ended with ${code}`)))
  }

  #hear(colleague: Colleague, message: FromWorker): void {
    if (!this.#colleagues.has(colleague)) return
    if (message.kind === 'ready') {
      colleague.isReady = true
      colleague.thread = message.thread
      this.#reportStart(undefined)
      if (this.#current !== undefined) this.#load(colleague, this.#current)
      // One after the other: starting takes a processor for a while, and callers need one as well.
      if (this.#colleagues.size < this.#limits.workers) this.#hire()
      this.#next()
      return
    }
    if (message.kind === 'begun') {
      this.#time(colleague)
      return
    }
    colleague.counters = message.counters
    if (message.isBroken) {
      this.counters.crashed += 1
      this.#dismiss(colleague)
      this.#hire()
    }
    this.#finish(colleague, message.outcome)
  }

  /** A worker ended by itself. */
  #lose(colleague: Colleague, error: Error): void {
    if (!this.#colleagues.has(colleague)) return
    this.counters.crashed += 1
    this.#reportStart(error)
    if (colleague.isReady) {
      this.#replace(colleague)
      return
    }
    this.#dismiss(colleague)
    this.#hireLater()
  }

  #replace(colleague: Colleague): void {
    this.#dismiss(colleague)
    // Somebody who sends such calls in a row shall not have threads started in a row.
    if (this.ready > 0) this.#hireLater()
    else if (!this.#isClosed) this.#hire()
    this.#finish(colleague, FAILED)
  }

  #hireLater(): void {
    setTimeout(() => {
      if (!this.#isClosed && this.#colleagues.size < this.#limits.workers) this.#hire()
    }, this.#limits.restartMs).unref()
  }

  async #dismiss(colleague: Colleague): Promise<void> {
    this.#colleagues.delete(colleague)
    this.#parsed = add(this.#parsed, colleague.counters)
    await colleague.worker.terminate()
  }

  #reportStart(error: Error | undefined): void {
    this.#started?.(error)
    this.#started = undefined
  }
}

const add = (a: ReaderCounters, b: ReaderCounters): ReaderCounters => ({
  parses: a.parses + b.parses,
  cancelled: a.cancelled + b.cancelled,
  crashed: a.crashed + b.crashed
})
