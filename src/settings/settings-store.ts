/** Settings sent ahead and named by reference: the port. */
import type { CallerLayers } from '../engine/decision.ts'
import type { MaybePromise } from '../engine/maybe-promise.ts'

export { StoreUnavailable } from '../store/store-unavailable.ts'

/** The layers that can be sent ahead; the session's own rules come with each call. */
export type StoredLayers = Omit<CallerLayers, 'session' | 'policy'>

export interface SettingsStore {
  /** Keeps the layers for this tenant. Returns the digest over their canonical JSON. Rejects with StoreUnavailable. */
  put(tenant: string, layers: StoredLayers): Promise<string>
  /** What was kept for this tenant; undefined: unknown or expired. Rejects with StoreUnavailable. */
  get(tenant: string, reference: string): MaybePromise<StoredLayers | undefined>
}
