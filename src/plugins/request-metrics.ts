/** Counts the answers, by the service's own names of its routes. */
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Metrics } from '../metrics/metrics.ts'

export interface RequestMetricsOptions {
  readonly metrics: Metrics
}

export const requestMetrics = fp(
  (app: FastifyInstance, { metrics }: RequestMetricsOptions, done) => {
    app.addHook('onResponse', (request, reply, next) => {
      metrics.answered(request.routeOptions.url ?? 'none', reply.statusCode)
      if (reply.problem !== undefined) metrics.refused(reply.problem)
      next()
    })
    done()
  },
  { name: 'request-metrics' }
)
