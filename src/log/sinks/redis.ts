/** Lines as entries of a Redis stream. */
import type { RedisStore } from '../../store/redis.ts'
import { type Sink, SinkUnavailable } from './sink.ts'

/** About so many entries are kept; a reader that is further behind misses some. */
const MAX_ENTRIES = 1_000_000

/** The field of an entry that holds the record. */
export const RECORD_FIELD = 'record'

/** The store closes its own connection. */
export function redisSink(store: RedisStore, stream: string, maxEntries = MAX_ENTRIES): Sink {
  return {
    write: (lines) =>
      store.run(async (redis) => {
        const pipeline = redis.pipeline()
        for (const line of lines) pipeline.xadd(stream, 'MAXLEN', '~', maxEntries, '*', RECORD_FIELD, line)
        const replies = await pipeline.exec()
        if (replies === null) throw new SinkUnavailable('no-answer')
        for (const [error] of replies) if (error !== null) throw error
      }),
    close: async () => {}
  }
}
