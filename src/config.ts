/** The environment, read once: one schema, and every error says which variable and what was expected. */
import { z } from 'zod'
import { isLoopbackName } from './plugins/host-check.ts'

const PREFIX = 'PORTCULLIS_'

const flag = z
  .enum(['true', 'false'], { error: 'expected true or false' })
  .transform((text) => text === 'true')

const port = z
  .string()
  .regex(/^\d{1,5}$/, { error: 'expected a number from 0 to 65535' })
  .transform(Number)
  .refine((value) => value <= 65_535, { error: 'expected a number from 0 to 65535' })

// Callers cannot be told apart in this version, so nobody but this machine is served.
const loopback = z.string().refine((host) => isLoopbackName(host === '::1' ? '[::1]' : host), {
  error:
    'expected a loopback address (127.0.0.1, ::1 or localhost): callers cannot be configured in this version'
})

const environment = z.object({
  PORTCULLIS_HOST: loopback.default('127.0.0.1').meta({ description: 'Loopback address to listen on' }),
  PORTCULLIS_PORT: port.default(8080).meta({ description: 'Port to listen on; 0 takes a free one' }),
  PORTCULLIS_LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], {
      error: 'expected debug, info, warn, error or silent'
    })
    .default('info')
    .meta({ description: 'Least level that is logged, to standard error; debug adds a line a request' }),
  PORTCULLIS_POLICIES_DIR: z
    .string()
    .optional()
    .meta({ description: 'Folder of policy files; default: policies, beside this program' }),
  PORTCULLIS_ALLOW_INLINE_POLICY: flag.default(false).meta({
    description: 'Let callers send settings.policy; for development and tests only'
  })
})

/** Names of later versions: using one is an error, so that nobody relies on what is not there. */
const LATER = [
  'SOCKET',
  'TLS_CERT_FILE',
  'TLS_KEY_FILE',
  'PUBLIC_URL',
  'CALLERS_FILE',
  'JWKS_URL',
  'INSECURE',
  'REDIS_URL',
  'REDIS_PREFIX',
  'SESSION_TTL_SECONDS',
  'CLASSIFIER',
  'CLASSIFIER_URL',
  'CLASSIFIER_MODEL',
  'CLASSIFIER_KEY_FILE',
  'CLASSIFIER_TIMEOUT_MS',
  'DECISION_LOG',
  'DECISION_LOG_REQUIRED'
].map((name) => PREFIX + name)

export interface Config {
  readonly host: string
  readonly port: number
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** As given; undefined: the folder beside this program. */
  readonly policiesDir: string | undefined
  readonly allowInlinePolicy: boolean
}

export type ConfigReading = { readonly config: Config } | { readonly errors: readonly string[] }

/** Total: every error names its variable. */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): ConfigReading {
  const ours = Object.entries(variables).filter(
    (entry): entry is [string, string] => entry[0].startsWith(PREFIX) && entry[1] !== undefined
  )
  const errors = ours.flatMap(
    ([name, value]) => nameError(name) ?? (value === '' ? `${name} is set but empty` : [])
  )
  if (errors.length > 0) return { errors }

  const parsed = environment.safeParse(Object.fromEntries(ours))
  if (!parsed.success) {
    return { errors: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) }
  }
  const { data } = parsed
  return {
    config: {
      host: data.PORTCULLIS_HOST,
      port: data.PORTCULLIS_PORT,
      logLevel: data.PORTCULLIS_LOG_LEVEL,
      policiesDir: data.PORTCULLIS_POLICIES_DIR,
      allowInlinePolicy: data.PORTCULLIS_ALLOW_INLINE_POLICY
    }
  }
}

/** The variables with defaults and meanings, one a line. */
export function describeEnvironment(): string {
  const rows = Object.entries(environment.shape).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined).data
    return [name, fallback === undefined ? '' : `(${fallback})`, schema.meta()?.description ?? ''] as const
  })
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows
    .map(([name, fallback, meaning]) => `  ${name.padEnd(width)}  ${meaning} ${fallback}`.trimEnd())
    .join('\n')
}

const KNOWN = Object.keys(environment.shape)

function nameError(name: string): string | undefined {
  if (KNOWN.includes(name)) return undefined
  if (LATER.includes(name)) return `${name} is known but not available in this version: unset it`
  return `${name} is not known; did you mean ${nearest(name, [...KNOWN, ...LATER])}?`
}

function nearest(name: string, candidates: readonly string[]): string {
  const ranked = candidates.map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
  return ranked.reduce((best, other) => (other.distance < best.distance ? other : best)).candidate
}

function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row += 1) {
    const here = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const replace = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      here.push(Math.min(replace, (above[column] ?? 0) + 1, (here[column - 1] ?? 0) + 1))
    }
    above = here
  }
  return above[b.length] ?? 0
}
