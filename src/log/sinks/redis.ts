/** Lines as entries of a Redis stream. */
import type { RedisStore } from '../../store/redis.ts'
import { StoreUnavailable } from '../../store/store-unavailable.ts'
import { type Sink, SinkUnavailable } from './sink.ts'

/** About so many entries are kept; a reader that is further behind misses some. */
const MAX_ENTRIES = 1_000_000

/** The field of an entry that holds the record. */
export const RECORD_FIELD = 'record'

/** The store closes its own connection. */
export function redisSink(store: RedisStore, stream: string, maxEntries = MAX_ENTRIES): Sink {
  const append = (lines: readonly string[]): Promise<void> =>
    store.run(async (redis) => {
      const pipeline = redis.pipeline()
      for (const line of lines) pipeline.xadd(stream, 'MAXLEN', '~', maxEntries, '*', RECORD_FIELD, line)
      for (const [error] of (await pipeline.exec()) ?? []) if (error !== null) throw error
    })

  return {
    write: (lines) =>
      append(lines).catch((error: unknown) => {
        throw new SinkUnavailable(error instanceof StoreUnavailable ? error.fault : 'unreachable')
      }),
    close: async () => {}
  }
}
