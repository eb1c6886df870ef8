/** The shared store that the configuration asks for. */
import type { Logger } from 'pino'
import { RedisStore } from './redis.ts'
import { readRedisAccess } from './redis-access.ts'

/** The part of the configuration that is about the store. */
export interface StoreConfig {
  readonly redisUrl: string | undefined
  readonly redisPasswordFile: string | undefined
  readonly redisSentinelPasswordFile: string | undefined
  readonly redisCaFile: string | undefined
  readonly redisPrefix: string
}

/** Without one, each instance keeps its own state. A store that is down is no fault: it may come. */
export async function openStore(
  config: StoreConfig,
  logger: Logger
): Promise<{ readonly store: RedisStore | undefined } | { readonly fault: string }> {
  const { redisUrl } = config
  if (redisUrl === undefined) return { store: undefined }
  const reading = await readRedisAccess({ ...config, redisUrl })
  if ('fault' in reading) return reading
  const store = new RedisStore({ access: reading.access, logger })
  await store.start()
  return { store }
}
