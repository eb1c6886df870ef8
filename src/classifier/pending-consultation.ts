/** One caller's wait for an answer. */
import type { Consultation, Consulted, Judgement } from './classifier.ts'

export interface PendingOptions {
  readonly model: string
  /** Whether the caller needs the answer; called once. */
  readonly told: (isNeeded: boolean) => void
}

/** Discarded: nobody will read it. */
const NOBODY_WAITS: Judgement = { none: 'classifier-unreachable', askPerson: false }

export class PendingConsultation implements Consultation {
  readonly answer: Promise<Consulted>
  readonly #options: PendingOptions
  readonly #since = performance.now()
  #resolve: (consulted: Consulted) => void = () => undefined
  #timer: NodeJS.Timeout | undefined
  #isOver = false
  #isTold = false
  #discarded: () => void = () => undefined

  constructor(options: PendingOptions) {
    this.#options = options
    this.answer = new Promise((resolve) => {
      this.#resolve = resolve
    })
  }

  use(): void {
    this.#tell(true)
  }

  discard(): void {
    this.#tell(false)
    if (this.conclude(NOBODY_WAITS)) this.#discarded()
  }

  /** What to do when it is discarded before there is an answer. */
  onDiscard(discarded: () => void): void {
    this.#discarded = discarded
  }

  /** What to do when there is no answer by then. */
  onDeadline(withinMs: number, late: () => void): void {
    this.#timer = setTimeout(late, withinMs)
  }

  /** The answer; false: there was one before. */
  conclude(judgement: Judgement, cached = false): boolean {
    if (this.#isOver) return false
    this.#isOver = true
    clearTimeout(this.#timer)
    const durationMs = Math.round(performance.now() - this.#since)
    this.#resolve({ judgement, model: this.#options.model, durationMs, cached })
    return true
  }

  #tell(isNeeded: boolean): void {
    if (this.#isTold) return
    this.#isTold = true
    this.#options.told(isNeeded)
  }
}
