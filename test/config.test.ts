import { describe, expect, test } from 'vitest'
import { type Config, describeEnvironment, readConfig } from '../src/config.ts'

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
  redisCaFile: undefined,
  redisPrefix: 'portcullis:',
  sessionTtlSeconds: 86_400,
  decisionLog: 'off',
  decisionLogTokenFile: undefined,
  decisionLogRequired: false
}

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
    ['PORTCULLIS_REDIS_PREFIX', 'p:', { redisPrefix: 'p:' }],
    ['PORTCULLIS_SESSION_TTL_SECONDS', '60', { sessionTtlSeconds: 60 }],
    ['PORTCULLIS_DECISION_LOG', 'file:log.jsonl', { decisionLog: 'file:log.jsonl' }]
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
    ['PORTCULLIS_CLASSIFIER', 'none', /^PORTCULLIS_CLASSIFIER is known but not available in this version/],
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
