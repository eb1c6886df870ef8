/** A bound on what a thread may compute for one thing; waiting for a processor counts against a longer one. */
import { processorTime } from './cpu-time.ts'

export interface Bounds {
  /** Milliseconds of a processor; where the system does not tell, of the clock. */
  readonly computeMs: number
  /** Milliseconds of the clock: on a busy machine a thread waits for a processor. */
  readonly wallMs: number
}

/** Begins when it is made, and tells once when either bound is passed before it is stopped. */
export class ComputeBound {
  readonly #since = performance.now()
  readonly #before: number | undefined
  #timer: NodeJS.Timeout

  constructor(
    private readonly thread: string | undefined,
    private readonly bounds: Bounds,
    private readonly passed: () => void
  ) {
    this.#before = processorTime(thread)
    this.#timer = setTimeout(() => this.#look(), Math.min(bounds.computeMs, bounds.wallMs))
  }

  /** Milliseconds computed so far; what may be computed at the most. */
  get computed(): number {
    return Math.min(this.#spent(), this.bounds.computeMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  /** Looks again when a bound may have been passed. */
  #look(): void {
    const { computeMs, wallMs } = this.bounds
    const left = Math.min(computeMs - this.#spent(), wallMs - (performance.now() - this.#since))
    if (left < 1) this.passed()
    else this.#timer = setTimeout(() => this.#look(), left)
  }

  #spent(): number {
    const now = processorTime(this.thread)
    if (this.#before === undefined || now === undefined) return performance.now() - this.#since
    return now - this.#before
  }
}
