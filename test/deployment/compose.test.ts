import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { LIMITS } from '../../src/limits.ts'
import { VERSION } from '../../src/version.ts'
import { at, configErrors, listAt } from './checks.ts'

const document = parseDocument(readFileSync(new URL('../../compose.yaml', import.meta.url), 'utf8'))
const compose: unknown = document.toJS()
const service = at(compose, 'services', 'portcullis')
const redis = at(compose, 'services', 'redis')

const environment = Object.fromEntries(
  Object.entries(Object(at(service, 'environment'))).map(([name, value]) => [name, String(value)])
)

test('compose.yaml is well-formed', () => {
  expect([...document.errors, ...document.warnings]).toEqual([])
})

test('its environment is read without an error, and would not start without callers', () => {
  expect(configErrors(environment)).toEqual([])
  const { PORTCULLIS_CALLERS_FILE: _, ...rest } = environment
  expect(configErrors(rest)).toEqual([expect.stringContaining('PORTCULLIS_CALLERS_FILE')])
})

test('it is published on loopback alone, on the port it listens on', () => {
  expect(at(service, 'ports')).toEqual(['127.0.0.1:8080:8080'])
  expect(at(redis, 'ports')).toBeUndefined()
})

test('the callers come from a secret', () => {
  const [secret] = listAt(service, 'secrets')
  expect(environment.PORTCULLIS_CALLERS_FILE).toBe(`/run/secrets/${secret}`)
  expect(at(compose, 'secrets', String(secret), 'file')).toMatch(/^\.\//)
})

test('Redis is the one that is named, is waited for, and stands where nobody else is', () => {
  expect(new URL(environment.PORTCULLIS_REDIS_URL ?? '').hostname).toBe('redis')
  expect(at(service, 'depends_on', 'redis', 'condition')).toBe('service_healthy')
  expect(at(redis, 'healthcheck', 'test')).toContain('redis-cli')
  expect(at(redis, 'networks')).toEqual(['store'])
  expect(at(compose, 'networks', 'store', 'internal')).toBe(true)
})

test.each([
  ['the service', service],
  ['Redis', redis]
])('%s writes nothing and holds no privilege', (_, container) => {
  expect(container).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true']
  })
})

test('the service has the time to stop, and is of this version', () => {
  expect(Number.parseInt(String(at(service, 'stop_grace_period')), 10)).toBeGreaterThan(LIMITS.stopMs / 1000)
  expect(at(service, 'image')).toBe(`portcullis:${VERSION}`)
})
