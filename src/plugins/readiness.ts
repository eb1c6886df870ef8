/** Whether the service may get traffic; a closing service refuses new requests. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { Refusal } from '../problems.ts'

export type Readiness = 'starting' | 'ready' | 'stopping'

declare module 'fastify' {
  interface FastifyInstance {
    readiness(): Readiness
    /** From now on no traffic should come; what comes is still answered. */
    announceStop(): void
  }
}

export const readiness = fp(
  (app: FastifyInstance, _options, done) => {
    let state: Readiness = 'starting'
    let isClosing = false
    app.decorate('readiness', () => state)
    app.decorate('announceStop', () => {
      state = 'stopping'
    })
    app.addHook('onReady', (next) => {
      state = 'ready'
      next()
    })
    app.addHook('preClose', (next) => {
      state = 'stopping'
      isClosing = true
      next()
    })
    const late = new WeakSet<FastifyRequest>()
    app.addHook('onRequest', (request, _reply, next) => {
      if (isClosing) late.add(request)
      next()
    })
    // After the body: were it left unread, the connection would break before the refusal arrives.
    app.addHook('preValidation', (request, _reply, next) => {
      if (isClosing && late.has(request) && request.routeOptions.url !== '/livez') {
        return next(new Refusal('stopping', 'the service is stopping; send the request to another instance'))
      }
      next()
    })
    done()
  },
  { name: 'readiness' }
)
