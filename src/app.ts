/** The HTTP application; the same in production and in tests. It opens no port. */
import Fastify, { type FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import type { Authenticator } from './callers/authenticator.ts'
import type { Classifier } from './classifier/classifier.ts'
import { Decider } from './decider/decider.ts'
import { checkSettings, type SettingsCheck } from './engine/settings-check.ts'
import type { HookRunner } from './hooks/hook-runner.ts'
import { LIMITS, type Limits } from './limits.ts'
import { type Certificate, httpServer } from './listening/http-server.ts'
import { type DecisionObserver, unobserved } from './log/decision-event.ts'
import type { RecordFinder } from './log/journal.ts'
import { Metrics } from './metrics/metrics.ts'
import { draining } from './plugins/draining.ts'
import { hostCheck } from './plugins/host-check.ts'
import { jsonBody } from './plugins/json-body.ts'
import { openapi } from './plugins/openapi.ts'
import { overload } from './plugins/overload.ts'
import { parserErrorHandler, parserErrors } from './plugins/parser-errors.ts'
import { principal } from './plugins/principal.ts'
import { answerFrameworkError, problemAnswers } from './plugins/problems.ts'
import { callerRateLimit, type RateLimit } from './plugins/rate-limit.ts'
import { readiness } from './plugins/readiness.ts'
import { requestIds } from './plugins/request-ids.ts'
import { requestLog } from './plugins/request-log.ts'
import { requestMetrics } from './plugins/request-metrics.ts'
import { requestTraces } from './plugins/request-traces.ts'
import { validation } from './plugins/validation.ts'
import type { LivePolicies } from './policies/live.ts'
import { RuleHitCounter } from './policies/rule-hits.ts'
import { type PolicyWorkshop, Workshop } from './policies/workshop/workshop.ts'
import { classifyRoutes } from './routes/classify.ts'
import { decideRoutes } from './routes/decide.ts'
import { decisionsRoutes } from './routes/decisions.ts'
import { docsRoutes } from './routes/docs.ts'
import { jsonSchemasRoutes } from './routes/json-schemas.ts'
import { metricsRoutes } from './routes/metrics.ts'
import { openapiRoutes } from './routes/openapi.ts'
import { operationsRoutes } from './routes/operations.ts'
import { policiesRoutes } from './routes/policies.ts'
import { policyChecksRoutes } from './routes/policy-checks.ts'
import { sessionsRoutes } from './routes/sessions.ts'
import { settingsRoutes } from './routes/settings.ts'
import { toolsRoutes } from './routes/tools.ts'
import type { DenialStore } from './sessions/denial-store.ts'
import { MemoryDenials } from './sessions/memory-denials.ts'
import { memorySettings } from './settings/memory-settings.ts'
import type { SettingsStore } from './settings/settings-store.ts'
import { tracedClassifier } from './traces/traced-classifier.ts'
import { tracedDecisions } from './traces/traced-decisions.ts'
import type { Tracing } from './traces/tracing.ts'
import { VERSION } from './version.ts'

export interface AppDependencies {
  readonly policies: LivePolicies
  /** Settings sent ahead. Default: kept by this app alone. */
  readonly settings?: SettingsStore
  /** Denials of sessions. Default: kept by this app alone. */
  readonly denials?: DenialStore
  /** Reads settings that are sent ahead. Default: at once. */
  readonly checkSettings?: SettingsCheck
  /** Judges in auto mode. Default: none, a person does. */
  readonly classifier?: Classifier | undefined
  /** Asks the hooks that policies name. Default: they are not asked. */
  readonly hooks?: HookRunner | undefined
  /** Hears of every decision. Default: nobody. */
  readonly observer?: DecisionObserver
  /** Finds what was decided lately. Default: nothing is kept. */
  readonly records?: RecordFinder
  /** Why the service is not quite well, at this moment; undefined: it is. */
  readonly health?: readonly (() => string | undefined)[]
  readonly allowInlinePolicy: boolean
  /** Looks at policies that callers send. Default: a thread of this app, started when first needed. */
  readonly workshop?: PolicyWorkshop
  /** Names served besides loopback. */
  readonly hosts?: readonly string[]
  /** Counts. Default: counters of this app alone. */
  readonly metrics?: Metrics
  /** Default: no traces. */
  readonly tracing?: Tracing | undefined
  readonly logger?: Logger
  readonly limits?: Limits
  /** Who may ask. Default: everybody. */
  readonly authenticator?: Authenticator | undefined
  /** How much a caller may ask. Default: as much as is answered. */
  readonly rateLimit?: RateLimit | undefined
  /** Whether requests are refused early under overload. Default: no. */
  readonly shedsLoad?: boolean
  /** Serves HTTPS. Default: HTTP. */
  readonly certificate?: Certificate | undefined
}

export function buildApp(dependencies: AppDependencies): FastifyInstance {
  const {
    policies,
    settings = memorySettings({ ttlMs: DAY_MS }),
    denials = new MemoryDenials({ ttlMs: DAY_MS }),
    checkSettings: check = checkSettings,
    classifier,
    hooks,
    observer = unobserved,
    records = NO_RECORDS,
    health = [],
    allowInlinePolicy,
    workshop = new Workshop(),
    hosts = [],
    metrics = new Metrics(),
    tracing,
    logger = pino({ enabled: false }),
    limits = LIMITS,
    authenticator,
    rateLimit,
    shedsLoad = false,
    certificate
  } = dependencies

  // Fastify's own logger makes a child a request; lines are written by the plugins instead.
  const app = Fastify({
    logger: false,
    bodyLimit: limits.bodyBytes,
    serverFactory: (listener) => httpServer(listener, limits, certificate),
    // The readiness plugin answers instead, with a problem document.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 256 },
    clientErrorHandler: parserErrorHandler((code) => metrics.refused(code)),
    frameworkErrors: answerFrameworkError
  })

  app.register(requestIds)
  if (tracing !== undefined) app.register(requestTraces, { tracing })
  app.register(requestLog, { logger })
  app.register(requestMetrics, { metrics })
  app.register(readiness)
  app.register(draining, { limits })
  app.register(hostCheck, { hosts })
  app.register(problemAnswers, { logger, limits })
  if (shedsLoad) app.register(overload)
  app.register(principal, { authenticator, logger })
  if (rateLimit !== undefined) {
    app.register(callerRateLimit, { ...rateLimit, withCallers: authenticator !== undefined })
  }
  app.register(parserErrors)
  app.register(jsonBody, { maxNesting: limits.nesting, maxMembers: limits.members })
  app.register(validation)
  app.register(openapi, { version: VERSION })

  const ruleHits = new RuleHitCounter(policies)
  const counted = metrics.around(observer)
  const traced = tracing === undefined ? counted : tracedDecisions(counted, tracing)
  const allObservers: DecisionObserver = {
    decided(event) {
      ruleHits.count(event)
      return traced.decided(event)
    }
  }
  const countedDenials = metrics.aroundDenials(denials)
  const judge = classifier && tracing ? tracedClassifier(classifier, tracing) : classifier
  const decider = new Decider({ denials: countedDenials, classifier: judge, hooks })
  app.register(decideRoutes, { policies, decider, settings, observer: allObservers, allowInlinePolicy })
  app.register(decisionsRoutes, { records })
  app.register(classifyRoutes, { policies })
  app.register(policiesRoutes, { policies, ruleHits })
  app.register(policyChecksRoutes, { workshop, version: VERSION })
  app.register(jsonSchemasRoutes)
  app.addHook('onClose', () => workshop.close())
  app.register(settingsRoutes, { settings, checkSettings: check })
  app.register(sessionsRoutes, { denials: countedDenials })
  app.register(toolsRoutes, { policies })
  app.register(operationsRoutes, { version: VERSION, health })
  app.register(metricsRoutes, { metrics })
  app.register(openapiRoutes)
  app.register(docsRoutes)
  return app
}

const DAY_MS = 86_400_000

const NO_RECORDS: RecordFinder = { find: () => [] }
