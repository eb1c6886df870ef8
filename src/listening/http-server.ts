/** The HTTP server and the bounds on its connections. */
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https'
import type { Limits } from '../limits.ts'

/** A certificate chain and its key, in PEM. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

/** Serves `listener`: HTTPS where there is a certificate. */
export function httpServer(listener: RequestListener, limits: Limits, certificate?: Certificate): Server {
  const options = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: limits.timeoutCheckMs,
    // Answered by the host check, with a problem document.
    requireHostHeader: false
  }
  const server =
    certificate === undefined
      ? createServer(options, listener)
      : createTlsServer(
          { ...options, ...certificate, minVersion: 'TLSv1.2', handshakeTimeout: limits.headersTimeoutMs },
          listener
        )
  // The bound on bytes is the one that counts: beyond a number of fields Node drops the rest unsaid.
  server.maxHeadersCount = 0
  server.maxConnections = limits.connections
  server.setTimeout(limits.idleTimeoutMs)
  return server
}

/** Serves new connections with this certificate. */
export function renew(server: Server, certificate: Certificate): void {
  if (isTlsServer(server)) server.setSecureContext({ ...certificate, minVersion: 'TLSv1.2' })
}

/** Whether it serves HTTPS. */
export const isTlsServer = (server: Server): server is TlsServer & Server => 'setSecureContext' in server
