/** Settings by reference in this process alone. */

import { TenantCache } from '../tenant-cache.ts'
import type { SettingsStore, StoredLayers } from './settings-store.ts'
import { ownCopy, settingsText } from './settings-text.ts'

export interface SettingsLimits {
  /** How long settings are kept after their last use. */
  readonly ttlMs: number
  /** What this process holds of them, about. */
  readonly maxBytes?: number
}

export const MAX_BYTES = 64 * 1024 * 1024

/** Text, and the objects read from it: about four times as much, and something for each entry. */
export const weightOf = (text: string): number => 1024 + 4 * text.length

/** Keeps settings in memory; what does not fit any longer is unknown. */
export function memorySettings({ ttlMs, maxBytes = MAX_BYTES }: SettingsLimits): SettingsStore {
  const kept = new TenantCache<StoredLayers>({ ttlMs, maxBytes })
  return {
    async put(tenant, layers) {
      const { reference, text } = settingsText(layers)
      kept.set(tenant, reference, ownCopy(layers), weightOf(text))
      return reference
    },
    get: (tenant, reference) => kept.get(tenant, reference)
  }
}
