/**
 * Counts in windows of time that instances share through Redis. Nobody waits: a count is answered from what is known
 * here, and told to the others in the background. While the store is down each instance counts for itself.
 */
import { LRUCache } from 'lru-cache'
import { storeKey } from './keys.ts'
import type { RedisStore } from './redis.ts'

export interface SharedCountsOptions {
  /** Default: nothing is shared. */
  readonly store?: RedisStore | undefined
  readonly syncMs?: number
  readonly maxKeys?: number
  /** Milliseconds since the epoch: all instances must cut windows alike. */
  readonly now?: () => number
}

export interface Count {
  readonly count: number
  /** Until its window ends. */
  readonly leftMs: number
}

interface Entry {
  readonly window: number
  readonly windowMs: number
  /** What all instances counted, as far as is known. */
  shared: number
  /** What was counted here since. */
  unsent: number
}

const SYNC_MS = 200
const MAX_KEYS = 10_000
/** So many keys are told at a time; the others follow. */
const KEYS_A_SYNC = 500

export class SharedCounts {
  private readonly store: RedisStore | undefined
  private readonly now: () => number
  private readonly entries: LRUCache<string, Entry>
  private readonly unsent = new Set<string>()
  private readonly timer: NodeJS.Timeout | undefined
  private isSyncing = false

  constructor({ store, syncMs = SYNC_MS, maxKeys = MAX_KEYS, now = Date.now }: SharedCountsOptions) {
    this.store = store
    this.now = now
    this.entries = new LRUCache({ max: maxKeys, dispose: (_entry, key) => this.unsent.delete(key) })
    if (store !== undefined) this.timer = setInterval(() => void this.sync(), syncMs).unref()
  }

  /** Counts one more in the window that is now. */
  add(key: string, windowMs: number): Count {
    const now = this.now()
    const entry = this.current(key, windowMs, now) ?? this.open(key, windowMs, now)
    entry.unsent += 1
    if (this.store !== undefined) this.unsent.add(key)
    return countOf(entry, now)
  }

  /** The count without one more. */
  read(key: string, windowMs: number): Count {
    const now = this.now()
    const entry = this.current(key, windowMs, now)
    return entry === undefined ? { count: 0, leftMs: 0 } : countOf(entry, now)
  }

  close(): void {
    clearInterval(this.timer)
  }

  private current(key: string, windowMs: number, now: number): Entry | undefined {
    const entry = this.entries.get(key)
    return entry?.windowMs === windowMs && entry.window === Math.floor(now / windowMs) ? entry : undefined
  }

  private open(key: string, windowMs: number, now: number): Entry {
    const entry = { window: Math.floor(now / windowMs), windowMs, shared: 0, unsent: 0 }
    this.entries.set(key, entry)
    return entry
  }

  private async sync(): Promise<void> {
    if (this.isSyncing || this.unsent.size === 0 || this.store?.isUp() !== true) return
    this.isSyncing = true
    const told: Promise<void>[] = []
    for (const key of this.unsent) {
      if (told.length === KEYS_A_SYNC) break
      this.unsent.delete(key)
      const entry = this.entries.peek(key)
      if (entry !== undefined) told.push(this.tell(this.store, key, entry))
    }
    await Promise.all(told)
    this.isSyncing = false
  }

  private async tell(store: RedisStore, key: string, entry: Entry): Promise<void> {
    const { unsent, window, windowMs } = entry
    // Whatever comes of it, it is counted here and not told again: it might count twice.
    entry.unsent = 0
    entry.shared += unsent
    const id = storeKey('rate', key, `${windowMs}.${window}`)
    try {
      const [total] = await store.run((redis) =>
        Promise.all([redis.incrby(id, unsent), redis.pexpire(id, 2 * windowMs)])
      )
      entry.shared = Math.max(entry.shared, total)
    } catch {
      // The store says so in the log.
    }
  }
}

const countOf = ({ shared, unsent, window, windowMs }: Entry, now: number): Count => ({
  count: shared + unsent,
  leftMs: (window + 1) * windowMs - now
})
