/** Lines that anybody can cause: a few a minute, then their number. */
import type { Logger } from 'pino'

const LINES = 10
const WINDOW_MS = 60_000

/** Writes one kind of warning; the first line of a new minute says how many were left out. */
export class BoundedLog {
  readonly #logger: Logger
  readonly #message: string
  readonly #now: () => number
  #since = Number.NEGATIVE_INFINITY
  #written = 0
  #omitted = 0

  constructor(logger: Logger, message: string, now: () => number = () => performance.now()) {
    this.#logger = logger
    this.#message = message
    this.#now = now
  }

  warn(fields: Readonly<Record<string, unknown>>): void {
    const now = this.#now()
    if (now - this.#since >= WINDOW_MS) {
      this.#since = now
      this.#written = 0
    }
    if (this.#written >= LINES) {
      this.#omitted += 1
      return
    }
    this.#written += 1
    this.#logger.warn(this.#omitted === 0 ? fields : { ...fields, omitted: this.#omitted }, this.#message)
    this.#omitted = 0
  }
}
