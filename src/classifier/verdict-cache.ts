/** Verdicts for a short while: who asks the same again, as agents do, is answered at once. */
import { LRUCache } from 'lru-cache'
import type { ModelVerdict } from './classifier.ts'

export interface VerdictCacheOptions {
  readonly ttlMs?: number
  readonly maxEntries?: number
  /** Milliseconds on a clock that never goes back. */
  readonly now?: () => number
}

const TTL_MS = 60_000
const MAX_ENTRIES = 5_000

/** A verdict ages from when the model gave it, however often it is used. */
export class VerdictCache {
  readonly #verdicts: LRUCache<string, ModelVerdict>

  constructor({ ttlMs = TTL_MS, maxEntries = MAX_ENTRIES, now }: VerdictCacheOptions = {}) {
    this.#verdicts = new LRUCache({
      max: maxEntries,
      ttl: ttlMs,
      ...(now === undefined ? {} : { perf: { now }, ttlResolution: 0 })
    })
  }

  get(key: string): ModelVerdict | undefined {
    return this.#verdicts.get(key)
  }

  set(key: string, verdict: ModelVerdict): void {
    this.#verdicts.set(key, verdict)
  }
}
