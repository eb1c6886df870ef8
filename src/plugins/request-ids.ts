/** Gives every request an id and carries W3C trace context through. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(-.*)?$/

/** The caller's id where it is a valid one, else a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const sent = headers['x-request-id']
  return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID()
}

/** The trace a request belongs to, where the caller sent a valid `traceparent`. */
export function traceOf(headers: IncomingHttpHeaders): { traceId: string; flags: string } | undefined {
  const sent = headers.traceparent
  if (typeof sent !== 'string') return undefined
  const [, version, traceId, flags, rest] = TRACEPARENT.exec(sent) ?? []
  if (traceId === undefined || flags === undefined) return undefined
  // Version 00 ends after the flags; later versions may append fields.
  if (version === '00' && rest !== undefined) return undefined
  return { traceId, flags }
}

export const requestIds = fp(
  (app: FastifyInstance, _options, done) => {
    app.setGenReqId((request) => requestIdOf(request.headers))
    app.addHook('onRequest', (request, reply, next) => {
      reply.header('x-request-id', request.id)
      if (request.headers.traceparent !== undefined) {
        const trace = traceOf(request.headers)
        // Same trace, this service's own span.
        if (trace) reply.header('traceparent', `00-${trace.traceId}-${spanId()}-${trace.flags}`)
      }
      next()
    })
    done()
  },
  { name: 'request-ids' }
)

function spanId(): string {
  const id = randomBytes(8).toString('hex')
  return id === '0000000000000000' ? '0000000000000001' : id
}
