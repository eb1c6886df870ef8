/** Settings by reference in Redis, shared by all instances; what is in use is kept here as well. */
import type { Logger } from 'pino'
import type { MaybePromise } from '../engine/maybe-promise.ts'
import { storeKey } from '../store/keys.ts'
import type { RedisStore } from '../store/redis.ts'
import { StoreUnavailable } from '../store/store-unavailable.ts'
import { TenantCache } from '../tenant-cache.ts'
import { MAX_BYTES, type SettingsLimits, weightOf } from './memory-settings.ts'
import type { SettingsStore, StoredLayers } from './settings-store.ts'
import { isReference, LONGEST_TEXT, ownCopy, readSettingsText, settingsText } from './settings-text.ts'

export interface RedisSettingsOptions extends SettingsLimits {
  readonly store: RedisStore
  readonly logger: Logger
}

interface Kept {
  readonly layers: StoredLayers
  /** When the shared entry was last kept alive. */
  renewedAt: number
}

/** The shared entry is kept alive once in this part of its time. */
const RENEWALS = 4
/** And tried again so soon where that failed. */
const RENEWED_AGAIN_MS = 5_000

export class RedisSettings implements SettingsStore {
  private readonly store: RedisStore
  private readonly logger: Logger
  private readonly local: TenantCache<Kept>
  private readonly asked = new Map<string, Promise<StoredLayers | undefined>>()
  private readonly renewMs: number
  /** Longer by the time in which a use may not have been told to the store. */
  private readonly sharedTtlMs: number

  constructor({ store, logger, ttlMs, maxBytes = MAX_BYTES }: RedisSettingsOptions) {
    this.store = store
    this.logger = logger
    this.local = new TenantCache({ ttlMs, maxBytes })
    this.renewMs = Math.ceil(ttlMs / RENEWALS)
    this.sharedTtlMs = ttlMs + this.renewMs
  }

  async put(tenant: string, layers: StoredLayers): Promise<string> {
    const { reference, text } = settingsText(layers)
    await this.write(keyOf(tenant, reference), text)
    this.keep(tenant, reference, ownCopy(layers), text)
    return reference
  }

  get(tenant: string, reference: string): MaybePromise<StoredLayers | undefined> {
    const kept = this.local.get(tenant, reference)
    if (kept === undefined) return isReference(reference) ? this.ask(tenant, reference) : undefined
    if (performance.now() - kept.renewedAt > this.renewMs) this.renew(keyOf(tenant, reference), kept)
    return kept.layers
  }

  /** Many calls may name one reference at the same time: the store is asked once. */
  private ask(tenant: string, reference: string): Promise<StoredLayers | undefined> {
    const key = keyOf(tenant, reference)
    const running = this.asked.get(key)
    if (running !== undefined) return running
    const asking = this.read(tenant, reference, key).finally(() => this.asked.delete(key))
    this.asked.set(key, asking)
    return asking
  }

  private async read(tenant: string, reference: string, key: string): Promise<StoredLayers | undefined> {
    const text = await this.textOf(key)
    if (text === '') return undefined
    const layers = text === undefined ? undefined : readSettingsText(reference, text)
    if (text === undefined || layers === undefined) {
      this.logger.warn(
        { store: 'redis', settingsRef: reference },
        'stored settings are not what their name says'
      )
      // Said once: the next caller finds nothing. Where it cannot be removed now, it is met again.
      this.store.run((redis) => redis.unlink(key)).catch(() => undefined)
      return undefined
    }
    this.keep(tenant, reference, layers, text)
    return layers
  }

  /** Empty: there is none; undefined: there is something else. */
  private async textOf(key: string): Promise<string | undefined> {
    try {
      // A part of bounded length: others may be able to write to the store.
      const [text] = await this.store.run((redis) =>
        Promise.all([redis.getrange(key, 0, LONGEST_TEXT), redis.pexpire(key, this.sharedTtlMs)])
      )
      return text
    } catch (error) {
      if (error instanceof StoreUnavailable && error.fault === 'wrong-type') return undefined
      throw error
    }
  }

  private renew(key: string, kept: Kept): void {
    kept.renewedAt = performance.now()
    this.store
      .run((redis) => redis.pexpire(key, this.sharedTtlMs))
      // A store that was emptied learns again what is in use.
      .then((found) => (found === 1 ? undefined : this.write(key, settingsText(kept.layers).text)))
      .catch(() => {
        kept.renewedAt = performance.now() - this.renewMs + RENEWED_AGAIN_MS
      })
  }

  private async write(key: string, text: string): Promise<void> {
    await this.store.run((redis) => redis.set(key, text, 'PX', this.sharedTtlMs))
  }

  private keep(tenant: string, reference: string, layers: StoredLayers, text: string): void {
    this.local.set(tenant, reference, { layers, renewedAt: performance.now() }, weightOf(text))
  }
}

const keyOf = (tenant: string, reference: string): string =>
  storeKey('settings', tenant, reference.slice('sha256:'.length))
