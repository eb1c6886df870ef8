/**
 * How the connections end: every request of which something arrived before gets its answer or a 503, answers say that
 * the connection closes after them, and nobody can hold the stop up.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Limits } from '../limits.ts'
import { problemMessage, rawAnswer } from './raw-answer.ts'
import { requestIdOf } from './request-ids.ts'

export interface DrainingOptions {
  readonly limits: Limits
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Ends the service's traffic within the limits; resolves once every connection is closed. */
    drain(): Promise<void>
  }
}

/** How often connections that wait for nothing are looked for. */
const SWEEP_MS = 50

export const draining = fp(
  (app: FastifyInstance, { limits }: DrainingOptions, done) => {
    const connections = new Connections()
    app.server.on('setSecureContext' in app.server ? 'secureConnection' : 'connection', (socket: Socket) =>
      connections.add(socket)
    )
    app.addHook('onRequest', (request, reply, next) => {
      connections.answering(request.raw.socket, reply.raw)
      next()
    })
    app.addHook('preClose', (next) => {
      if (!app.server.listening) return next()
      // A connection kept alive after its last answer would hold the stop up.
      const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS).unref()
      app.server.once('close', () => clearInterval(sweep))
      next()
    })
    app.decorate('drain', async () => {
      app.announceStop()
      // What the kernel took in before is read first: a request that follows another in one packet counts as well.
      closeAfterAnswers(app.server, connections)
      await setImmediate()
      connections.closeAfterAnswers()
      await setTimeout(limits.stopGraceMs)
      const closed = app.close()
      connections.closeSilent()
      await within(closed, limits.stopHeadersMs)
      connections.refuseUnread()
      await within(closed, limits.shutdownMs - limits.stopHeadersMs)
      connections.refuseAll()
      await within(closed, LAST_WORDS_MS)
      app.server.closeAllConnections()
      await closed
    })
    done()
  },
  { name: 'draining' }
)

/** For what is written last to leave. */
const LAST_WORDS_MS = 200

const within = (work: Promise<unknown>, milliseconds: number): Promise<unknown> =>
  Promise.race([work, setTimeout(milliseconds, undefined, { ref: false })])

/** Answers requests once all that came with them is read: only the last one on a connection may close it. */
function closeAfterAnswers(server: Server, connections: Connections): void {
  // Node's types say nothing of what listens; to this event, only such functions do.
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', async (request: IncomingMessage, response: ServerResponse) => {
    connections.closeAfter(request.socket, response)
    await setImmediate()
    for (const listener of listeners) listener.call(server, request, response)
  })
}

/** The open connections, and the newest answer of each. */
class Connections {
  readonly #open = new Set<Socket>()
  readonly #latest = new WeakMap<Duplex, ServerResponse>()
  #isStopping = false

  add(socket: Socket): void {
    this.#open.add(socket)
    socket.once('close', () => this.#open.delete(socket))
  }

  /** Called in the order in which requests are handled. */
  answering(socket: Socket, response: ServerResponse): void {
    if (!this.#isStopping) this.#latest.set(socket, response)
  }

  /**
   * The connection ends with this answer, not with one before it. Called in the order in which requests are read,
   * which is before the first of them is handled.
   */
  closeAfter(socket: Socket, response: ServerResponse): void {
    this.#isStopping = true
    const before = this.#latest.get(socket)
    if (before !== undefined && !before.headersSent) before.removeHeader('connection')
    this.#latest.set(socket, response)
    response.setHeader('connection', 'close')
  }

  closeAfterAnswers(): void {
    this.#isStopping = true
    for (const [, response] of this.#unanswered()) {
      if (!response.headersSent) response.setHeader('connection', 'close')
    }
  }

  /** Connections on which nobody ever said anything. */
  closeSilent(): void {
    for (const socket of this.#open) if (socket.bytesRead === 0) socket.destroy()
  }

  /** Requests whose headers are not complete yet. */
  refuseUnread(): void {
    const answered = new Set([...this.#unanswered()].map(([socket]) => socket))
    for (const socket of this.#open) {
      if (!answered.has(socket) && socket.writable)
        socket.end(rawAnswer('stopping', STOPPING, requestIdOf({})))
    }
  }

  /** Whatever is not answered yet. */
  refuseAll(): void {
    for (const [socket, response] of this.#unanswered()) {
      if (response.headersSent) socket.destroy()
      else {
        const { status, headers, body } = problemMessage(
          'stopping',
          STOPPING,
          requestIdOf(response.req.headers)
        )
        response.writeHead(status, headers).end(body)
      }
    }
  }

  *#unanswered(): Iterable<readonly [Socket, ServerResponse]> {
    for (const socket of this.#open) {
      const response = this.#latest.get(socket)
      if (response !== undefined && !response.writableFinished) yield [socket, response]
    }
  }
}

const STOPPING = 'the service is stopping; send the request to another instance'
