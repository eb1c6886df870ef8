/** Successes that the store has not confirmed yet, in the order in which they came, in bounded memory. */
import type { DenialLimits } from '../engine/breaker.ts'
import { SUCCESSES_KNOWN } from './denial-store.ts'

export interface Success {
  readonly event: 'success'
  readonly id: string
  readonly limits: DenialLimits | undefined
}

/** About 10 MB. */
const MAX_WAITING = 50_000

export class WaitingSuccesses {
  /** By key of the session and by id; the session that waits longest comes first. */
  private readonly sessions = new Map<string, Map<string, Success>>()
  private readonly max: number
  private total = 0

  constructor(max = MAX_WAITING) {
    this.max = max
  }

  /** Keeps one more; gives how many of other sessions had to be given up for it. */
  add(key: string, success: Success): number {
    const own = this.sessions.get(key) ?? new Map<string, Success>()
    this.sessions.set(key, own)
    if (own.has(success.id)) return 0
    own.set(success.id, success)
    this.total += 1
    // Nothing is lost by it: one that follows has the same effect, and the store would know no more of them again.
    if (own.size > SUCCESSES_KNOWN) this.remove(key, [...own.values()].slice(0, 1))
    return this.total > this.max ? this.giveUpOldest() : 0
  }

  of(key: string): readonly Success[] {
    return [...(this.sessions.get(key)?.values() ?? [])]
  }

  /** Those that the store has counted, or never will. */
  remove(key: string, settled: readonly Success[]): void {
    const own = this.sessions.get(key)
    if (own === undefined) return
    for (const success of settled) {
      // One that came again since has to be sent again.
      if (own.get(success.id) !== success) continue
      own.delete(success.id)
      this.total -= 1
    }
    if (own.size === 0) this.sessions.delete(key)
  }

  /** Sessions with something that waits, the first first. */
  keys(most: number): readonly string[] {
    const found: string[] = []
    for (const key of this.sessions.keys()) {
      if (found.length === most) break
      found.push(key)
    }
    return found
  }

  get size(): number {
    return this.total
  }

  private giveUpOldest(): number {
    const [key = ''] = this.keys(1)
    const lost = this.of(key)
    this.remove(key, lost)
    return lost.length
  }
}
