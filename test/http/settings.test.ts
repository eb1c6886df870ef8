import { describe, expect, test } from 'vitest'
import type { Authenticator } from '../../src/callers/authenticator.ts'
import { SCOPES } from '../../src/callers/principal.ts'
import { settingsAnswer } from '../../src/routes/schemas/settings.ts'
import { memorySettings } from '../../src/settings/memory-settings.ts'
import { type SettingsStore, StoreUnavailable } from '../../src/settings/settings-store.ts'
import { sharedEngine } from '../engine-fixture.ts'
import { CALL, expectProblem, post, send, type TestDependencies } from './client.ts'
import { stubEngine } from './stub-engine.ts'

const LAYERS = { user: { permissions: { allow: ['Bash(make:*)'] }, model: 'x' }, flag: {} }

/** Dependencies that two requests share. */
const kept = (): { readonly settings: SettingsStore } => ({ settings: memorySettings({ ttlMs: 60_000 }) })

const put = (
  body: unknown,
  dependencies?: TestDependencies,
  headers: Readonly<Record<string, string>> = {}
) => send({ method: 'PUT', url: '/settings', bytes: JSON.stringify(body), headers }, dependencies)

async function reference(body: unknown, dependencies: TestDependencies): Promise<string> {
  const { json } = await put(body, dependencies)
  return settingsAnswer.parse(json).settingsRef
}

describe('PUT /settings', () => {
  test('answers a reference that stands for the layers in calls', async () => {
    const shared = kept()
    const settingsRef = await reference(LAYERS, shared)
    expect(settingsRef).toMatch(/^sha256:[0-9a-f]{64}$/)
    const engine = stubEngine()
    await post('/decide', { ...CALL, settingsRef }, { engine, ...shared })
    await post('/decide/batch', { cwd: '/', settingsRef, calls: [] }, { engine, ...shared })
    expect(engine.asked).toMatchObject([{ ...CALL, settings: LAYERS }, { context: { settings: LAYERS } }])
  })

  test('a call by reference is decided as one that sends the layers', async () => {
    const shared = { ...kept(), engine: await sharedEngine() }
    for (const settings of [LAYERS, { local: { permissions: { deny: ['Bash(make *)'] } } }]) {
      const call = { ...CALL, input: { command: 'make x' } }
      const inline = await post('/decide', { ...call, settings }, shared)
      const referred = await post(
        '/decide',
        { ...call, settingsRef: await reference(settings, shared) },
        shared
      )
      expect(referred.json).toEqual({ ...Object(inline.json), requestId: expect.any(String) })
    }
  })

  test('says what is odd in the layers', async () => {
    const answer = await put({ user: { permissions: { allow: ['Bash(git:* push)'], dent: [] } } })
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({ settingsRef: expect.any(String), warnings: expect.any(Array) })
    expect(settingsAnswer.parse(answer.json).warnings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'unknown-key', layer: 'user' }),
        expect.objectContaining({ rule: 'Bash(git:* push)' })
      ])
    )
    expect((await put(LAYERS)).json).toMatchObject({ warnings: [] })
  })

  test.each([
    ['a list for a layer', { user: [] }, '/user', 'wrong-type'],
    ['null for a layer', { user: null }, '/user', 'wrong-type'],
    ['the session layer', { session: {} }, '/session', 'unknown-key'],
    ['the policy layer', { policy: {} }, '/policy', 'unknown-key'],
    ['something else', [], '', 'wrong-type']
  ])('refuses %s', async (_, body, path, code) => {
    const issue = expect.objectContaining({ path, code })
    expectProblem(await put(body), 'invalid-request', undefined, [issue])
  })

  test.each([
    [{ user: { permissions: { deny: 'x' } } }, 'invalid-layer', '/user/permissions/deny'],
    [{ flag: { permissions: { deny: ['x'.repeat(5000)] } } }, 'invalid-layer', '/flag/permissions/deny/0'],
    [{ user: { permissions: { deny: Array(10_001).fill('x') } } }, 'too-many-rules', '/user']
  ] as const)('refuses layers as calls do, and keeps nothing of them', async (body, code, path) => {
    const put_: unknown[] = []
    const settings: SettingsStore = {
      put: async (...given) => String(put_.push(given)),
      get: () => undefined
    }
    const answer = await put(body, { settings })
    expectProblem(answer, code, undefined, [expect.objectContaining({ path: expect.stringContaining(path) })])
    expect(put_).toEqual([])
  })

  test('is 503 where nobody has the time to read the layers, and keeps nothing of them', async () => {
    const shared = kept()
    const settingsRef = await reference(LAYERS, kept())
    const answer = await put(LAYERS, { ...shared, checkSettings: async () => undefined })
    expectProblem(answer, 'overloaded')
    expectProblem(await post('/decide', { ...CALL, settingsRef }, shared), 'unknown-settings-ref')
  })

  test('is 503 while the store is down, and so is a call whose reference only the store knows', async () => {
    const settings: SettingsStore = {
      put: () => Promise.reject(new StoreUnavailable('unreachable')),
      get: () => Promise.reject(new StoreUnavailable('unreachable'))
    }
    const answers = [
      await put(LAYERS, { settings }),
      await post('/decide', { ...CALL, settingsRef: 'sha256:ab' }, { settings }),
      await post('/decide/batch', { cwd: '/', settingsRef: 'sha256:ab', calls: [] }, { settings })
    ]
    for (const answer of answers) {
      expectProblem(answer, 'store-unavailable')
      expect(answer.headers['retry-after']).toBe('1')
    }
  })

  test('a tenant cannot name what another sent', async () => {
    const authenticator: Authenticator = {
      authenticate: (header) => ({ name: 'n', tenant: String(header), scopes: new Set(SCOPES) })
    }
    const shared = { ...kept(), authenticator }
    const answer = await put(LAYERS, shared, { authorization: 'acme' })
    const { settingsRef } = settingsAnswer.parse(answer.json)
    const bytes = JSON.stringify({ ...CALL, settingsRef })
    const decide = (authorization: string) => send({ bytes, headers: { authorization } }, shared)
    expect((await decide('acme')).status).toBe(200)
    expectProblem(await decide('other'), 'unknown-settings-ref')
  })

  test('needs a scope of its own', async () => {
    const authenticator: Authenticator = {
      authenticate: () => ({ name: 'n', tenant: 't', scopes: new Set(['policies:read']) })
    }
    expectProblem(
      await put(LAYERS, { authenticator }),
      'not-permitted',
      expect.stringContaining('settings:write')
    )
  })
})
