/** Callers as they are configured, kept up to date. */
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { LastGood, type Load } from '../last-good.ts'
import { type Watch, watchPaths } from '../watch.ts'
import { type Authenticator, BearerAuthenticator } from './authenticator.ts'
import { type Callers, readCallersFile } from './callers-file.ts'
import { jwtVerifier } from './jwt-verifier.ts'
import { fileKeySet, type KeySet, readKeyFile, remoteKeySet } from './key-set.ts'
import { tokenVerifier } from './token-verifier.ts'
import type { Verifier } from './verifier.ts'

export interface CallersConfig {
  readonly callersFile: string | undefined
  readonly jwksUrl: string | undefined
  readonly jwtIssuer: string | undefined
  readonly jwtAudience: string | undefined
}

export interface OpenCallers {
  /** Undefined: no callers are configured. */
  readonly authenticator: Authenticator | undefined
  /** Why the callers in force are not the newest ones. */
  readonly health: readonly (() => string | undefined)[]
  close(): void
}

interface Part {
  readonly verifier: Verifier
  readonly health: () => string | undefined
  readonly watch?: Watch
}

type Opened<T> = T | { readonly faults: readonly string[] }

/** Reads what is configured and reads it again whenever it changes; at first all of it must be in order. */
export async function openCallers(config: CallersConfig, logger: Logger): Promise<Opened<OpenCallers>> {
  const opened = [
    ...(config.callersFile === undefined ? [] : [await openCallersFile(config.callersFile, config, logger)]),
    ...(config.jwksUrl === undefined ? [] : [await openKeySet(config.jwksUrl, config, logger)])
  ]
  const parts = opened.flatMap((one) => ('faults' in one ? [] : [one]))
  const close = (): void => {
    for (const { watch } of parts) watch?.close()
  }
  const faults = opened.flatMap((one) => ('faults' in one ? one.faults : []))
  if (faults.length > 0) {
    close()
    return { faults }
  }
  return {
    authenticator:
      parts.length === 0 ? undefined : new BearerAuthenticator(parts.map(({ verifier }) => verifier)),
    health: parts.map(({ health }) => health),
    close
  }
}

async function openCallersFile(
  path: string,
  { jwksUrl }: CallersConfig,
  logger: Logger
): Promise<Opened<Part>> {
  const read = async (previous: Callers | undefined) => {
    const reading = await readCallersFile(path, previous)
    if ('value' in reading && reading.value.byName.size === 0) {
      const fields = { file: basename(path) }
      const who = jwksUrl === undefined ? 'nobody is let in' : 'only JSON Web Tokens are let in'
      logger.warn(fields, `callers file: it names no caller, ${who}`)
    }
    if ('value' in reading && reading.value.unknownScopes.length > 0) {
      const fields = { file: basename(path), scopes: reading.value.unknownScopes }
      logger.warn(fields, 'callers file: unknown scopes grant nothing')
    }
    return reading
  }
  const file = { what: 'callers file', variable: 'PORTCULLIS_CALLERS_FILE', path }
  return openFile(file, read, logger, (callers) => tokenVerifier({ callers }))
}

async function openKeySet(address: string, config: CallersConfig, logger: Logger): Promise<Opened<Part>> {
  const { jwtIssuer: issuer, jwtAudience: audience } = config
  if (audience === undefined) {
    logger.warn('PORTCULLIS_JWT_AUDIENCE is not set: tokens for other services are accepted, too')
  }
  const verifier = (keys: KeySet): Verifier => jwtVerifier({ keys, issuer, audience })
  const url = new URL(address)
  if (url.protocol !== 'file:') {
    const keys = remoteKeySet(url)
    return { verifier: verifier(keys), health: keys.health }
  }
  const path = fileURLToPath(url)
  const file = { what: 'key set', variable: 'PORTCULLIS_JWKS_URL', path }
  return openFile(
    file,
    () => readKeyFile(path),
    logger,
    (keys) => verifier(fileKeySet(keys))
  )
}

async function openFile<T>(
  { what, variable, path }: WatchedFile,
  read: Load<T>,
  logger: Logger,
  verifierOf: (file: LastGood<T>) => Verifier
): Promise<Opened<Part>> {
  let reload = async (): Promise<void> => undefined
  // Before it is read: no change is missed in between.
  const watch = await watchPaths([path], () => reload())
  const file = await LastGood.open(what, read, logger)
  if ('faults' in file) {
    watch.close()
    return { faults: file.faults.map((fault) => `${variable} ${path}: ${fault}`) }
  }
  reload = () => file.reload()
  return { verifier: verifierOf(file), health: () => file.health(), watch }
}

interface WatchedFile {
  /** In the log and in readiness. */
  readonly what: string
  readonly variable: string
  readonly path: string
}
