/** Whether the service may get traffic; a stopping service refuses new requests. */
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { Refusal } from '../problems.ts'

const SWEEP_MS = 50

export type Readiness = 'starting' | 'ready' | 'stopping'

declare module 'fastify' {
  interface FastifyInstance {
    readiness(): Readiness
  }
}

export const readiness = fp(
  (app: FastifyInstance, _options, done) => {
    let state: Readiness = 'starting'
    app.decorate('readiness', () => state)
    app.addHook('onReady', (next) => {
      state = 'ready'
      next()
    })
    app.addHook('preClose', (next) => {
      state = 'stopping'
      if (!app.server.listening) return next()
      // A connection kept alive after its last answer would hold the stop up.
      const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS).unref()
      app.server.once('close', () => clearInterval(sweep))
      next()
    })
    app.addHook('onRequest', (request, _reply, next) => {
      if (state === 'stopping' && request.routeOptions.url !== '/livez') {
        return next(new Refusal('stopping', 'the service is stopping; send the request to another instance'))
      }
      next()
    })
    done()
  },
  { name: 'readiness' }
)
