/** Says on every request who asks; lets nobody in who may not. Before the body is read. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Logger } from 'pino'
import type { AuthenticationFailure, Authenticator } from '../callers/authenticator.ts'
import { ANONYMOUS, LOCAL, type Principal, type Scope } from '../callers/principal.ts'
import { type ProblemCode, Refusal } from '../problems.ts'
import { BoundedLog } from './bounded-log.ts'
import { holdsTwice } from './raw-headers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    readonly principal: Principal
    /** Whose credentials were verified; routes ask for `principal`. */
    verified: Principal | null
  }
  interface FastifyContextConfig {
    /** Answered without credentials. Every other route needs them where callers are configured. */
    readonly open?: boolean
    /** What the caller must be allowed to do. */
    readonly scope?: Scope
  }
}

export interface PrincipalOptions {
  /** Undefined: no callers are configured, and everybody is the same one. */
  readonly authenticator: Authenticator | undefined
  readonly logger: Logger
}

export const principal = fp(
  (app: FastifyInstance, { authenticator, logger }: PrincipalOptions, done) => {
    const unverified = authenticator === undefined ? LOCAL : ANONYMOUS
    app.decorateRequest('verified', null)
    app.decorateRequest('principal', {
      getter(this: FastifyRequest) {
        return this.verified ?? unverified
      }
    })
    if (authenticator !== undefined) requireCredentials(app, authenticator, logger)
    done()
  },
  { name: 'principal' }
)

function requireCredentials(app: FastifyInstance, authenticator: Authenticator, logger: Logger): void {
  const failures = new BoundedLog(logger, 'authentication failed')

  /** Lets the caller in, or says why not. */
  const admit = (
    request: FastifyRequest,
    reply: FastifyReply,
    outcome: Principal | AuthenticationFailure
  ): Refusal | undefined => {
    if ('failure' in outcome) {
      const { failure, retryAfterSeconds } = outcome
      failures.warn({ requestId: request.id, address: request.ip, failure })
      if (failure === 'missing' || failure === 'invalid') reply.header('www-authenticate', 'Bearer')
      if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
      return new Refusal(...REFUSALS[failure])
    }
    request.verified = outcome
    const { scope } = request.routeOptions.config
    return scope === undefined || outcome.scopes.has(scope)
      ? undefined
      : new Refusal('not-permitted', `this needs the scope ${scope}`)
  }

  app.addHook('onRequest', (request, reply, next) => {
    if (request.routeOptions.config.open === true) {
      next()
      return
    }
    const outcome = holdsTwice(request.raw.rawHeaders, 'authorization')
      ? TWO_HEADERS
      : authenticator.authenticate(request.headers.authorization, request.ip ?? LOCAL_SOCKET)
    if (outcome instanceof Promise) {
      outcome.then((late) => next(admit(request, reply, late)), next)
    } else {
      next(admit(request, reply, outcome))
    }
  })
}

const TWO_HEADERS: AuthenticationFailure = { failure: 'invalid' }

/** A Unix socket has no addresses. */
const LOCAL_SOCKET = 'socket'

/** The same words for all that is wrong with credentials: nobody learns which part was right. */
const UNAUTHENTICATED: readonly [ProblemCode, string] = [
  'unauthenticated',
  'send one Authorization header with a valid bearer token'
]

const REFUSALS: Readonly<Record<AuthenticationFailure['failure'], readonly [ProblemCode, string]>> = {
  missing: UNAUTHENTICATED,
  invalid: UNAUTHENTICATED,
  limited: ['too-many-requests', 'too many credentials of this address were not valid'],
  busy: ['overloaded', 'too many new tokens are being verified'],
  unavailable: ['credentials-unverifiable', 'the token cannot be verified at the moment']
}
