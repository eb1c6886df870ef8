/** The classifier, asked before it is known whether its answer will be needed. */
import type { ClassifierReport } from '../engine/decision.ts'
import type { Pending } from './auto-path.ts'

export class Speculation {
  #pending: Pending | undefined
  #isDiscarded = false

  constructor(readonly asked: Promise<Pending>) {
    const take = (pending: Pending): void => {
      this.#pending = pending
      if (this.#isDiscarded) end(pending)
    }
    // Whoever needs it hears of a failure; where nobody does, nobody is to.
    asked.then(take, () => undefined)
  }

  /** Nobody needs it. What was asked so far, or undefined: nothing was. Waits for neither store nor model. */
  async discard(): Promise<ClassifierReport | undefined> {
    this.#isDiscarded = true
    const pending = this.#pending
    if (pending?.kind !== 'asked') return undefined
    end(pending)
    const { model, durationMs, cached } = await pending.consultation.answer
    return {
      verdict: 'none',
      reason: 'not-needed',
      model,
      durationMs,
      cached,
      speculative: true,
      outcome: 'discarded'
    }
  }
}

function end(pending: Pending): void {
  if (pending.kind === 'asked') pending.consultation.discard()
}
