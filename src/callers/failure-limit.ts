/** How many credentials an address may try that turn out wrong: a burst, then a trickle. */
import { normalizeIP } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'

const BURST = 30
const REFILL_MS = 2_000
const MAX_ADDRESSES = 10_000

interface Bucket {
  left: number
  since: number
}

/** One bucket an address; the least recently seen addresses are forgotten first. */
export class FailureLimit {
  readonly #buckets = new LRUCache<string, Bucket>({ max: MAX_ADDRESSES })
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Takes one try; otherwise says in how many seconds there is one. */
  take(address: string): { readonly retryAfterSeconds: number } | undefined {
    const now = this.#now()
    const place = placeOf(address)
    const bucket = this.#buckets.get(place) ?? { left: BURST, since: now }
    const refilled = Math.floor((now - bucket.since) / REFILL_MS)
    bucket.left = Math.min(BURST, bucket.left + refilled)
    bucket.since += refilled * REFILL_MS
    this.#buckets.set(place, bucket)
    if (bucket.left === 0) {
      return { retryAfterSeconds: Math.max(1, Math.ceil((bucket.since + REFILL_MS - now) / 1_000)) }
    }
    bucket.left -= 1
    return undefined
  }

  /** Gives a try back that was not a wrong one. */
  giveBack(address: string): void {
    const bucket = this.#buckets.get(placeOf(address))
    if (bucket !== undefined) bucket.left = Math.min(BURST, bucket.left + 1)
  }
}

/** Whoever has one address of IPv6 has a whole network of them. */
const placeOf = (address: string): string => normalizeIP(address, 64)
