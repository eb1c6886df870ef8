/** `GET /metrics`: what the service counts, for Prometheus. */
import type { FastifyPluginCallbackZod } from '@fastify/type-provider-zod'
import { z } from 'zod'
import type { Metrics } from '../metrics/metrics.ts'

export interface MetricsOptions {
  readonly metrics: Metrics
}

/** Whoever asks more often gets the same text again: nobody can keep the service busy with it. */
const FRESH_MS = 250

const exposition = z.string().meta({ description: 'Metrics in the text format of Prometheus' })

export const metricsRoutes: FastifyPluginCallbackZod<MetricsOptions> = (app, { metrics }, done) => {
  let latest: { readonly text: Promise<string>; readonly since: number } | undefined

  app.get(
    '/metrics',
    {
      config: { open: true },
      schema: {
        operationId: 'metrics',
        summary: 'Tell what the service counts',
        tags: ['operations'],
        produces: ['text/plain'],
        response: { 200: exposition }
      }
    },
    async (_request, reply) => {
      const now = performance.now()
      if (latest === undefined || now - latest.since > FRESH_MS) latest = { text: metrics.text(), since: now }
      return reply.type(metrics.contentType).send(await latest.text)
    }
  )
  done()
}
