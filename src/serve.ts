/** The service: dependencies, listening, signals, exit. */
import { resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { loadBashReader } from './engine/bash/grammar.ts'
import { createEngine } from './engine/engine.ts'
import { LIMITS } from './limits.ts'
import { readGrammar } from './offload/grammar-files.ts'
import { Supervisor } from './offload/supervisor.ts'
import { fail, print } from './output.ts'
import { policyFolder } from './policies/folder.ts'
import { fixedPolicies } from './policies/live.ts'
import type { PolicyFault } from './policies/policy-set.ts'
import { faultsOf, remarksOn } from './policies/remarks.ts'
import { VERSION } from './version.ts'

/** Serves until a signal; ends the process where it cannot. */
export async function serve(config: Config): Promise<void> {
  const reading = await policyFolder(
    config.policiesDir === undefined ? BESIDE : resolve(config.policiesDir)
  ).read()
  if ('faults' in reading) return fail(reading.faults.map(describeFault), 1)
  const { set: policy, files } = reading
  const reader = await loadBashReader(await readGrammar())
  const offload = new Supervisor({ reader })
  const engine = createEngine({
    reader,
    policies: policy.policies,
    elsewhere: offload.over({ set: policy, ids: policy.ids }),
    // A whole turn of the event loop: other callers are answered between the calls of a batch.
    pause: () => setImmediate()
  })
  if ('problem' in engine) return fail(faultsOf(engine.issues, files).map(describeFault), 1)

  const logger = pino({ level: config.logLevel, base: null }, pino.destination({ dest: 2, sync: true }))
  for (const { file, code, rule, message } of remarksOn(policy, files)) {
    logger.warn({ policy: file, code, rule }, message)
  }
  const app = buildApp({
    policies: fixedPolicies(engine, policy),
    allowInlinePolicy: config.allowInlinePolicy,
    hosts: servedHosts(config),
    logger
  })
  stopOnSignal(async () => {
    await app.close()
    await offload.close()
    logger.info('stopped')
  })

  let address: string
  try {
    address = await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    return fail([listenFailure(config, error)], 1)
  }
  // Nearly every call is light: nobody waits for the workers, and without them heavy calls are answered with care.
  offload.start().catch((error: unknown) => logger.error({ err: error }, 'a worker does not start'))
  logger.info(
    { version: VERSION, address, config, policy: { digest: policy.digest, ids: policy.ids } },
    'started'
  )
  print(`portcullis ${VERSION} listening on ${address}\n`)
}

const servedHosts = ({ host, publicUrl, allowedHosts }: Config): readonly string[] => [
  host,
  ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname]),
  ...allowedHosts
]

const BESIDE = fileURLToPath(new URL('../policies', import.meta.url))

const describeFault = ({ file, place, reason }: PolicyFault): string =>
  `policy ${file}${place === '' ? '' : ` at ${place}`}: ${reason}`

/** Ctrl-C under `npm start` comes twice, from the terminal and from npm; nobody means a second one that soon. */
const ECHO_MS = 500

/** The first signal finishes running requests, within a bound; a second one does not wait. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stoppingSince: number | undefined
  const onSignal = (): void => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > ECHO_MS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    setTimeout(() => fail(['requests did not finish in time'], 1), LIMITS.shutdownMs).unref()
    stop().then(
      () => process.exit(0),
      () => process.exit(1)
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

function listenFailure({ host, port }: Config, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `port ${port} on ${host} is in use: set PORTCULLIS_PORT`
  if (code === 'EACCES') return `port ${port} on ${host} may not be opened by this user: set PORTCULLIS_PORT`
  return `cannot listen on ${host}, port ${port} (${String(code ?? 'unknown reason')})`
}
