/** The service's own log: what it may hold, whoever writes a line. */
import { fileURLToPath } from 'node:url'
import { type DestinationStream, type Logger, pino } from 'pino'

/** Keys whose values never stand in a line, at the top or one or two levels down. */
const SECRET = [
  'authorization',
  'proxyAuthorization',
  'cookie',
  'setCookie',
  'password',
  'passphrase',
  'secret',
  'token',
  'hash',
  'key',
  // What an agent sent: digests stand for it.
  'input',
  'updatedInput',
  'settings',
  'transcript'
]

const SECRET_PATHS = SECRET.flatMap((key) => [key, `*.${key}`, `*.*.${key}`])

/** Lines of JSON on standard error, each written before anything else happens: a crash loses none. */
export function serviceLogger(
  level: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true })
): Logger {
  return pino(
    {
      level,
      base: null,
      redact: { paths: SECRET_PATHS, censor: '[redacted]' },
      serializers: { err: describeError, error: describeError },
      hooks: {
        // A line without words of its own would take those of the error in it.
        logMethod([first, ...rest], method) {
          if (rest.length === 0 && typeof first === 'object') method.call(this, first, 'failed')
          else method.call(this, first, ...rest)
        }
      }
    },
    destination
  )
}

export interface DescribedError {
  readonly type: string
  readonly code?: string
  /** Module and line of this service that met it. */
  readonly at?: string
  readonly cause?: DescribedError
}

const MAX_CAUSES = 3
const WORD = /^[A-Za-z][A-Za-z0-9_. -]{0,63}$/

/**
 * What kind of error it is and where it arose. Its message and its stack are left out: what a library or the system
 * says may repeat input, credentials and paths.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error }
  const code =
    'code' in error && typeof error.code === 'string' && WORD.test(error.code) ? error.code : undefined
  const at = placeOf(error)
  return {
    type: WORD.test(error.name) ? error.name : 'Error',
    ...(code === undefined ? {} : { code }),
    ...(at === undefined ? {} : { at }),
    ...(error.cause === undefined || depth >= MAX_CAUSES
      ? {}
      : { cause: describeError(error.cause, depth + 1) })
  }
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PLACE = /^([A-Za-z0-9/-]+)\.(?:ts|js):(\d+)/

/** The innermost place in this service, as `engine/decide 31`. */
function placeOf({ stack = '', message }: Error): string | undefined {
  // The message comes first and may hold anything.
  const frames = stack.slice(stack.indexOf(message) + message.length)
  const from = frames.indexOf(ROOT)
  if (from === -1) return undefined
  const [, module, line] = PLACE.exec(frames.slice(from + ROOT.length)) ?? []
  return module === undefined ? undefined : `${module} ${line}`
}

/** How long a process that failed may write what it still has to. */
const LAST_FLUSH_MS = 2_000

/**
 * Whatever nobody caught ends the process, with a line like any other instead of a stack: what it is worth after such
 * an error nobody knows. `flush` of the answer is called first; whoever has something to write puts it there.
 */
export function endOnFailure(logger: Logger): { flush: () => Promise<unknown> } {
  const last = { flush: (): Promise<unknown> => Promise.resolve() }
  let hasFailed = false
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'the service failed')
    if (hasFailed) return
    hasFailed = true
    setTimeout(() => process.exit(1), LAST_FLUSH_MS)
    last.flush().finally(() => process.exit(1))
  })
  return last
}
