/** Shared counts in the shape that `@fastify/rate-limit` asks for. */
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { Count, SharedCounts } from './shared-counts.ts'

type Done = Parameters<FastifyRateLimitStore['incr']>[1]

/** A class for the plugin's `store`, over these counts. It calls back at once and never with an error. */
export function rateLimitStore(counts: SharedCounts): FastifyRateLimitStoreCtor {
  return class CountingStore implements FastifyRateLimitStore {
    incr(key: string, done: Done, windowMs: number): void {
      done(null, resultOf(counts.add(key, windowMs)))
    }

    read(key: string, done: Done, windowMs: number): void {
      done(null, resultOf(counts.read(key, windowMs)))
    }

    child(): FastifyRateLimitStore {
      return this
    }
  }
}

const resultOf = ({ count, leftMs }: Count) => ({ current: count, ttl: leftMs })
