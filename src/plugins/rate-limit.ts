/** How many requests a caller may send in a minute. */
import fastifyRateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Principal } from '../callers/principal.ts'
import { Refusal } from '../problems.ts'

const WINDOW_MS = 60_000
/** Callers counted at once; the one that was seen least recently starts anew. */
const MAX_CALLERS = 10_000

export interface RateLimit {
  readonly requestsPerMinute: number
  /** Where requests are counted. Default: in this process. */
  readonly store?: FastifyRateLimitStoreCtor | undefined
}

export interface RateLimitOptions extends RateLimit {
  /** Whether callers are told apart; otherwise addresses are. */
  readonly withCallers: boolean
}

export const callerRateLimit = fp(
  async (app: FastifyInstance, { requestsPerMinute, withCallers, store }: RateLimitOptions) => {
    await app.register(fastifyRateLimit, {
      max: requestsPerMinute,
      timeWindow: WINDOW_MS,
      cache: MAX_CALLERS,
      enableDraftSpec: true,
      keyGenerator: withCallers ? callerOf : addressOf,
      // What everybody may ask for is asked by probes and scrapers.
      allowList: (request) => request.routeOptions.config.open === true,
      errorResponseBuilder: () =>
        new Refusal('too-many-requests', `a caller may send ${requestsPerMinute} requests a minute`),
      ...(store === undefined ? {} : { store })
    })
  },
  { name: 'caller-rate-limit' }
)

const addressOf = (request: FastifyRequest): string => request.ip ?? 'socket'

const keys = new WeakMap<Principal, string>()

/** Neither a tenant nor a name holds a blank. */
function callerOf({ principal }: FastifyRequest): string {
  let key = keys.get(principal)
  if (key === undefined) {
    key = `${principal.tenant} ${principal.name}`
    keys.set(principal, key)
  }
  return key
}
