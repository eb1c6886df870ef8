/** What is read again while the service runs: what is broken changes nothing. */
import type { Logger } from 'pino'

export type Reading<T> = { readonly value: T } | { readonly faults: readonly string[] }

/** Reads afresh; `previous` is what is in force. Never rejects. */
export type Load<T> = (previous: T | undefined) => Promise<Reading<T>>

/** The newest value that could be read, and whether a newer one is broken. */
export class LastGood<T> {
  readonly #what: string
  readonly #load: Load<T>
  readonly #logger: Logger
  #current: T
  #faults: readonly string[] = []
  #reloading: Promise<void> = Promise.resolve()

  private constructor(what: string, load: Load<T>, logger: Logger, first: T) {
    this.#what = what
    this.#load = load
    this.#logger = logger
    this.#current = first
  }

  /** The first reading must succeed. `what` names it in the log and in readiness, without a path. */
  static async open<T>(
    what: string,
    load: Load<T>,
    logger: Logger
  ): Promise<LastGood<T> | { readonly faults: readonly string[] }> {
    const reading = await load(undefined)
    return 'faults' in reading ? reading : new LastGood(what, load, logger, reading.value)
  }

  get current(): T {
    return this.#current
  }

  /** Why the value is not the newest one; undefined: it is. */
  health(): string | undefined {
    return this.#faults.length === 0 ? undefined : `${this.#what}: the last good one is in force`
  }

  /** Reads once more, after any reading under way; never rejects. */
  reload(): Promise<void> {
    this.#reloading = this.#reloading.then(() => this.#reload())
    return this.#reloading
  }

  async #reload(): Promise<void> {
    const reading = await this.#load(this.#current)
    if ('value' in reading) {
      this.#current = reading.value
      this.#faults = []
      this.#logger.info(`${this.#what}: read again`)
      return
    }
    const told = reading.faults.join('\n') === this.#faults.join('\n')
    this.#faults = reading.faults
    if (!told) this.#logger.error({ faults: reading.faults }, `${this.#what}: the last good one is in force`)
  }
}
