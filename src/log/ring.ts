/** The newest records, by the request they belong to. */
import { LRUCache } from 'lru-cache'

const MAX_REQUESTS = 10_000
const MAX_CHARACTERS = 32 * 1024 * 1024
/** As many as a batch has calls; of a request id that is used again, the newest. */
const MAX_OF_A_REQUEST = 100

export interface RingBounds {
  readonly requests: number
  readonly characters: number
}

/** Keeps records as the text they are logged as: smaller than objects, and nothing to follow when memory is collected. */
export class RecordRing {
  readonly #lines: LRUCache<string, readonly string[]>

  constructor({ requests, characters }: RingBounds = { requests: MAX_REQUESTS, characters: MAX_CHARACTERS }) {
    this.#lines = new LRUCache({
      max: requests,
      maxSize: characters,
      sizeCalculation: (lines, key) => lines.reduce((sum, line) => sum + line.length, key.length)
    })
  }

  /** Requests whose records are kept. */
  get size(): number {
    return this.#lines.size
  }

  add(tenant: string, requestId: string, line: string): void {
    const key = keyOf(tenant, requestId)
    const before = this.#lines.peek(key)
    this.#lines.set(key, before === undefined ? [line] : [...before.slice(1 - MAX_OF_A_REQUEST), line])
  }

  /** In the order they were added; empty: none is kept, or it is another tenant's. */
  find(tenant: string, requestId: string): readonly string[] {
    return this.#lines.peek(keyOf(tenant, requestId)) ?? []
  }
}

// No request id holds a blank.
const keyOf = (tenant: string, requestId: string): string => `${requestId} ${tenant}`
