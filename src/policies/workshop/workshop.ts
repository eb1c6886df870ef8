/**
 * Looks at the policies that callers send, in one thread of its own: what they cost delays no decision. A job that
 * takes too long ends with its thread.
 */
import type { Worker } from 'node:worker_threads'
import { ComputeBound } from '../../offload/compute-bound.ts'
import { moduleBeside } from '../../offload/entry.ts'
import { BEHIND_ALL } from '../../offload/thread-priority.ts'
import { startWorker } from '../../offload/worker-thread.ts'
import type { FromWorker, Job, Outcome } from './jobs.ts'

/** Does jobs; in production in a thread. */
export interface PolicyWorkshop {
  /** Never rejects. */
  run(job: Job): Promise<Outcome>
  /** Ends what is being done. */
  close(): Promise<void>
}

export interface WorkshopLimits {
  /** How long a job may compute; where the system does not tell, how long it may take. */
  readonly jobMs: number
  /** How long a job may take at all once it is begun. */
  readonly wallMs: number
  /** How long the thread may take to start. */
  readonly startMs: number
  /** Jobs that may wait for their turn. */
  readonly queue: number
  readonly heapMb: number
}

export const WORKSHOP_LIMITS: WorkshopLimits = {
  jobMs: 2_000,
  wallMs: 20_000,
  startMs: 60_000,
  queue: 4,
  heapMb: 192
}

interface Pending {
  readonly job: Job
  readonly settle: (outcome: Outcome) => void
}

interface Bench {
  readonly worker: Worker
  thread: string | undefined
  isReady: boolean
}

export class Workshop implements PolicyWorkshop {
  readonly #limits: WorkshopLimits
  readonly #queue: Pending[] = []
  #bench: Bench | undefined
  #running: Pending | undefined
  /** On what the running job may take. */
  #bound: ComputeBound | undefined
  #isClosed = false

  /** `module`: what the worker runs. */
  constructor(
    limits: Partial<WorkshopLimits> = {},
    private readonly module: URL = moduleBeside('worker', import.meta.url)
  ) {
    this.#limits = { ...WORKSHOP_LIMITS, ...limits }
  }

  run(job: Job): Promise<Outcome> {
    if (this.#isClosed || this.#queue.length >= this.#limits.queue) return Promise.resolve({ kind: 'busy' })
    return new Promise((settle) => {
      this.#queue.push({ job, settle })
      this.#next()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const waiting = this.#queue.splice(0)
    if (this.#running !== undefined) waiting.unshift(this.#running)
    await this.#clear()
    for (const { settle } of waiting) settle({ kind: 'busy' })
  }

  #next(): void {
    if (this.#running !== undefined || this.#isClosed) return
    const pending = this.#queue.shift()
    if (pending === undefined) return
    this.#running = pending
    // Few services are ever asked, so the thread starts with the first job.
    if (this.#bench?.isReady) this.#begin(this.#bench, pending)
    else {
      this.#bench ??= this.#open()
      this.#allow(this.#limits.startMs, this.#limits.startMs)
    }
  }

  #open(): Bench {
    const worker = startWorker({
      module: this.module,
      heapMb: this.#limits.heapMb,
      niceness: BEHIND_ALL,
      heard: (message: FromWorker) => this.#hear(bench, message),
      // Out of memory, or an error that nobody foresaw: the job is to blame.
      lost: () => this.#lose(bench)
    })
    const bench: Bench = { worker, thread: undefined, isReady: false }
    return bench
  }

  #hear(bench: Bench, message: FromWorker): void {
    if (bench !== this.#bench) return
    if (message.kind === 'done') {
      this.#settle(message.outcome)
      return
    }
    bench.thread = message.thread
    bench.isReady = true
    if (this.#running !== undefined) this.#begin(bench, this.#running)
  }

  #begin({ worker }: Bench, { job }: Pending): void {
    this.#allow(this.#limits.jobMs, this.#limits.wallMs)
    worker.postMessage(job)
  }

  /** From now on the thread may take so long. */
  #allow(computeMs: number, wallMs: number): void {
    this.#bound?.stop()
    this.#bound = new ComputeBound(this.#bench?.thread, { computeMs, wallMs }, () =>
      this.#give({ kind: 'over-bound' })
    )
  }

  #lose(bench: Bench): void {
    if (bench === this.#bench) this.#give({ kind: 'over-bound' })
  }

  /** Ends the job and the thread it runs in. */
  #give(outcome: Outcome): void {
    void this.#clear()
    this.#settle(outcome)
  }

  #settle(outcome: Outcome): void {
    this.#bound?.stop()
    const running = this.#running
    this.#running = undefined
    running?.settle(outcome)
    this.#next()
  }

  async #clear(): Promise<void> {
    this.#bound?.stop()
    const bench = this.#bench
    this.#bench = undefined
    await bench?.worker.terminate()
  }
}
