/**
 * Has heavy calls decided in worker threads, each of which takes one at a time. A worker that takes too long is
 * terminated and replaced, which is the only hard bound on what a text may cost; the others go on meanwhile.
 */
import { Worker } from 'node:worker_threads'
import type { CountedReader, ReaderCounters } from '../engine/bash/reader.ts'
import type { BatchPosition, Decided } from '../engine/decide.ts'
import type {
  Classification,
  ClassifyRequest,
  DecideRequest,
  PolicyFile,
  SettingsProblem
} from '../engine/decision.ts'
import type { Elsewhere } from '../engine/elsewhere.ts'
import { processorTime } from './cpu-time.ts'
import { workerEntry } from './entry.ts'
import type { FromWorker, Job, Outcome, WorkerData } from './messages.ts'
import { isHeavyCall } from './weight.ts'

export interface SupervisorOptions {
  readonly policies: readonly PolicyFile[]
  /** The service's own reader: once it is broken every command is heavy. */
  readonly reader: CountedReader
  readonly limits?: Partial<OffloadLimits>
  /** The worker's module. */
  readonly entry?: URL
}

export interface OffloadLimits {
  /** How long a worker may compute for one call; where the system does not tell, how long the call may take. */
  readonly jobMs: number
  /** How long one call may take at all once it is begun: on a busy machine a worker waits for a processor. */
  readonly wallMs: number
  /** Calls that may wait for their turn. */
  readonly queue: number
  readonly workers: number
  /** Before a worker that did not even start is replaced. */
  readonly restartMs: number
}

const LIMITS: OffloadLimits = { jobMs: 60, wallMs: 1_000, queue: 64, workers: 2, restartMs: 1_000 }

/** A worker's heap; what needs more has run away. */
const HEAP_MB = 256

/** What became of heavy calls, and of the scripts parsed for them. */
export interface OffloadCounters {
  answered: number
  /** Workers terminated because a call took too long. */
  terminated: number
  /** Workers that ended, or had to be replaced, because something in them failed. */
  crashed: number
  /** Calls that met a full queue, or no worker that was ready. */
  refused: number
}

interface Pending {
  readonly job: Job
  readonly settle: (outcome: Outcome) => void
}

interface Running {
  readonly pending: Pending
  readonly since: number
  /** What the worker had computed before. */
  readonly computed: number | undefined
  timer: NodeJS.Timeout
}

interface Colleague {
  readonly worker: Worker
  isReady: boolean
  /** As the system calls it. */
  thread: string | undefined
  counters: ReaderCounters
  running: Running | undefined
}

const FAILED: Outcome = { kind: 'failed' }
const NO_PARSES: ReaderCounters = { parses: 0, cancelled: 0, crashed: 0 }

export class Supervisor implements Elsewhere {
  readonly counters: OffloadCounters = { answered: 0, terminated: 0, crashed: 0, refused: 0 }
  readonly #options: SupervisorOptions
  readonly #limits: OffloadLimits
  readonly #colleagues = new Set<Colleague>()
  readonly #queue: Pending[] = []
  #parsed: ReaderCounters = NO_PARSES
  #isClosed = false
  #started: ((error: Error | undefined) => void) | undefined

  constructor(options: SupervisorOptions) {
    this.#options = options
    this.#limits = { ...LIMITS, ...options.limits }
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
    for (const { settle } of this.#queue.splice(0)) settle(FAILED)
    const all = [...this.#colleagues]
    for (const colleague of all) this.#finish(colleague, FAILED)
    await Promise.all(all.map((colleague) => this.#dismiss(colleague)))
  }

  isHeavy(request: DecideRequest | ClassifyRequest): boolean {
    return this.#options.reader.isBroken || isHeavyCall(request)
  }

  async decide(
    request: DecideRequest,
    { directoryUnknown, allowance }: BatchPosition
  ): Promise<Decided | SettingsProblem | undefined> {
    const { left } = allowance
    const outcome = await this.#submit({ kind: 'decide', request, directoryUnknown, left })
    if (outcome.kind !== 'decide') return undefined
    allowance.left = outcome.left
    return outcome.decided
  }

  async classify(request: ClassifyRequest): Promise<Classification | undefined> {
    const outcome = await this.#submit({ kind: 'classify', request })
    return outcome.kind === 'classify' ? outcome.classification : undefined
  }

  #submit(job: Job): Promise<Outcome> {
    const isFull = this.#queue.length >= this.#limits.queue
    if (this.#isClosed || isFull || this.ready === 0) {
      this.counters.refused += 1
      return Promise.resolve(FAILED)
    }
    return new Promise((settle) => {
      this.#queue.push({ job, settle })
      this.#next()
    })
  }

  /** Hands waiting calls to workers that have nothing to do. */
  #next(): void {
    if (this.ready === 0) {
      // Waiting for one to start would take longer than anybody waits.
      for (const { settle } of this.#queue.splice(0)) {
        this.counters.refused += 1
        settle(FAILED)
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
    const { jobMs } = this.#limits
    colleague.running = {
      pending,
      since: performance.now(),
      computed: processorTime(colleague.thread),
      timer: setTimeout(() => this.#look(colleague), jobMs)
    }
    try {
      colleague.worker.postMessage(pending.job)
    } catch {
      // Something in the request is no plain data.
      this.#finish(colleague, FAILED)
    }
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

  #leftOf({ since, computed }: Running, thread: string | undefined): number {
    const { jobMs, wallMs } = this.#limits
    const elapsed = performance.now() - since
    const now = processorTime(thread)
    if (computed === undefined || now === undefined) return jobMs - elapsed
    return Math.min(jobMs - (now - computed), wallMs - elapsed)
  }

  /** Ends the call that the colleague works on, if any. */
  #finish(colleague: Colleague, outcome: Outcome): void {
    const { running } = colleague
    if (running === undefined) return
    clearTimeout(running.timer)
    colleague.running = undefined
    if (outcome.kind !== 'failed') this.counters.answered += 1
    running.pending.settle(outcome)
    this.#next()
  }

  #hire(): void {
    const data: WorkerData = { policies: this.#options.policies }
    const worker = new Worker(this.#options.entry ?? workerEntry('worker'), {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB }
    })
    // A worker must not keep a process alive that has nothing else to do.
    worker.unref()
    const colleague: Colleague = {
      worker,
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
      // One after the other: starting takes a processor for a while, and callers need one as well.
      if (this.#colleagues.size < this.#limits.workers) this.#hire()
      this.#next()
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
    setTimeout(() => {
      if (!this.#isClosed) this.#hire()
    }, this.#limits.restartMs).unref()
  }

  #replace(colleague: Colleague): void {
    this.#dismiss(colleague)
    if (!this.#isClosed) this.#hire()
    this.#finish(colleague, FAILED)
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
