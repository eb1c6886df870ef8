/** Refuses requests whose Host header names another machine (DNS rebinding). */
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { Refusal } from '../problems.ts'

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** The name in a Host header, lower case and without port. */
export function hostName(header: string): string | undefined {
  return /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::\d{1,5})?$/.exec(header)?.[1]?.toLowerCase()
}

export const isLoopbackName = (name: string): boolean => LOOPBACK.test(name)

export interface HostCheckOptions {
  /** Names served besides loopback. */
  readonly hosts: readonly string[]
}

export const hostCheck = fp(
  (app: FastifyInstance, options: HostCheckOptions, done) => {
    const served = new Set(options.hosts.map((host) => host.toLowerCase()))
    let lastAccepted: string | undefined
    app.addHook('onRequest', (request, _reply, next) => {
      const header = request.headers.host
      // Callers keep their Host header; the last one accepted needs no second look.
      if (header !== undefined && header === lastAccepted) return next()
      if (header === undefined) {
        return next(new Refusal('malformed-request', 'the Host header is missing'))
      }
      const name = hostName(header)
      if (name === undefined || !(isLoopbackName(name) || served.has(name))) {
        return next(
          new Refusal('host-not-allowed', 'the Host header must be a loopback name or the configured host')
        )
      }
      lastAccepted = header
      next()
    })
    done()
  },
  { name: 'host-check' }
)
