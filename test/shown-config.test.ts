import { expect, test } from 'vitest'
import { type Config, readConfig } from '../src/config.ts'
import { shownConfig } from '../src/shown-config.ts'

function configOf(variables: Readonly<Record<string, string>>): Config {
  const reading = readConfig(variables)
  if ('errors' in reading) throw new Error(reading.errors.join('\n'))
  return reading.config
}

test('every setting is shown, without passwords and paths', () => {
  const config = configOf({
    PORTCULLIS_TLS_CERT_FILE: '/srv/hidden/cert.pem',
    PORTCULLIS_TLS_KEY_FILE: '/srv/hidden/key.pem',
    PORTCULLIS_POLICIES_DIR: '/srv/hidden/policies',
    PORTCULLIS_CALLERS_FILE: '/srv/hidden/callers.json',
    PORTCULLIS_JWKS_URL: 'https://me:hunter2@id.example/hidden/keys?token=hunter2',
    PORTCULLIS_REDIS_URL: 'rediss+sentinel://me:hunter2@r.example:6380,s.example/main/2',
    PORTCULLIS_REDIS_PASSWORD_FILE: '/srv/hidden/password',
    PORTCULLIS_REDIS_SENTINEL_PASSWORD_FILE: '/srv/hidden/sentinel-password',
    PORTCULLIS_REDIS_CA_FILE: '/srv/hidden/ca.pem',
    PORTCULLIS_DECISION_LOG: 'https://me:hunter2@log.example/hidden?key=hunter2',
    PORTCULLIS_DECISION_LOG_TOKEN_FILE: '/srv/hidden/token',
    PORTCULLIS_CLASSIFIER: 'webhook',
    PORTCULLIS_CLASSIFIER_URL: 'https://judge.example/hidden?key=hunter2',
    PORTCULLIS_CLASSIFIER_KEY_FILE: '/srv/hidden/classifier-key'
  })
  const shown = shownConfig(config)
  expect(Object.keys(shown).sort()).toEqual(Object.keys(config).sort())
  expect(shown).toMatchObject({
    tlsKeyFile: 'key.pem',
    jwksUrl: 'https://id.example',
    redisUrl: 'rediss+sentinel://r.example:6380,s.example',
    decisionLog: 'https://log.example',
    classifierUrl: 'https://judge.example',
    classifierKeyFile: 'classifier-key'
  })
  expect(JSON.stringify(shown)).not.toMatch(/hunter2|hidden/)
})

test.each([
  ['off', 'off'],
  ['stdout', 'stdout'],
  ['file:/var/hidden/log.jsonl', 'file:log.jsonl'],
  ['http://[oops/hidden', 'http']
])('a decision log %s is shown as %s', (decisionLog, shown) => {
  expect(shownConfig({ ...configOf({}), decisionLog })).toMatchObject({ decisionLog: shown })
})
