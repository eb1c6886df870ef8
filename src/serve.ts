/** The service: dependencies, listening, signals, exit. */
import { resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import { openCallers } from './callers/open-callers.ts'
import { openClassifier } from './classifier/open-classifier.ts'
import type { Config } from './config.ts'
import { loadBashReader } from './engine/bash/grammar.ts'
import { createEngine, createMemory } from './engine/engine.ts'
import { HttpHookRunner } from './hooks/http-hook-runner.ts'
import { endInOrder } from './lifecycle.ts'
import { LIMITS } from './limits.ts'
import { openCertificate } from './listening/certificate.ts'
import { isOpenToAll, isReadableOnTheWay } from './listening/exposure.ts'
import { listen } from './listening/listen.ts'
import { servedHosts } from './listening/served-hosts.ts'
import { openDecisionLog } from './log/decision-log.ts'
import { endOnFailure, serviceLogger } from './log/service-log.ts'
import { Metrics } from './metrics/metrics.ts'
import { readGrammar } from './offload/grammar-files.ts'
import { Supervisor } from './offload/supervisor.ts'
import { goFirst } from './offload/thread-priority.ts'
import { fail, print, warn } from './output.ts'
import { BoundedLog } from './plugins/bounded-log.ts'
import { describeFault } from './policies/describe-fault.ts'
import { openPolicies } from './policies/open-policies.ts'
import { openDenials } from './sessions/open-denials.ts'
import { openSettings } from './settings/open-settings.ts'
import { shownConfig } from './shown-config.ts'
import { openStore } from './store/open-store.ts'
import { rateLimitStore } from './store/rate-limit-store.ts'
import { SharedCounts } from './store/shared-counts.ts'
import { traceHookCall } from './traces/traced-hooks.ts'
import { openTracing } from './traces/tracing.ts'
import { VERSION } from './version.ts'

/** Serves until a signal; ends the process where it cannot. */
export async function serve(config: Config): Promise<void> {
  goFirst()
  const logger = serviceLogger(config.logLevel)
  const last = endOnFailure(logger)
  const reader = await loadBashReader(await readGrammar())
  const memory = createMemory(reader)
  const offload = new Supervisor({ reader })
  const policies = await openPolicies({
    folder: config.policiesDir === undefined ? BESIDE : resolve(config.policiesDir),
    engineOver: (applied, set) =>
      createEngine({
        reader,
        policies: applied,
        memory,
        ...(set === undefined ? {} : { elsewhere: offload.over({ set, policies: applied }) }),
        // A whole turn of the event loop: other callers are answered between the calls of a batch.
        pause: () => setImmediate()
      }),
    activated: (set) => offload.activate(set),
    logger
  })
  if ('faults' in policies)
    return fail(
      policies.faults.map((fault) => `policy ${describeFault(fault)}`),
      1
    )
  const callers = await openCallers(config, logger)
  if ('faults' in callers) return fail(callers.faults, 1)
  const tls = await openCertificate(config, logger)
  if (tls !== undefined && 'faults' in tls) return fail(tls.faults, 1)
  const opened = await openStore(config, logger)
  if ('fault' in opened) return fail([opened.fault], 1)
  const { store } = opened
  const log = await openDecisionLog({
    target: config.decisionLog,
    tokenFile: config.decisionLogTokenFile,
    required: config.decisionLogRequired,
    store,
    logger
  })
  if ('fault' in log) return fail([log.fault], 1)
  const { journal, pump } = log
  const judge = await openClassifier(config, logger)
  if ('fault' in judge) return fail([judge.fault], 1)
  const { classifier } = judge
  const denials = openDenials(store, config.sessionTtlSeconds, logger)
  const counts = store === undefined ? undefined : new SharedCounts({ store })
  if (isOpenToAll(config)) {
    logger.warn(OPEN_TO_ALL)
    warn(OPEN_TO_ALL)
  } else if (isReadableOnTheWay(config)) {
    logger.warn('without PORTCULLIS_TLS_CERT_FILE, tokens and inputs are only as secret as the network')
  }
  const metrics = new Metrics({
    ofProcess: true,
    sources: {
      policies: () => policies.status(),
      caches: {
        layers: () => ({ ...memory.layers.counters, entries: memory.layers.layers.size }),
        scripts: () => memory.analyser.figures()
      },
      offload: () => ({ outcomes: { ...offload.counters }, workers: offload.ready }),
      ...(classifier === undefined ? {} : { classifier: () => classifier.figures() }),
      hooks: () => hooks.counts,
      ...(store === undefined ? {} : { storeIsUp: () => store.isUp() }),
      ...(pump === undefined ? {} : { decisionLog: () => ({ ...pump.counters, buffered: pump.waiting }) })
    }
  })
  const tracing = await openTracing(process.env)
  const unanswered = new BoundedLog(logger, 'a hook of the policies gave no answer')
  const hooks = new HttpHookRunner({
    failed: (failure) => unanswered.warn({ ...failure }),
    called: (call) => {
      metrics.hookCalled(call)
      if (tracing !== undefined) traceHookCall(tracing, call)
    }
  })
  const app = buildApp({
    policies,
    settings: openSettings(store, config.sessionTtlSeconds, logger),
    denials,
    classifier,
    hooks,
    checkSettings: (layers) => offload.checkSettings(layers),
    observer: journal,
    metrics,
    tracing,
    records: journal,
    allowInlinePolicy: config.allowInlinePolicy,
    hosts: servedHosts(config),
    health: [
      policies.health,
      ...callers.health,
      ...(tls === undefined ? [] : [tls.health]),
      ...(store === undefined ? [] : [() => store.health()]),
      ...judge.health,
      () => journal.health()
    ],
    authenticator: callers.authenticator,
    rateLimit:
      config.rateLimit === 0
        ? undefined
        : { requestsPerMinute: config.rateLimit, store: counts && rateLimitStore(counts) },
    shedsLoad: true,
    certificate: tls?.certificate,
    logger
  })
  last.flush = () => journal.close(LIMITS.logFlushMs)
  endInOrder({
    stop: async () => {
      policies.close()
      await app.drain()
      judge.close()
      await hooks.close()
      await denials.close()
      await tracing?.close()
      await journal.close(LIMITS.logFlushMs)
      await offload.close()
      counts?.close()
      store?.close()
      logger.info('stopped')
    },
    stopMs: LIMITS.stopMs,
    logger
  })

  const listening = await listen(app, config)
  if ('fault' in listening) return fail([listening.fault], 1)
  const { address } = listening
  const { digest, ids } = policies.current().set
  tls?.follow(app.server)
  // Nearly every call is light: nobody waits for the workers, and without them heavy calls are answered with care.
  offload.start().catch((error: unknown) => logger.error({ err: error }, 'a worker does not start'))
  logger.info(
    {
      version: VERSION,
      address,
      config: shownConfig(config),
      policy: { digest, ids }
    },
    'started'
  )
  print(`portcullis ${VERSION} listening on ${address}\n`)
}

const OPEN_TO_ALL =
  'PORTCULLIS_INSECURE=true and no callers are configured: whoever reaches this service is served'

const BESIDE = fileURLToPath(new URL('../policies', import.meta.url))
