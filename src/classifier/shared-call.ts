/** One question on its way to the model, for all that wait for the answer. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ModelVerdict, NoVerdictCode } from './classifier.ts'
import type { Turn } from './fair-slots.ts'
import type { Answered, JudgeModel, ModelRequest } from './judge-model.ts'

/** How a call ended. */
export type Ending =
  | { readonly verdict: ModelVerdict }
  | {
      readonly none: NoVerdictCode
      /** It says something of the endpoint, not only of who asked. */
      readonly isOfModel: boolean
    }

export interface SharedCallOptions {
  readonly tenant: string
  readonly model: JudgeModel
  readonly request: ModelRequest
  /** From now on, waiting for a turn included. */
  readonly timeoutMs: number
  /** An attempt failed and is made again. */
  readonly retried: () => void
  /** Called once, after those that wait. */
  readonly ended: (ending: Ending) => void
}

/** Told how the call ended. */
export type Waiter = (ending: Ending) => void

const RETRIES = 2
const FIRST_PAUSE_MS = 50

/** What nobody waits for any more. */
const ABANDONED: Ending = { none: 'classifier-unreachable', isOfModel: false }
const BROKEN: Answered = { none: 'classifier-error', retry: false }

export class SharedCall implements Turn {
  readonly #options: SharedCallOptions
  readonly #waiters = new Set<Waiter>()
  readonly #aborter = new AbortController()
  readonly #timer: NodeJS.Timeout
  readonly #madeAt = performance.now()
  #begunAt: number | undefined
  #isOver = false

  constructor(options: SharedCallOptions) {
    this.#options = options
    this.#timer = setTimeout(() => this.#late(), options.timeoutMs)
  }

  get tenant(): string {
    return this.#options.tenant
  }

  join(waiter: Waiter): void {
    this.#waiters.add(waiter)
  }

  /** Somebody has no more time. A call that was begun goes on: its verdict is there when they come again. */
  leave(waiter: Waiter): void {
    if (this.#waiters.delete(waiter) && this.#begunAt === undefined) this.#endUnlessAwaited()
  }

  /** Somebody needs no answer. */
  discard(waiter: Waiter): void {
    if (this.#waiters.delete(waiter)) this.#endUnlessAwaited()
  }

  begin(): void {
    this.#begunAt = performance.now()
    void this.#ask()
  }

  turnAway(): void {
    this.end({ none: 'classifier-overloaded', isOfModel: false })
  }

  /** Ends the request, if there is one, and tells all that wait. */
  end(ending: Ending): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#aborter.abort()
    for (const waiter of this.#waiters) waiter(ending)
    this.#options.ended(ending)
  }

  #endUnlessAwaited(): void {
    if (this.#waiters.size === 0) this.end(ABANDONED)
  }

  /** A call that mostly waited for its turn says nothing of the endpoint. */
  #late(): void {
    const waited = (this.#begunAt ?? Number.POSITIVE_INFINITY) - this.#madeAt
    if (waited > this.#options.timeoutMs / 2) this.turnAway()
    else this.end({ none: 'classifier-timeout', isOfModel: true })
  }

  async #ask(): Promise<void> {
    const { signal } = this.#aborter
    for (let attempt = 0; !this.#isOver; attempt += 1) {
      const answered = await this.#attempt(signal)
      if ('verdict' in answered) return this.end(answered)
      if (!answered.retry || attempt === RETRIES) return this.end({ none: answered.none, isOfModel: true })
      // Never all at once.
      const pauseMs = FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random() / 2)
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
      if (!this.#isOver) this.#options.retried()
    }
  }

  #attempt(signal: AbortSignal): Promise<Answered> {
    const { model, request } = this.#options
    return model.ask(request, signal).catch(() => BROKEN)
  }
}
