/** Refuses early what could only be answered late. */
import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { Refusal } from '../problems.ts'

/** Mean delay of the event loop over a second. A process that is merely busy stays far below. */
const MAX_DELAY_MS = 1_000
const SAMPLE_MS = 1_000
const MAX_HEAP_SHARE = 0.95

/** Answered however loaded the service is: who looks after it must see it. */
const NEVER_SHED: ReadonlySet<string | undefined> = new Set(['/livez', '/readyz', '/metrics'])

export interface OverloadOptions {
  readonly maxDelayMs?: number
  readonly sampleMs?: number
}

export const overload = fp(
  async (app: FastifyInstance, { maxDelayMs = MAX_DELAY_MS, sampleMs = SAMPLE_MS }: OverloadOptions) => {
    await app.register(underPressure, {
      maxEventLoopDelay: maxDelayMs,
      maxHeapUsedBytes: Math.floor(getHeapStatistics().heap_size_limit * MAX_HEAP_SHARE),
      sampleInterval: sampleMs,
      pressureHandler: (request) =>
        NEVER_SHED.has(request.routeOptions.url)
          ? undefined
          : Promise.reject(new Refusal('overloaded', 'the service cannot answer in time'))
    })
  },
  { name: 'overload' }
)
