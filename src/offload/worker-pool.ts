/**
 * Worker threads, each of which takes one heavy call at a time. One that takes too long is terminated and replaced,
 * which is the only hard bound on what a text may cost; the others go on meanwhile.
 */
import type { Worker } from 'node:worker_threads'
import type { ReaderCounters } from '../engine/bash/reader.ts'
import { ComputeBound } from './compute-bound.ts'
import type { OffloadCounters, OffloadLimits } from './limits.ts'
import {
  FAILED,
  type FromWorker,
  type Job,
  nameOf,
  type OffloadSelection,
  type OffloadSet,
  type Outcome,
  type ToWorker
} from './messages.ts'
import { SentSets } from './sets.ts'
import { BEHIND_MAIN } from './thread-priority.ts'
import { compilingMs } from './weight.ts'
import { startWorker } from './worker-thread.ts'

/** What became of a job, and the milliseconds that a worker spent on it. */
export interface Settled {
  readonly outcome: Outcome
  readonly computed: number
}

interface Pending {
  readonly job: Job
  readonly selection: OffloadSelection
  readonly settle: (settled: Settled) => void
}

interface Running {
  readonly pending: Pending
  /** The worker still gets its policies ready. */
  isLoading: boolean
  bound: ComputeBound
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

/** A worker's heap; what needs more has run away. */
const HEAP_MB = 256

/** Compiling on a busy machine takes up to so many times as long as it computes. */
const COMPILING_WALL = 5

const NOTHING: Settled = { outcome: FAILED, computed: 0 }
const NO_PARSES: ReaderCounters = { parses: 0, cancelled: 0, crashed: 0 }

export class WorkerPool {
  readonly counters: OffloadCounters = { answered: 0, terminated: 0, crashed: 0, refused: 0 }
  readonly #colleagues = new Set<Colleague>()
  readonly #queue: Pending[] = []
  /** Of those that are gone. */
  #parsed: ReaderCounters = NO_PARSES
  #isClosed = false
  #current: OffloadSet | undefined
  #started: ((error: Error | undefined) => void) | undefined

  /** `module`: what a worker runs. */
  constructor(
    private readonly limits: OffloadLimits,
    private readonly module: URL
  ) {}

  /** Parses of all workers, those that are gone included. */
  get parsed(): ReaderCounters {
    return [...this.#colleagues].reduce((sum, { counters }) => add(sum, counters), this.#parsed)
  }

  /** Workers that could take a call, or are at one. */
  get ready(): number {
    return [...this.#colleagues].filter(({ isReady }) => isReady).length
  }

  /** The set that all workers were sent last. */
  get current(): OffloadSet | undefined {
    return this.#current
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
    for (const { settle } of this.#queue.splice(0)) settle(NOTHING)
    const all = [...this.#colleagues]
    for (const colleague of all) this.#finish(colleague, FAILED)
    await Promise.all(all.map((colleague) => this.#dismiss(colleague)))
  }

  /** Sends the set to all workers, so that no call has to wait for that. */
  activate(set: OffloadSet): void {
    this.#current = set
    for (const colleague of this.#colleagues) if (colleague.isReady) this.#load(colleague, set)
  }

  /** Has the job done over these policies; one that nobody can take soon fails at once. Never rejects. */
  submit(job: Job, selection: OffloadSelection): Promise<Settled> {
    const isFull = this.#queue.length >= this.limits.queue
    if (this.#isClosed || isFull || this.ready === 0) {
      this.counters.refused += 1
      return Promise.resolve(NOTHING)
    }
    return new Promise((settle) => {
      this.#queue.push({ job, selection, settle })
      this.#next()
    })
  }

  /** Hands waiting jobs to workers that have nothing to do. */
  #next(): void {
    if (this.ready === 0) {
      // Waiting for one to start would take longer than anybody waits.
      for (const { settle } of this.#queue.splice(0)) {
        this.counters.refused += 1
        settle(NOTHING)
      }
    }
    let busy = [...this.#colleagues].filter(({ running }) => running !== undefined).length
    for (const colleague of this.#colleagues) {
      if (busy >= this.limits.busy) return
      if (!colleague.isReady || colleague.running !== undefined) continue
      const pending = this.#queue.shift()
      if (pending === undefined) return
      busy += 1
      this.#begin(colleague, pending)
    }
  }

  #begin(colleague: Colleague, pending: Pending): void {
    const { loadMs, wallMs } = this.limits
    const bound = this.#bound(colleague, loadMs, loadMs + wallMs)
    colleague.running = { pending, isLoading: true, bound }
    const { set, policies } = pending.selection
    try {
      this.#load(colleague, set)
      const names = policies.map(nameOf)
      const message: ToWorker = { kind: 'job', job: pending.job, digest: set.digest, names }
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

  /** From here on it is the job that takes time. */
  #time(colleague: Colleague): void {
    const { running } = colleague
    if (running?.isLoading !== true) return
    running.bound.stop()
    running.isLoading = false
    const compiling = compilingMs(running.pending.job.request)
    const { jobMs, wallMs } = this.limits
    running.bound = this.#bound(colleague, jobMs + compiling, wallMs + COMPILING_WALL * compiling)
  }

  #bound(colleague: Colleague, computeMs: number, wallMs: number): ComputeBound {
    return new ComputeBound(colleague.thread, { computeMs, wallMs }, () => {
      this.counters.terminated += 1
      this.#replace(colleague)
    })
  }

  /** Ends the job that the colleague works on, if any. */
  #finish(colleague: Colleague, outcome: Outcome): void {
    const { running } = colleague
    if (running === undefined) return
    const { pending, isLoading, bound } = running
    bound.stop()
    colleague.running = undefined
    if (outcome.kind !== 'failed') this.counters.answered += 1
    pending.settle({ outcome, computed: isLoading ? 0 : bound.computed })
    this.#next()
  }

  #hire(): void {
    const worker = startWorker({
      module: this.module,
      heapMb: HEAP_MB,
      niceness: BEHIND_MAIN,
      heard: (message: FromWorker) => this.#hear(colleague, message),
      lost: (error) => this.#lose(colleague, error)
    })
    const colleague: Colleague = {
      worker,
      sent: new SentSets(),
      isReady: false,
      thread: undefined,
      counters: NO_PARSES,
      running: undefined
    }
    this.#colleagues.add(colleague)
  }

  #hear(colleague: Colleague, message: FromWorker): void {
    if (!this.#colleagues.has(colleague)) return
    if (message.kind === 'ready') {
      colleague.isReady = true
      colleague.thread = message.thread
      this.#reportStart(undefined)
      if (this.#current !== undefined) this.#load(colleague, this.#current)
      // One after the other: starting takes a processor for a while, and callers need one as well.
      if (this.#colleagues.size < this.limits.workers) this.#hire()
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
      if (!this.#isClosed && this.#colleagues.size < this.limits.workers) this.#hire()
    }, this.limits.restartMs).unref()
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
