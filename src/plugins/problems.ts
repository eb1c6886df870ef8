/** Turns everything that goes wrong into a problem document. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Logger } from 'pino'
import { LIMITS, type Limits } from '../limits.ts'
import { type ProblemCode, problemDocument, problems, Refusal } from '../problems.ts'
import { RETRY_AFTER_SECONDS } from './raw-answer.ts'
import { traceOf } from './request-ids.ts'

const PROBLEM_JSON = 'application/problem+json'
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** What a framework error means to the caller; any other code is our own failure. */
const FRAMEWORK_PROBLEMS: Readonly<Record<string, readonly [ProblemCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['body-too-large', `the body may have ${LIMITS.bodyBytes} bytes`],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported-media-type', 'send the body as application/json'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['malformed-request', 'the body does not have the announced length'],
  FST_ERR_BAD_URL: ['malformed-request', 'the address holds an unreadable escape'],
  FST_ERR_MAX_PARAM_LENGTH: ['uri-too-long', 'a part of the address is over the bound'],
  ECONNRESET: ['malformed-request', 'the connection ended before the body did']
}

declare module 'fastify' {
  interface FastifyReply {
    /** Set once a problem is the answer. */
    problem: ProblemCode | undefined
  }
}

export interface ProblemsOptions {
  readonly logger: Logger
  readonly limits: Limits
}

export const problemAnswers = fp(
  (app: FastifyInstance, options: ProblemsOptions, done) => {
    app.decorateReply('problem', undefined)
    app.setErrorHandler((error: FastifyError, request, reply) => {
      sendProblem(reply, refusalFor(error, request, options.logger))
    })
    // Before the body is read: an unknown address is refused whatever is sent to it.
    app.addHook('onRequest', (request, reply, next) => {
      if (request.raw.url !== undefined && request.raw.url.length > options.limits.urlLength) {
        return next(
          new Refusal('uri-too-long', `the address may have ${options.limits.urlLength} characters`)
        )
      }
      if (request.is404) return next(unrouted(app, request, reply))
      next()
    })
    done()
  },
  { name: 'problems' }
)

/** Answers errors that Fastify meets before routing. */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply
): void {
  const [code, detail] = FRAMEWORK_PROBLEMS[error.code] ?? ['malformed-request', 'the address cannot be read']
  sendProblem(reply.header('x-request-id', request.id), new Refusal(code, detail))
}

function sendProblem(reply: FastifyReply, refusal: Refusal): void {
  const { status } = problems[refusal.code]
  reply.problem = refusal.code
  if (status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
  reply
    .code(status)
    .type(PROBLEM_JSON)
    .send(problemDocument(refusal.code, refusal.message, reply.request.id, refusal.issues))
}

function refusalFor(error: FastifyError, request: FastifyRequest, logger: Logger): Refusal {
  if (error instanceof Refusal) return error
  const known = FRAMEWORK_PROBLEMS[error.code]
  if (known) return new Refusal(...known)
  logger.error(
    {
      err: error,
      requestId: request.id,
      traceId: traceOf(request.headers)?.traceId,
      route: request.routeOptions.url
    },
    'request failed'
  )
  return new Refusal('internal', 'the request could not be answered; do not run the call')
}

function unrouted(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Refusal {
  const path = request.url.split('?', 1)[0] ?? request.url
  const allowed = METHODS.filter((method) => app.findRoute({ method, url: path }) !== null)
  if (allowed.length === 0) return new Refusal('not-found', 'there is nothing at this address')
  reply.header('allow', allowed.join(', '))
  return new Refusal('method-not-allowed', `this address takes ${allowed.join(', ')}`)
}
