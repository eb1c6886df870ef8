/** One span a request, where traces are asked for. Nothing a caller sent stands in it. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { RequestSpan, Tracing } from '../traces/tracing.ts'
import { traceOf } from './request-ids.ts'

export interface RequestTracesOptions {
  readonly tracing: Tracing
}

export const requestTraces = fp(
  (app: FastifyInstance, { tracing }: RequestTracesOptions, done) => {
    const spans = new WeakMap<FastifyRequest, RequestSpan>()
    app.addHook('onRequest', (request, reply, next) => {
      const route = request.routeOptions.url ?? 'none'
      const sent = request.headers.traceparent
      const isValid = traceOf(request.headers) !== undefined && typeof sent === 'string'
      const span = tracing.begin(`${request.method} ${route}`, isValid ? sent : undefined)
      spans.set(request, span)
      span.set({ 'http.request.method': request.method, 'http.route': route })
      reply.header('traceparent', span.traceparent)
      next()
    })
    // Whatever reads the body leaves the context that a request began in.
    app.addHook('preHandler', (request, _reply, next) => {
      const span = spans.get(request)
      if (span === undefined) next()
      else tracing.within(span, next)
    })
    app.addHook('onResponse', (request, reply, next) => {
      spans.get(request)?.end(reply.statusCode)
      next()
    })
    done()
  },
  { name: 'request-traces' }
)
