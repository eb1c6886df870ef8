/** Says on every request who asks. */
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { LOCAL, type Principal } from '../callers/principal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    readonly principal: Principal
  }
}

export const principal = fp(
  (app: FastifyInstance, _options, done) => {
    app.decorateRequest('principal', { getter: () => LOCAL })
    done()
  },
  { name: 'principal' }
)
