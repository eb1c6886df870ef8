/** The settings store that the configuration asks for. */
import type { Logger } from 'pino'
import type { RedisStore } from '../store/redis.ts'
import { memorySettings } from './memory-settings.ts'
import { RedisSettings } from './redis-settings.ts'
import type { SettingsStore } from './settings-store.ts'

/** Shared where there is a store, else of this process alone. */
export const openSettings = (
  store: RedisStore | undefined,
  ttlSeconds: number,
  logger: Logger
): SettingsStore => {
  const ttlMs = ttlSeconds * 1000
  return store === undefined ? memorySettings({ ttlMs }) : new RedisSettings({ store, ttlMs, logger })
}
