/** How many tries of an address may turn out wrong: a burst, then a trickle. */
import { normalizeIP } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'

const BURST = 30
const REFILL_MS = 2_000
const MAX_PLACES = 10_000

interface Bucket {
  left: number
  since: number
}

/** One bucket a place; the least recently seen places are forgotten first. */
export class FailureLimit {
  readonly #buckets = new LRUCache<string, Bucket>({ max: MAX_PLACES })
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** How many tries may still turn out wrong. */
  left(place: string): number {
    return this.#bucketOf(place)?.left ?? BURST
  }

  /** In how many seconds there is one more. */
  secondsToNext(place: string): number {
    const bucket = this.#bucketOf(place)
    if (bucket === undefined) return 0
    return Math.max(1, Math.ceil((bucket.since + REFILL_MS - this.#now()) / 1_000))
  }

  /** A try turned out wrong. */
  charge(place: string): void {
    const bucket = this.#bucketOf(place) ?? { left: BURST, since: this.#now() }
    bucket.left = Math.max(0, bucket.left - 1)
    this.#buckets.set(place, bucket)
  }

  #bucketOf(place: string): Bucket | undefined {
    const bucket = this.#buckets.get(place)
    if (bucket === undefined) return undefined
    const refilled = Math.floor((this.#now() - bucket.since) / REFILL_MS)
    bucket.left = Math.min(BURST, bucket.left + refilled)
    bucket.since += refilled * REFILL_MS
    return bucket
  }
}

/** Whose failures those of an address are: whoever has one address of IPv6 has a whole network of them. */
export const placeOf = (address: string): string => normalizeIP(address, 64)
