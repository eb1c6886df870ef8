/**
 * Tries of credentials that cost a hash each: few run at once, few wait, the places they come from take turns, and a
 * place is charged for those that turn out wrong. A try starts only where its place could pay for it and for all others
 * of it that run: so guesses do not pass the limit together, and tokens that are good never cost anything.
 */
import { FailureLimit } from './failure-limit.ts'
import type { Verdict } from './verifier.ts'

/** The place sent too many wrong ones. */
export interface Limited {
  readonly retryAfterSeconds: number
}

export interface TryQueueOptions {
  readonly atOnce: number
  readonly maxWaiting: number
  readonly failures?: FailureLimit
}

interface Try {
  readonly verify: () => Promise<Verdict>
  readonly settle: (outcome: Verdict | Limited) => void
}

/** Tries from one place; forgotten once there are none. */
interface Line {
  readonly waiting: Try[]
  running: number
}

export class TryQueue {
  readonly #atOnce: number
  readonly #maxWaiting: number
  readonly #failures: FailureLimit
  /** In the order of their turns. */
  readonly #lines = new Map<string, Line>()
  #running = 0
  #waiting = 0

  constructor({ atOnce, maxWaiting, failures = new FailureLimit() }: TryQueueOptions) {
    this.#atOnce = atOnce
    this.#maxWaiting = maxWaiting
    this.#failures = failures
  }

  /** At once where it is turned away; never rejects. */
  run(place: string, verify: () => Promise<Verdict>): Promise<Verdict | Limited> | 'busy' | Limited {
    if (this.#failures.left(place) === 0) return this.#limited(place)
    if (!this.#hasRoomFor(place)) return 'busy'
    return new Promise((settle) => {
      const line = this.#lines.get(place) ?? { waiting: [], running: 0 }
      this.#lines.set(place, line)
      line.waiting.push({ verify, settle })
      this.#waiting += 1
      this.#startNext()
    })
  }

  /** A full queue makes room for a place with few tries in it: one place cannot keep all others out. */
  #hasRoomFor(place: string): boolean {
    if (this.#waiting < this.#maxWaiting) return true
    const own = this.#lines.get(place)?.waiting.length ?? 0
    let longest: readonly [string, Line] | undefined
    for (const entry of this.#lines) {
      if (entry[1].waiting.length > (longest?.[1].waiting.length ?? own + 1)) longest = entry
    }
    const newest = longest?.[1].waiting.pop()
    if (newest === undefined) return false
    this.#waiting -= 1
    newest.settle('busy')
    return true
  }

  #startNext(): void {
    for (const [place, line] of [...this.#lines]) {
      if (this.#running >= this.#atOnce) return
      if (this.#failures.left(place) <= line.running) continue
      const next = line.waiting.shift()
      if (next === undefined) continue
      this.#waiting -= 1
      // Its next turn comes after those of all others.
      this.#lines.delete(place)
      this.#lines.set(place, line)
      this.#start(place, line, next)
    }
  }

  #start(place: string, line: Line, { verify, settle }: Try): void {
    this.#running += 1
    line.running += 1
    verify()
      .catch((): Verdict => 'unavailable')
      .then((verdict) => {
        this.#running -= 1
        line.running -= 1
        if (verdict === 'invalid') this.#charge(place, line)
        if (line.running === 0 && line.waiting.length === 0) this.#lines.delete(place)
        settle(verdict)
        this.#startNext()
      })
  }

  /** Who waits for a try that the place has no more is told so. */
  #charge(place: string, line: Line): void {
    this.#failures.charge(place)
    if (this.#failures.left(place) > 0) return
    const waiting = line.waiting.splice(0)
    this.#waiting -= waiting.length
    for (const { settle } of waiting) settle(this.#limited(place))
  }

  #limited(place: string): Limited {
    return { retryAfterSeconds: this.#failures.secondsToNext(place) }
  }
}
