import { describe, expect, test } from 'vitest'
import { type Config, readConfig } from '../src/config.ts'
import { describeEnvironment } from '../src/config-description.ts'

const DEFAULTS: Config = {
  host: '127.0.0.1',
  port: 8080,
  socket: undefined,
  tlsCertFile: undefined,
  tlsKeyFile: undefined,
  publicUrl: undefined,
  allowedHosts: [],
  logLevel: 'info',
  policiesDir: undefined,
  callersFile: undefined,
  jwksUrl: undefined,
  jwtIssuer: undefined,
  jwtAudience: undefined,
  insecure: false,
  rateLimit: 0,
  allowInlinePolicy: false,
  redisUrl: undefined,
  redisPasswordFile: undefined,
  redisSentinelPasswordFile: undefined,
  redisCaFile: undefined,
  redisPrefix: 'portcullis:',
  sessionTtlSeconds: 86_400,
  decisionLog: 'off',
  decisionLogTokenFile: undefined,
  decisionLogRequired: false,
  classifier: 'none',
  classifierUrl: undefined,
  classifierModel: undefined,
  classifierKeyFile: undefined,
  classifierTimeoutMs: 8_000,
  classifierConcurrency: 16
}

/** `MODEL` stands for `PORTCULLIS_CLASSIFIER_MODEL`. */
type ClassifierVariables = Partial<Record<'URL' | 'MODEL' | 'KEY_FILE', string>>

const classifierVariables = (classifier: string, others: ClassifierVariables) => ({
  PORTCULLIS_CLASSIFIER: classifier,
  ...Object.fromEntries(
    Object.entries(others).map(([name, value]) => [`PORTCULLIS_CLASSIFIER_${name}`, value])
  )
})

describe('the environment', () => {
  test('may be empty', () => {
    expect(readConfig({})).toEqual({ config: DEFAULTS })
  })

  test('is read by our names only', () => {
    expect(readConfig({ PATH: '/bin', HOST: '0.0.0.0', PORT: '1', PORTCULLISX: 'a' })).toEqual({
      config: DEFAULTS
    })
  })

  test.each([
    ['PORTCULLIS_HOST', '::1', { host: '::1' }],
    ['PORTCULLIS_HOST', 'localhost', { host: 'localhost' }],
    ['PORTCULLIS_HOST', '127.0.0.2', { host: '127.0.0.2' }],
    ['PORTCULLIS_PORT', '0', { port: 0 }],
    ['PORTCULLIS_PORT', '65535', { port: 65_535 }],
    ['PORTCULLIS_LOG_LEVEL', 'debug', { logLevel: 'debug' }],
    ['PORTCULLIS_POLICIES_DIR', './rules', { policiesDir: './rules' }],
    ['PORTCULLIS_ALLOW_INLINE_POLICY', 'true', { allowInlinePolicy: true }],
    ['PORTCULLIS_ALLOW_INLINE_POLICY', 'false', { allowInlinePolicy: false }],
    ['PORTCULLIS_SOCKET', '/run/p.sock', { socket: '/run/p.sock' }],
    ['PORTCULLIS_PUBLIC_URL', 'https://p.example', { publicUrl: 'https://p.example' }],
    ['PORTCULLIS_ALLOWED_HOSTS', 'a.example, 10.0.0.7,', { allowedHosts: ['a.example', '10.0.0.7'] }],
    ['PORTCULLIS_CALLERS_FILE', 'callers.json', { callersFile: 'callers.json' }],
    ['PORTCULLIS_JWKS_URL', 'https://id.example/keys', { jwksUrl: 'https://id.example/keys' }],
    ['PORTCULLIS_JWKS_URL', 'file:///etc/keys.json', { jwksUrl: 'file:///etc/keys.json' }],
    ['PORTCULLIS_JWKS_URL', 'http://127.0.0.1:9/keys', { jwksUrl: 'http://127.0.0.1:9/keys' }],
    ['PORTCULLIS_JWKS_URL', 'http://[::1]/keys', { jwksUrl: 'http://[::1]/keys' }],
    ['PORTCULLIS_RATE_LIMIT', '600', { rateLimit: 600 }],
    ['PORTCULLIS_REDIS_URL', 'rediss://r:1', { redisUrl: 'rediss://r:1' }],
    ['PORTCULLIS_REDIS_URL', 'redis+cluster://r:1,s:2', { redisUrl: 'redis+cluster://r:1,s:2' }],
    ['PORTCULLIS_REDIS_PREFIX', 'p:', { redisPrefix: 'p:' }],
    ['PORTCULLIS_SESSION_TTL_SECONDS', '60', { sessionTtlSeconds: 60 }],
    ['PORTCULLIS_DECISION_LOG', 'file:log.jsonl', { decisionLog: 'file:log.jsonl' }],
    ['PORTCULLIS_CLASSIFIER', 'none', { classifier: 'none' }],
    ['PORTCULLIS_CLASSIFIER_TIMEOUT_MS', '100', { classifierTimeoutMs: 100 }],
    ['PORTCULLIS_CLASSIFIER_TIMEOUT_MS', '120000', { classifierTimeoutMs: 120_000 }],
    ['PORTCULLIS_CLASSIFIER_CONCURRENCY', '1', { classifierConcurrency: 1 }]
  ])('%s may be %s', (name, value, changed) => {
    expect(readConfig({ [name]: value })).toEqual({ config: { ...DEFAULTS, ...changed } })
  })

  test.each([
    ['PORTCULLIS_HOST', '0.0.0.0', /^PORTCULLIS_HOST: expected a loopback address/],
    ['PORTCULLIS_HOST', '::', /^PORTCULLIS_HOST: expected a loopback address/],
    ['PORTCULLIS_HOST', '192.168.1.5', /^PORTCULLIS_HOST: expected a loopback address/],
    ['PORTCULLIS_HOST', 'example.com', /^PORTCULLIS_HOST: expected a loopback address/],
    ['PORTCULLIS_PORT', '65536', /^PORTCULLIS_PORT: expected a number from 0 to 65535$/],
    ['PORTCULLIS_PORT', '-1', /^PORTCULLIS_PORT: expected a number/],
    ['PORTCULLIS_PORT', '80 ', /^PORTCULLIS_PORT: expected a number/],
    ['PORTCULLIS_PORT', '', /^PORTCULLIS_PORT is set but empty$/],
    ['PORTCULLIS_LOG_LEVEL', 'loud', /^PORTCULLIS_LOG_LEVEL: expected debug, info, warn, error or silent$/],
    ['PORTCULLIS_ALLOW_INLINE_POLICY', '1', /^PORTCULLIS_ALLOW_INLINE_POLICY: expected true or false$/],
    ['PORTCULLIS_PROT', '1', /^PORTCULLIS_PROT is not known; did you mean PORTCULLIS_PORT\?$/],
    ['PORTCULLIS_POLICY_DIR', 'x', /did you mean PORTCULLIS_POLICIES_DIR\?$/],
    ['PORTCULLIS_REDIS_ULR', 'x', /did you mean PORTCULLIS_REDIS_URL\?$/],
    ['PORTCULLIS_CLASSIFIER', 'gpt', /^PORTCULLIS_CLASSIFIER: expected none, anthropic, openai or webhook$/],
    ['PORTCULLIS_CLASSIFIER_URL', 'https://m.example', /^PORTCULLIS_CLASSIFIER_URL: expected none, since/],
    ['PORTCULLIS_CLASSIFIER_MODEL', 'judge-1', /^PORTCULLIS_CLASSIFIER_MODEL: expected none, since/],
    ['PORTCULLIS_CLASSIFIER_KEY_FILE', 'key', /^PORTCULLIS_CLASSIFIER_KEY_FILE: expected none, since/],
    ['PORTCULLIS_CLASSIFIER_TIMEOUT_MS', '99', /^PORTCULLIS_CLASSIFIER_TIMEOUT_MS: expected a whole number/],
    ['PORTCULLIS_CLASSIFIER_TIMEOUT_MS', '120001', /: expected a whole number from 100 to 120000$/],
    ['PORTCULLIS_CLASSIFIER_CONCURRENCY', '0', /: expected a whole number from 1 to 1000$/],
    [
      'PORTCULLIS_CLASSIFER',
      'none',
      /^PORTCULLIS_CLASSIFER is not known; did you mean PORTCULLIS_CLASSIFIER\?$/
    ],
    [
      'PORTCULLIS_TLS_CERT_FILE',
      '/x',
      /^PORTCULLIS_TLS_CERT_FILE and PORTCULLIS_TLS_KEY_FILE: expected both/
    ],
    ['PORTCULLIS_TLS_KEY_FILE', '/x', /^PORTCULLIS_TLS_CERT_FILE and PORTCULLIS_TLS_KEY_FILE: expected both/],
    ['PORTCULLIS_HOST', '::ffff:127.0.0.1', /^PORTCULLIS_HOST: expected a loopback address/],
    ['PORTCULLIS_PUBLIC_URL', 'p.example', /^PORTCULLIS_PUBLIC_URL: expected a URL that begins with http:/],
    ['PORTCULLIS_JWKS_URL', 'ftp://x/keys', /^PORTCULLIS_JWKS_URL: expected a URL that begins with http:/],
    ['PORTCULLIS_JWKS_URL', 'http://id.example/keys', /^PORTCULLIS_JWKS_URL: expected https:/],
    ['PORTCULLIS_JWKS_URL', 'file://etc/keys.json', /^PORTCULLIS_JWKS_URL: expected file:\/\/\/PATH$/],
    ['PORTCULLIS_JWT_ISSUER', 'x', /^PORTCULLIS_JWT_ISSUER: needs PORTCULLIS_JWKS_URL$/],
    ['PORTCULLIS_JWT_AUDIENCE', 'x', /^PORTCULLIS_JWT_AUDIENCE: needs PORTCULLIS_JWKS_URL$/],
    ['PORTCULLIS_INSECURE', 'yes', /^PORTCULLIS_INSECURE: expected true or false$/],
    ['PORTCULLIS_RATE_LIMIT', '-1', /^PORTCULLIS_RATE_LIMIT: expected a whole number/],
    ['PORTCULLIS_SESSION_TTL_SECONDS', '0', /^PORTCULLIS_SESSION_TTL_SECONDS: expected a number of seconds/],
    [
      'PORTCULLIS_DECISION_LOG',
      'redis:log',
      /^PORTCULLIS_DECISION_LOG: redis:STREAM needs PORTCULLIS_REDIS_URL$/
    ],
    ['PORTCULLIS_DECISION_LOG_REQUIRED', 'true', /^PORTCULLIS_DECISION_LOG_REQUIRED: expected false/]
  ])('%s may not be %j', (name, value, error) => {
    expect(readConfig({ [name]: value })).toEqual({ errors: [expect.stringMatching(error)] })
  })

  test.each([
    ['a callers file', { PORTCULLIS_CALLERS_FILE: 'callers.json' }],
    ['a key set', { PORTCULLIS_JWKS_URL: 'file:///etc/keys.json' }],
    ['PORTCULLIS_INSECURE=true', { PORTCULLIS_INSECURE: 'true' }],
    ['a Unix socket instead', { PORTCULLIS_SOCKET: '/run/p.sock' }]
  ])('PORTCULLIS_HOST may be beyond loopback with %s', (_, others) => {
    expect(readConfig({ PORTCULLIS_HOST: '0.0.0.0', ...others })).toMatchObject({
      config: { host: '0.0.0.0' }
    })
  })

  test('a Unix socket takes no certificate', () => {
    const tls = { PORTCULLIS_TLS_CERT_FILE: 'c.pem', PORTCULLIS_TLS_KEY_FILE: 'k.pem' }
    expect(readConfig(tls)).toMatchObject({ config: { tlsCertFile: 'c.pem', tlsKeyFile: 'k.pem' } })
    expect(readConfig({ ...tls, PORTCULLIS_SOCKET: '/run/p.sock' })).toEqual({
      errors: [expect.stringMatching(/^PORTCULLIS_TLS_CERT_FILE: expected none/)]
    })
  })

  test.each<[string, ClassifierVariables]>([
    ['anthropic', { MODEL: 'judge-1', KEY_FILE: 'key' }],
    ['anthropic', { MODEL: 'judge-1', KEY_FILE: 'key', URL: 'http://127.0.0.1:8000' }],
    ['openai', { MODEL: 'judge-1', KEY_FILE: 'key' }],
    ['openai', { MODEL: 'judge-1', URL: 'http://[::1]:8000/v1' }],
    ['openai', { MODEL: 'judge-1', URL: 'https://models.example/v1' }],
    ['webhook', { URL: 'https://judge.example/v1?format=2' }],
    ['webhook', { URL: 'http://localhost:8000/', KEY_FILE: 'key' }]
  ])('the classifier may be %s with %o', (classifier, others) => {
    expect(readConfig(classifierVariables(classifier, others))).toEqual({
      config: {
        ...DEFAULTS,
        classifier,
        classifierUrl: others.URL,
        classifierModel: others.MODEL,
        classifierKeyFile: others.KEY_FILE
      }
    })
  })

  test.each([
    ['anthropic', { MODEL: 'judge-1' }, ['_KEY_FILE: expected the file of its key']],
    ['anthropic', { MODEL: 'judge-1', URL: 'http://127.0.0.1:8000' }, ['_KEY_FILE: expected the file']],
    ['anthropic', { KEY_FILE: 'key' }, ['_MODEL: expected the id of a model']],
    ['openai', {}, ['_MODEL: expected the id of a model', '_KEY_FILE: expected the file of its key']],
    ['webhook', {}, ['_URL: expected an address']],
    ['webhook', { URL: 'http://10.0.0.7/judge' }, ['_URL: expected https:// (http:// only on loopback)']],
    ['webhook', { URL: 'http://127.0.0.1.example/' }, ['_URL: expected https:// (http:// only on loopback)']],
    ['webhook', { URL: 'https://me:secret@judge.example/' }, ['_URL: expected no name and password']],
    ['webhook', { URL: 'https://judge.example/#x' }, ['_URL: expected no query and no fragment']],
    [
      'openai',
      { MODEL: 'judge-1', URL: 'https://models.example/v1?key=secret' },
      ['_URL: expected no query and no fragment']
    ]
  ])('the classifier may not be %s with %o', (classifier, others, errors) => {
    const reading = readConfig(classifierVariables(classifier, others))
    expect(reading).toEqual({
      errors: errors.map((error) => expect.stringContaining(`PORTCULLIS_CLASSIFIER${error}`))
    })
    expect(JSON.stringify(reading)).not.toContain('secret')
  })

  test.each([
    ['PORTCULLIS_PORT', 'x', 'PORTCULLIS_LOG_LEVEL', 'loud'],
    ['PORTCULLIS_HOST', '0.0.0.0', 'PORTCULLIS_TLS_CERT_FILE', 'c.pem']
  ])('names every error at once: %s=%s, %s=%s', (first, value, second, other) => {
    const reading = readConfig({ [first]: value, [second]: other })
    expect(reading).toEqual({
      errors: [expect.stringContaining(first), expect.stringContaining(second)]
    })
  })

  test('is described with every variable and its default', () => {
    const text = describeEnvironment()
    for (const [name, fallback] of [
      ['HOST', '127.0.0.1'],
      ['PORT', '8080'],
      ['LOG_LEVEL', 'info'],
      ['POLICIES_DIR', ''],
      ['ALLOW_INLINE_POLICY', 'false']
    ]) {
      expect(text).toMatch(new RegExp(`^ {2}PORTCULLIS_${name} .*${fallback}`, 'm'))
    }
  })
})
