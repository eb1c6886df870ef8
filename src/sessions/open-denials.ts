/** The denial store that the configuration asks for. */
import type { Logger } from 'pino'
import type { RedisStore } from '../store/redis.ts'
import type { DenialStore } from './denial-store.ts'
import { MemoryDenials } from './memory-denials.ts'
import { RedisDenials } from './redis-denials.ts'

/** Shared where there is a store, else of this process alone. */
export const openDenials = (
  store: RedisStore | undefined,
  ttlSeconds: number,
  logger: Logger
): DenialStore => {
  const ttlMs = ttlSeconds * 1000
  return store === undefined ? new MemoryDenials({ ttlMs }) : new RedisDenials({ store, ttlMs, logger })
}
