/** Refuses requests whose Host header or address names another machine (DNS rebinding). */
import { isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { Refusal } from '../problems.ts'
import { holdsTwice } from './raw-headers.ts'

const LOOPBACK = /^(?:localhost|127(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}|\[::1\])$/

/** The scheme and authority of a request target that is a whole URL. */
const ABSOLUTE_TARGET = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?#]*)/

/** The name in a Host header, lower case and without port. */
export function hostName(header: string): string | undefined {
  return /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::\d{1,5})?$/.exec(header)?.[1]?.toLowerCase()
}

const isLoopbackName = (name: string): boolean => LOOPBACK.test(name)

/** Whether an address to listen on is reached from this machine alone; spelled as usual. */
export const isLoopbackHost = (host: string): boolean => isLoopbackName(isIPv6(host) ? `[${host}]` : host)

export interface HostCheckOptions {
  /** Names served besides loopback. */
  readonly hosts: readonly string[]
}

export const hostCheck = fp(
  (app: FastifyInstance, options: HostCheckOptions, done) => {
    const served = new Set(options.hosts.map((host) => host.toLowerCase()))
    const isServed = (authority: string): boolean => {
      const name = hostName(authority)
      return name !== undefined && (isLoopbackName(name) || served.has(name))
    }
    let lastAccepted: string | undefined
    app.addHook('onRequest', (request, _reply, next) => {
      const header = request.headers.host
      if (header === undefined) {
        return next(new Refusal('malformed-request', 'the Host header is missing'))
      }
      // Node keeps the first of several.
      if (holdsTwice(request.raw.rawHeaders, 'host')) {
        return next(new Refusal('malformed-request', 'there is more than one Host header'))
      }
      const authority = ABSOLUTE_TARGET.exec(request.raw.url ?? '')?.[1]
      if (authority !== undefined && !isServed(authority)) return next(foreign('the address'))
      // Callers keep their Host header; the last one accepted needs no second look.
      if (header !== lastAccepted) {
        if (!isServed(header)) return next(foreign('the Host header'))
        lastAccepted = header
      }
      next()
    })
    done()
  },
  { name: 'host-check' }
)

const foreign = (what: string): Refusal =>
  new Refusal('host-not-allowed', `${what} must name a loopback host or the configured host`)
