/** Answers what Node's HTTP server itself refuses, with a problem document like any other. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { ProblemCode } from '../problems.ts'
import { problemMessage, rawAnswer } from './raw-answer.ts'
import { requestIdOf } from './request-ids.ts'

const PARSER_PROBLEMS: Readonly<Record<string, readonly [ProblemCode, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request-timeout', 'headers or body were not complete in time'],
  HPE_HEADER_OVERFLOW: ['headers-too-large', 'request line and header fields are over the bound'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['body-too-large', 'the chunk extensions are over the bound']
}

/** Fastify's `clientErrorHandler`; `refused` hears of what it answers. */
export const parserErrorHandler =
  (refused: (code: ProblemCode) => void) =>
  (error: Error & { code?: string }, socket: Duplex): void => {
    // A broken connection, or an answer already under way: nothing can be said any more.
    if (error.code === 'ECONNRESET' || !socket.writable || answerStarted(socket)) {
      socket.destroy()
      return
    }
    const [code, detail] = PARSER_PROBLEMS[error.code ?? ''] ?? [
      'malformed-request',
      'this is not valid HTTP/1.1'
    ]
    refused(code)
    socket.end(rawAnswer(code, detail, requestIdOf({})))
  }

export const parserErrors = fp(
  (app: FastifyInstance, _options, done) => {
    app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      const { status, headers, body } = problemMessage(
        'expectation-failed',
        'only 100-continue can be expected',
        requestIdOf(request.headers)
      )
      response.writeHead(status, headers).end(body)
    })
    app.server.on('connect', (request: IncomingMessage, socket: Duplex) => {
      socket.end(
        rawAnswer('method-not-allowed', 'this service is no proxy', requestIdOf(request.headers), {
          allow: ''
        })
      )
    })
    done()
  },
  { name: 'parser-errors' }
)

// Node keeps the answer that is being written on the socket; its public types do not say so.
function answerStarted(socket: Duplex): boolean {
  const current: unknown = Reflect.get(socket, '_httpMessage')
  return typeof current === 'object' && current !== null && Reflect.get(current, 'headersSent') === true
}
