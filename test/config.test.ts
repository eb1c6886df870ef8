import { describe, expect, test } from 'vitest'
import { describeEnvironment, readConfig } from '../src/config.ts'

const DEFAULTS = {
  host: '127.0.0.1',
  port: 8080,
  logLevel: 'info',
  policiesDir: undefined,
  allowInlinePolicy: false
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
    ['PORTCULLIS_ALLOW_INLINE_POLICY', 'false', { allowInlinePolicy: false }]
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
    ['PORTCULLIS_TLS_CERT_FILE', '/x', /^PORTCULLIS_TLS_CERT_FILE is known but not available in this version/]
  ])('%s may not be %j', (name, value, error) => {
    expect(readConfig({ [name]: value })).toEqual({ errors: [expect.stringMatching(error)] })
  })

  test('names every error at once', () => {
    const reading = readConfig({
      PORTCULLIS_HOST: '0.0.0.0',
      PORTCULLIS_PORT: 'x',
      PORTCULLIS_LOG_LEVEL: 'info'
    })
    expect(reading).toEqual({ errors: [expect.stringMatching(/_HOST: /), expect.stringMatching(/_PORT: /)] })
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
