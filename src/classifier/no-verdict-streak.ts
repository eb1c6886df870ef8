/**
 * Whether a tenant's calls may go to the model: after several without a verdict in a row a person answers instead, and
 * one call now and then tries whether the model is back. Counted by tenant, so that none decides for another.
 */
import { LRUCache } from 'lru-cache'

export interface NoVerdictStreakOptions {
  /** So many in a row count a tenant out. */
  readonly limit?: number
  readonly probeEveryMs?: number
  /** A tenant that asks nothing for so long is forgotten. */
  readonly forgetMs?: number
  readonly maxTenants?: number
  /** Milliseconds on a clock that never goes back. */
  readonly now?: () => number
}

interface Row {
  length: number
  /** When the last call went to the model. */
  askedAt: number
}

const LIMIT = 3
const PROBE_EVERY_MS = 10_000
const FORGET_MS = 600_000
const MAX_TENANTS = 10_000

export class NoVerdictStreak {
  readonly #limit: number
  readonly #probeEveryMs: number
  readonly #now: () => number
  readonly #rows: LRUCache<string, Row>
  #out = 0

  constructor(options: NoVerdictStreakOptions = {}) {
    const { now = () => performance.now(), forgetMs = FORGET_MS, maxTenants = MAX_TENANTS } = options
    this.#limit = options.limit ?? LIMIT
    this.#probeEveryMs = options.probeEveryMs ?? PROBE_EVERY_MS
    this.#now = now
    this.#rows = new LRUCache({
      max: maxTenants,
      ttl: forgetMs,
      ttlResolution: 0,
      updateAgeOnGet: true,
      perf: { now },
      dispose: (row) => {
        if (this.#isLong(row)) this.#out -= 1
      }
    })
  }

  /** Tenants that are counted out. */
  get out(): number {
    this.#rows.purgeStale()
    return this.#out
  }

  /** Whether a person answers for this tenant. */
  isOut(tenant: string): boolean {
    const row = this.#rows.get(tenant)
    return row !== undefined && this.#isLong(row)
  }

  /** Whether a call may go to the model now. */
  mayAsk(tenant: string): boolean {
    const row = this.#rows.get(tenant)
    return row === undefined || !this.#isLong(row) || this.#now() - row.askedAt >= this.#probeEveryMs
  }

  /** A call goes to the model. */
  asked(tenant: string): void {
    const row = this.#rows.get(tenant)
    if (row !== undefined) row.askedAt = this.#now()
  }

  /** The call that went came to nothing that could be counted: another may go at once. */
  takeBack(tenant: string): void {
    const row = this.#rows.get(tenant)
    if (row !== undefined) row.askedAt = Number.NEGATIVE_INFINITY
  }

  /** A real verdict came. */
  verdict(tenant: string): void {
    this.#rows.delete(tenant)
  }

  /** A call ended without one. */
  noVerdict(tenant: string): void {
    const row = this.#rows.get(tenant) ?? this.#open(tenant)
    row.length += 1
    if (row.length !== this.#limit) return
    this.#out += 1
    row.askedAt = this.#now()
  }

  #open(tenant: string): Row {
    const row = { length: 0, askedAt: this.#now() }
    this.#rows.set(tenant, row)
    return row
  }

  #isLong({ length }: Row): boolean {
    return length >= this.#limit
  }
}
