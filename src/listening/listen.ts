/** Where the service listens: an address and port, or a Unix socket. */
import type { FastifyInstance } from 'fastify'
import { isTlsServer } from './http-server.ts'
import { clearSocketPath, ownerOnly, socketFault } from './unix-socket.ts'

export interface Place {
  readonly host: string
  readonly port: number
  readonly socket: string | undefined
}

/** Gives the address to tell, or why the service cannot listen. */
export async function listen(
  app: FastifyInstance,
  { host, port, socket }: Place
): Promise<{ readonly address: string } | { readonly fault: string }> {
  return socket === undefined ? listenOnPort(app, host, port) : listenOnSocket(app, socket)
}

async function listenOnPort(app: FastifyInstance, host: string, port: number) {
  try {
    // Whatever the machine takes `localhost` for, it is loopback here.
    await app.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port })
    return { address: addressOf(app) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') return { fault: `port ${port} on ${host} is in use: set PORTCULLIS_PORT` }
    if (code === 'EACCES') {
      return { fault: `port ${port} on ${host} may not be opened by this user: set PORTCULLIS_PORT` }
    }
    return { fault: `cannot listen on ${host}, port ${port} (${String(code ?? 'unknown reason')})` }
  }
}

/** What the server listens on: the framework tells loopback for all addresses, and knows no TLS it did not set up. */
function addressOf({ server }: FastifyInstance): string {
  const bound = server.address()
  // INVARIANT: it listens, and on a port.
  if (bound === null || typeof bound === 'string') return ''
  const { address, family, port } = bound
  const host = family === 'IPv6' ? `[${address}]` : address
  return `${isTlsServer(server) ? 'https' : 'http'}://${host}:${port}`
}

async function listenOnSocket(app: FastifyInstance, path: string) {
  const taken = await clearSocketPath(path)
  if (taken !== undefined) return { fault: `PORTCULLIS_SOCKET ${path}: ${taken}` }
  try {
    // Nothing but the socket is created while the mask is set.
    await app.ready()
    await ownerOnly(() => app.listen({ path }))
    return { address: `unix:${path}` }
  } catch (error) {
    return { fault: `PORTCULLIS_SOCKET ${path}: ${socketFault(error)}` }
  }
}
