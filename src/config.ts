/** The environment, read once: one schema, and every error says which variable and what was expected. */
import { z } from 'zod'
import { CLASSIFIERS, type ClassifierConfig, classifierFaults } from './classifier-config.ts'
import { editDistance } from './engine/edit-distance.ts'
import { isLoopbackHost } from './plugins/host-check.ts'

const PREFIX = 'PORTCULLIS_'

const flag = z
  .enum(['true', 'false'], { error: 'expected true or false' })
  .transform((text) => text === 'true')

const port = z
  .string()
  .regex(/^\d{1,5}$/, { error: 'expected a number from 0 to 65535' })
  .transform(Number)
  .refine((value) => value <= 65_535, { error: 'expected a number from 0 to 65535' })

const text = z.string()

const seconds = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, { error: 'expected a number of seconds, from 1' })
  .transform(Number)

const count = z
  .string()
  .regex(/^\d{1,9}$/, { error: 'expected a whole number, 0 or more' })
  .transform(Number)

const between = (least: number, most: number) => {
  const error = `expected a whole number from ${least} to ${most}`
  return z
    .string()
    .regex(/^[1-9]\d{0,8}$/, { error })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error })
}

const url = (...schemes: readonly string[]) =>
  z
    .string()
    .refine((value) => schemes.some((scheme) => value.startsWith(`${scheme}://`)) && URL.canParse(value), {
      error: `expected a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`
    })

/** Every variable with its form, in the order in which they are told of. */
export const environment = z.object({
  PORTCULLIS_HOST: text
    .default('127.0.0.1')
    .meta({ description: 'Address to listen on; beyond loopback only with callers' }),
  PORTCULLIS_PORT: port.default(8080).meta({ description: 'Port to listen on; 0 takes a free one' }),
  PORTCULLIS_SOCKET: text
    .optional()
    .meta({ description: 'Path of a Unix socket to listen on instead, open to this user alone' }),
  PORTCULLIS_TLS_CERT_FILE: text.optional().meta({ description: 'Certificate chain in PEM: serves HTTPS' }),
  PORTCULLIS_TLS_KEY_FILE: text.optional().meta({ description: 'Its private key in PEM' }),
  PORTCULLIS_PUBLIC_URL: url('http', 'https')
    .optional()
    .meta({ description: 'Where callers reach the service; its host is served' }),
  PORTCULLIS_ALLOWED_HOSTS: text.optional().meta({
    description: 'Further names and addresses in Host headers that are served, separated by commas'
  }),
  PORTCULLIS_LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], {
      error: 'expected debug, info, warn, error or silent'
    })
    .default('info')
    .meta({ description: 'Least level that is logged, to standard error; debug adds a line a request' }),
  PORTCULLIS_POLICIES_DIR: text
    .optional()
    .meta({ description: 'Folder of policy files; default: policies, beside this program' }),
  PORTCULLIS_CALLERS_FILE: text
    .optional()
    .meta({ description: 'File of callers and the hashes of their tokens; read again when it changes' }),
  PORTCULLIS_JWKS_URL: url('http', 'https', 'file')
    .optional()
    .meta({ description: 'Key set that signs callers’ JSON Web Tokens: https://... or file://...' }),
  PORTCULLIS_JWT_ISSUER: text.optional().meta({ description: 'The only `iss` accepted in them' }),
  PORTCULLIS_JWT_AUDIENCE: text.optional().meta({ description: 'The `aud` they must hold' }),
  PORTCULLIS_INSECURE: flag
    .default(false)
    .meta({ description: 'Listen beyond loopback without callers: anybody who reaches the port is served' }),
  PORTCULLIS_RATE_LIMIT: count
    .default(0)
    .meta({ description: 'Requests a caller may send in a minute; 0: as many as are answered' }),
  PORTCULLIS_ALLOW_INLINE_POLICY: flag.default(false).meta({
    description: 'Let callers send settings.policy; for development and tests only'
  }),
  PORTCULLIS_REDIS_URL: text
    .regex(/^rediss?(?:\+(?:sentinel|cluster))?:\/\//, {
      error:
        'expected a URL that begins with redis://, redis+sentinel:// or redis+cluster://, ' +
        'or with rediss instead of redis for TLS'
    })
    .optional()
    .meta({ description: 'Redis that several instances share; default: each keeps its own state in memory' }),
  PORTCULLIS_REDIS_PASSWORD_FILE: text.optional().meta({ description: 'File of the password for it' }),
  PORTCULLIS_REDIS_SENTINEL_PASSWORD_FILE: text
    .optional()
    .meta({ description: 'File of the password that its Sentinels ask for' }),
  PORTCULLIS_REDIS_CA_FILE: text
    .optional()
    .meta({ description: 'Certificate authorities in PEM that sign its certificate' }),
  PORTCULLIS_REDIS_PREFIX: text
    .regex(/^[A-Za-z0-9:._-]{1,64}$/, { error: 'expected 1 to 64 of A-Za-z0-9:._-' })
    .default('portcullis:')
    .meta({ description: 'What every key in it begins with' }),
  PORTCULLIS_SESSION_TTL_SECONDS: seconds.default(86_400).meta({
    description: 'How long state of sessions and settings by reference are kept after their last use'
  }),
  PORTCULLIS_DECISION_LOG: text
    .regex(/^(?:off|stdout|file:.+|https?:\/\/.+|redis:.+)$/, {
      error: 'expected off, stdout, file:PATH, http(s)://... or redis:STREAM'
    })
    .default('off')
    .meta({
      description:
        'Where a record of each decision goes: off, stdout, file:PATH, http(s)://... or redis:STREAM'
    }),
  PORTCULLIS_DECISION_LOG_TOKEN_FILE: text
    .optional()
    .meta({ description: 'File of the bearer token for a decision log over HTTP' }),
  PORTCULLIS_DECISION_LOG_REQUIRED: flag
    .default(false)
    .meta({ description: 'Allow nothing that is not recorded' }),
  PORTCULLIS_CLASSIFIER: z
    .enum(CLASSIFIERS, { error: `expected ${CLASSIFIERS.slice(0, -1).join(', ')} or ${CLASSIFIERS.at(-1)}` })
    .default('none')
    .meta({ description: 'What judges in auto mode: a model’s API or a webhook of your own' }),
  PORTCULLIS_CLASSIFIER_URL: url('http', 'https').optional().meta({
    description: 'Where it is; default: the official address of anthropic or openai; http:// only on loopback'
  }),
  PORTCULLIS_CLASSIFIER_MODEL: text
    .regex(/^[\x21-\x7e]{1,200}$/, { error: 'expected the id of a model' })
    .optional()
    .meta({ description: 'The model to ask' }),
  PORTCULLIS_CLASSIFIER_KEY_FILE: text
    .optional()
    .meta({ description: 'File of the key for it; read again when it changes' }),
  PORTCULLIS_CLASSIFIER_TIMEOUT_MS: between(100, 120_000).default(8_000).meta({
    description: 'How long a verdict may take, waiting for a turn and further attempts included'
  }),
  PORTCULLIS_CLASSIFIER_CONCURRENCY: between(1, 1_000)
    .default(16)
    .meta({ description: 'Calls at once to it; four times as many may wait' })
})

/** The environment as read: names without the prefix. */
export interface Config extends ClassifierConfig {
  readonly host: string
  readonly port: number
  readonly socket: string | undefined
  readonly tlsCertFile: string | undefined
  readonly tlsKeyFile: string | undefined
  readonly publicUrl: string | undefined
  readonly allowedHosts: readonly string[]
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** As given; undefined: the folder beside this program. */
  readonly policiesDir: string | undefined
  readonly callersFile: string | undefined
  readonly jwksUrl: string | undefined
  readonly jwtIssuer: string | undefined
  readonly jwtAudience: string | undefined
  readonly insecure: boolean
  /** Requests a minute and caller; 0: no limit. */
  readonly rateLimit: number
  readonly allowInlinePolicy: boolean
  readonly redisUrl: string | undefined
  readonly redisPasswordFile: string | undefined
  readonly redisSentinelPasswordFile: string | undefined
  readonly redisCaFile: string | undefined
  readonly redisPrefix: string
  readonly sessionTtlSeconds: number
  readonly decisionLog: string
  readonly decisionLogTokenFile: string | undefined
  readonly decisionLogRequired: boolean
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
  const config: Config = {
    host: data.PORTCULLIS_HOST,
    port: data.PORTCULLIS_PORT,
    socket: data.PORTCULLIS_SOCKET,
    tlsCertFile: data.PORTCULLIS_TLS_CERT_FILE,
    tlsKeyFile: data.PORTCULLIS_TLS_KEY_FILE,
    publicUrl: data.PORTCULLIS_PUBLIC_URL,
    allowedHosts: (data.PORTCULLIS_ALLOWED_HOSTS ?? '').split(',').flatMap((name) => name.trim() || []),
    logLevel: data.PORTCULLIS_LOG_LEVEL,
    policiesDir: data.PORTCULLIS_POLICIES_DIR,
    callersFile: data.PORTCULLIS_CALLERS_FILE,
    jwksUrl: data.PORTCULLIS_JWKS_URL,
    jwtIssuer: data.PORTCULLIS_JWT_ISSUER,
    jwtAudience: data.PORTCULLIS_JWT_AUDIENCE,
    insecure: data.PORTCULLIS_INSECURE,
    rateLimit: data.PORTCULLIS_RATE_LIMIT,
    allowInlinePolicy: data.PORTCULLIS_ALLOW_INLINE_POLICY,
    redisUrl: data.PORTCULLIS_REDIS_URL,
    redisPasswordFile: data.PORTCULLIS_REDIS_PASSWORD_FILE,
    redisSentinelPasswordFile: data.PORTCULLIS_REDIS_SENTINEL_PASSWORD_FILE,
    redisCaFile: data.PORTCULLIS_REDIS_CA_FILE,
    redisPrefix: data.PORTCULLIS_REDIS_PREFIX,
    sessionTtlSeconds: data.PORTCULLIS_SESSION_TTL_SECONDS,
    decisionLog: data.PORTCULLIS_DECISION_LOG,
    decisionLogTokenFile: data.PORTCULLIS_DECISION_LOG_TOKEN_FILE,
    decisionLogRequired: data.PORTCULLIS_DECISION_LOG_REQUIRED,
    classifier: data.PORTCULLIS_CLASSIFIER,
    classifierUrl: data.PORTCULLIS_CLASSIFIER_URL,
    classifierModel: data.PORTCULLIS_CLASSIFIER_MODEL,
    classifierKeyFile: data.PORTCULLIS_CLASSIFIER_KEY_FILE,
    classifierTimeoutMs: data.PORTCULLIS_CLASSIFIER_TIMEOUT_MS,
    classifierConcurrency: data.PORTCULLIS_CLASSIFIER_CONCURRENCY
  }
  const faults = conflicts(config)
  return faults.length > 0 ? { errors: faults } : { config }
}

/** Settings that each may stand, but not together: nobody starts half-secured. */
function conflicts(config: Config): readonly string[] {
  const faults: string[] = []
  const withCallers = config.callersFile !== undefined || config.jwksUrl !== undefined
  if (config.socket === undefined && !isLoopbackHost(config.host) && !withCallers && !config.insecure) {
    faults.push(
      'PORTCULLIS_HOST: expected a loopback address (127.0.0.1, ::1 or localhost), since no callers are configured: ' +
        'set PORTCULLIS_CALLERS_FILE or PORTCULLIS_JWKS_URL, or PORTCULLIS_INSECURE=true to serve anybody'
    )
  }
  if ((config.tlsCertFile === undefined) !== (config.tlsKeyFile === undefined)) {
    faults.push('PORTCULLIS_TLS_CERT_FILE and PORTCULLIS_TLS_KEY_FILE: expected both or neither')
  }
  if (config.socket !== undefined && config.tlsCertFile !== undefined) {
    faults.push('PORTCULLIS_TLS_CERT_FILE: expected none, since PORTCULLIS_SOCKET is no network')
  }
  if (config.jwksUrl !== undefined) faults.push(...keySetFaults(config.jwksUrl))
  if (config.jwksUrl === undefined && config.jwtIssuer !== undefined) {
    faults.push('PORTCULLIS_JWT_ISSUER: needs PORTCULLIS_JWKS_URL')
  }
  if (config.jwksUrl === undefined && config.jwtAudience !== undefined) {
    faults.push('PORTCULLIS_JWT_AUDIENCE: needs PORTCULLIS_JWKS_URL')
  }
  if (config.decisionLog.startsWith('redis:') && config.redisUrl === undefined) {
    faults.push('PORTCULLIS_DECISION_LOG: redis:STREAM needs PORTCULLIS_REDIS_URL')
  }
  if (config.decisionLogRequired && config.decisionLog === 'off') {
    faults.push('PORTCULLIS_DECISION_LOG_REQUIRED: expected false, since PORTCULLIS_DECISION_LOG is off')
  }
  return [...faults, ...classifierFaults(config)]
}

/** Whoever can change the keys on their way can be anybody. */
function keySetFaults(address: string): readonly string[] {
  const { protocol, hostname, host } = new URL(address)
  if (protocol === 'http:' && !isLoopbackHost(hostname.replace(/^\[|\]$/g, ''))) {
    return ['PORTCULLIS_JWKS_URL: expected https:// (http:// only on loopback)']
  }
  if (protocol === 'file:' && host !== '') return ['PORTCULLIS_JWKS_URL: expected file:///PATH']
  return []
}

const KNOWN = Object.keys(environment.shape)

function nameError(name: string): string | undefined {
  if (KNOWN.includes(name)) return undefined
  return `${name} is not known; did you mean ${nearest(name, KNOWN)}?`
}

function nearest(name: string, candidates: readonly string[]): string {
  const ranked = candidates.map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
  return ranked.reduce((best, other) => (other.distance < best.distance ? other : best)).candidate
}
