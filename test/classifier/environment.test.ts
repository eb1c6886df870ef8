/** The environment of the process and the libraries' own habits say nothing to a judge. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Step } from '../model-answers.ts'
import { type ModelServer, startModelServer } from '../model-server.ts'
import { CLIENTS, KEY } from './clients.ts'
import { question } from './question.ts'

let server: ModelServer
/** Where the environment would send requests. */
let lure: ModelServer

beforeAll(async () => {
  server = await startModelServer()
  lure = await startModelServer()
})
beforeEach(() => {
  server.clear()
  lure.clear()
  const there = lure.url
  for (const [name, value] of Object.entries({
    ...{ HTTP_PROXY: there, HTTPS_PROXY: there, ALL_PROXY: there, http_proxy: there, https_proxy: there },
    ...{ NO_PROXY: '', no_proxy: '', NODE_USE_ENV_PROXY: '1' },
    ...{ ANTHROPIC_API_KEY: 'FROM-ENV', ANTHROPIC_AUTH_TOKEN: 'FROM-ENV', ANTHROPIC_BASE_URL: there },
    ...{ ANTHROPIC_CUSTOM_HEADERS: 'x-from-env: FROM-ENV\nx-api-key: FROM-ENV\nanthropic-version: FROM-ENV' },
    ...{
      ANTHROPIC_LOG: 'debug',
      ANTHROPIC_PROFILE: 'FROM-ENV',
      ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE: 'content'
    },
    ...{
      OPENAI_API_KEY: 'FROM-ENV',
      OPENAI_BASE_URL: there,
      OPENAI_ORG_ID: 'FROM-ENV',
      OPENAI_PROJECT_ID: 'FROM-ENV'
    },
    ...{ OPENAI_LOG: 'debug', OPENAI_CUSTOM_HEADERS: 'x-from-env: FROM-ENV' }
  })) {
    vi.stubEnv(name, value)
  }
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
afterAll(() => Promise.all([server.close(), lure.close()]))

/** What each interface needs, and nothing besides. */
const HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  anthropic: { 'anthropic-version': '2026-10-21', 'x-api-key': KEY },
  openai: { authorization: `Bearer ${KEY}` },
  webhook: { authorization: `Bearer ${KEY}` }
}

/** A verdict, and what goes wrong in every way that a library might remark upon. */
const STEPS: readonly Step[] = [
  { verdict: { thinking: 'x', block: true, reason: 'x', category: 'other' } },
  ...([
    { status: 429 },
    { status: 500 },
    { fault: 'truncatedJson' },
    { fault: 'reset' },
    { fault: 'breaksOff' }
  ] as const),
  { redirectTo: 'http://127.0.0.1:9/' },
  { body: '{}', headers: { 'x-should-retry': 'true', 'retry-after': '0' }, status: 503 }
]

async function askAll(client: (typeof CLIENTS)[number], key: string | undefined): Promise<void> {
  // A model that is called old, so that a library may want to warn.
  const judge = client.start(server.url, { key: () => key, model: 'claude-opus-4-5' })
  const request = judge.prepare(question())
  if (request === undefined) throw new Error('too long')
  for (const step of STEPS) {
    server.script(step)
    await judge.ask(request, AbortSignal.timeout(20_000))
  }
  judge.close()
}

describe.each(CLIENTS)('$name', (client) => {
  // The first, since libraries keep the console that they first write to.
  test('writes nothing to the console, stdout or stderr', async () => {
    const written: unknown[] = []
    const take = (...said: readonly unknown[]): true => {
      written.push(said)
      return true
    }
    for (const method of ['debug', 'info', 'log', 'warn', 'error'] as const)
      vi.spyOn(console, method).mockImplementation(take)
    vi.spyOn(process.stdout, 'write').mockImplementation(take)
    vi.spyOn(process.stderr, 'write').mockImplementation(take)
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(take)
    await askAll(client, KEY)
    vi.restoreAllMocks()
    expect(written).toEqual([])
    expect(warned).not.toHaveBeenCalled()
  })

  test('sends what it needs, to its own address alone, once each time', async () => {
    await askAll(client, KEY)
    expect(server.requests).toHaveLength(STEPS.length)
    expect(lure.requests).toEqual([])
    for (const { headers } of server.requests) {
      const { host, connection, 'content-length': length, ...rest } = headers
      expect(rest).toEqual({
        ...{ accept: 'application/json', 'accept-encoding': 'identity', 'content-type': 'application/json' },
        'user-agent': 'portcullis',
        ...HEADERS[client.name]
      })
    }
  })

  test('takes no key from the environment', async () => {
    await askAll(client, undefined)
    expect(JSON.stringify(server.requests)).not.toContain('FROM-ENV')
    for (const { headers } of server.requests) {
      expect([headers.authorization, headers['x-api-key']]).toEqual([undefined, undefined])
    }
  })
})
