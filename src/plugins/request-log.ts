/** One line a request, where someone asked for it: at level debug. */
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Logger } from 'pino'
import { traceOf } from './request-ids.ts'

export interface RequestLogOptions {
  readonly logger: Logger
}

export const requestLog = fp(
  (app: FastifyInstance, { logger }: RequestLogOptions, done) => {
    if (logger.isLevelEnabled('debug')) {
      app.addHook('onResponse', (request, reply, next) => {
        logger.debug(
          {
            requestId: request.id,
            traceId: traceOf(request.headers)?.traceId,
            method: request.method,
            route: request.routeOptions.url,
            status: reply.statusCode,
            durationMs: reply.elapsedTime
          },
          'request answered'
        )
        next()
      })
    }
    done()
  },
  { name: 'request-log' }
)
