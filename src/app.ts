/** The HTTP application; the same in production and in tests. It opens no port. */
import Fastify, { type FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import type { Engine } from './engine/engine.ts'
import { LIMITS, type Limits } from './limits.ts'
import { hostCheck } from './plugins/host-check.ts'
import { jsonBody } from './plugins/json-body.ts'
import { openapi } from './plugins/openapi.ts'
import { answerParserError, parserErrors } from './plugins/parser-errors.ts'
import { answerFrameworkError, problemAnswers } from './plugins/problems.ts'
import { readiness } from './plugins/readiness.ts'
import { requestIds } from './plugins/request-ids.ts'
import { requestLog } from './plugins/request-log.ts'
import { validation } from './plugins/validation.ts'
import { type AppliedPolicy, policySet } from './policies/policy-set.ts'
import { classifyRoutes } from './routes/classify.ts'
import { decideRoutes } from './routes/decide.ts'
import { openapiRoutes } from './routes/openapi.ts'
import { operationsRoutes } from './routes/operations.ts'
import { toolsRoutes } from './routes/tools.ts'
import { VERSION } from './version.ts'

export interface AppDependencies {
  readonly engine: Engine
  /** Names the policies the engine was made with. Default: none. */
  readonly policy?: AppliedPolicy
  readonly allowInlinePolicy: boolean
  /** Names served besides loopback. */
  readonly hosts?: readonly string[]
  readonly logger?: Logger
  readonly limits?: Limits
}

export function buildApp(dependencies: AppDependencies): FastifyInstance {
  const {
    engine,
    allowInlinePolicy,
    hosts = [],
    logger = pino({ enabled: false }),
    limits = LIMITS
  } = dependencies
  const { digest, ids } = dependencies.policy ?? policySet([])
  const policy = { digest, ids }

  // Fastify's own logger makes a child a request; lines are written by the plugins instead.
  const app = Fastify({
    logger: false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.timeoutCheckMs,
      // Answered by the host check, with a problem document.
      requireHostHeader: false
    },
    // The readiness plugin answers instead, with a problem document.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 256 },
    clientErrorHandler: answerParserError,
    frameworkErrors: answerFrameworkError
  })

  app.register(requestIds)
  app.register(requestLog, { logger })
  app.register(readiness)
  app.register(hostCheck, { hosts })
  app.register(problemAnswers, { logger, limits })
  app.register(parserErrors)
  app.register(jsonBody, { maxNesting: limits.nesting })
  app.register(validation)
  app.register(openapi, { version: VERSION })

  app.register(decideRoutes, { engine, policy, allowInlinePolicy })
  app.register(classifyRoutes, { engine })
  app.register(toolsRoutes, { engine })
  app.register(operationsRoutes, { version: VERSION })
  app.register(openapiRoutes)
  return app
}
