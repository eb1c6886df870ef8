import { describe, expect, test } from 'vitest'
import type { Authenticator } from '../../src/callers/authenticator.ts'
import { SCOPES, type Scope } from '../../src/callers/principal.ts'
import { type Denials, UNCOUNTED } from '../../src/engine/breaker.ts'
import { denials as denialState } from '../../src/routes/schemas/decide.ts'
import type { DenialStore } from '../../src/sessions/denial-store.ts'
import { MemoryDenials } from '../../src/sessions/memory-denials.ts'
import { StoreUnavailable } from '../../src/store/store-unavailable.ts'
import { type Answer, expectProblem, type Sent, send } from './client.ts'

const LIMITS = { consecutive: 2, total: 9 }
const SESSION = { tenant: 'default', sessionId: 's:1' }
const TWO_DENIALS: Denials = { consecutive: 2, total: 2, limits: LIMITS, breakerOpen: true }

/** A store with one session whose breaker is open. */
function open(): MemoryDenials {
  const denials = new MemoryDenials({ ttlMs: 60_000 })
  for (const id of ['1', '2']) denials.record(SESSION, { event: 'block', id }, LIMITS)
  return denials
}

const show = (denials: DenialStore, sessionId = 's:1', headers = {}) =>
  send({ method: 'GET', url: `/sessions/${sessionId}`, headers }, { denials })

const tell = (denials: DenialStore, body: unknown, sessionId = 's:1') =>
  send({ url: `/sessions/${sessionId}/outcomes`, bytes: JSON.stringify(body) }, { denials })

const forget = (denials: DenialStore) => send({ method: 'DELETE', url: '/sessions/s:1' }, { denials })

function expectDenials(answer: Answer, expected: Denials): void {
  expect([answer.status, denialState.parse(answer.json), answer.json]).toEqual([200, expected, expected])
}

describe('GET /sessions/{id}', () => {
  test('shows the denials of a session and the limits they were counted under', async () => {
    expectDenials(await show(open()), TWO_DENIALS)
  })

  test('shows a session that nobody counted as a new one', async () => {
    expectDenials(await show(open(), 'another'), UNCOUNTED)
  })
})

describe('DELETE /sessions/{id}', () => {
  test('forgets the denials, as often as it is sent', async () => {
    const denials = open()
    for (const answer of [await forget(denials), await forget(denials)]) {
      expect([answer.status, answer.text]).toEqual([204, ''])
    }
    expectDenials(await show(denials), UNCOUNTED)
  })
})

describe('POST /sessions/{id}/outcomes', () => {
  test.each(['success', 'userAllowed'])('%s ends the run and leaves the total', async (outcome) => {
    const denials = open()
    const after = { ...TWO_DENIALS, consecutive: 0, breakerOpen: false }
    expectDenials(await tell(denials, { toolUseId: 't', outcome }), after)
    expectDenials(await show(denials), after)
  })

  test.each(['error', 'userDenied'])('%s changes nothing', async (outcome) => {
    const denials = open()
    expectDenials(await tell(denials, { toolUseId: 't', outcome }), TWO_DENIALS)
    expectDenials(await tell(denials, { toolUseId: 't', outcome: 'success' }), {
      ...TWO_DENIALS,
      consecutive: 0,
      breakerOpen: false
    })
  })

  test('an outcome that is sent again answers as it did first, and does not end a later run', async () => {
    const denials = open()
    const first = await tell(denials, { toolUseId: 't', outcome: 'success' })
    denials.record(SESSION, { event: 'block', id: '3' })
    const again = await tell(denials, { toolUseId: 't', outcome: 'userAllowed' })
    expect(again.json).toEqual(first.json)
    expect(denials.read(SESSION)).toMatchObject({ consecutive: 1, total: 3 })
  })

  test('is another event than the decision on the same call', async () => {
    const denials = open()
    denials.record(SESSION, { event: 'block', id: 'decide:t' })
    const answer = await tell(denials, { toolUseId: 't', outcome: 'success' })
    expect(answer.json).toMatchObject({ consecutive: 0, total: 3 })
  })

  test.each([
    ['no outcome', { toolUseId: 't' }, '/outcome', 'required'],
    ['an outcome there is not', { toolUseId: 't', outcome: 'denied' }, '/outcome', 'not-allowed'],
    ['no call', { outcome: 'success' }, '/toolUseId', 'required'],
    ['an empty id', { toolUseId: '', outcome: 'success' }, '/toolUseId', 'too-small'],
    ['something else', { toolUseId: 't', outcome: 'success', total: 0 }, '/total', 'unknown-key']
  ])('refuses %s, and counts nothing', async (_, body, path, code) => {
    const denials = open()
    expectProblem(await tell(denials, body), 'invalid-request', undefined, [
      expect.objectContaining({ path, code })
    ])
    expect(denials.read(SESSION)).toEqual(TWO_DENIALS)
  })
})

/** All that can be asked of a session. */
const REQUESTS: readonly (Sent & { readonly scope?: Scope })[] = [
  { method: 'GET', url: '/sessions/s:1' },
  { method: 'DELETE', url: '/sessions/s:1', scope: 'sessions:reset' },
  {
    method: 'POST',
    url: '/sessions/s:1/outcomes',
    bytes: JSON.stringify({ toolUseId: 't', outcome: 'success' }),
    scope: 'outcomes'
  },
  {
    method: 'POST',
    url: '/sessions/s:1/outcomes',
    bytes: JSON.stringify({ toolUseId: 't', outcome: 'error' }),
    scope: 'outcomes'
  }
]

describe.each(REQUESTS)('$method $url', ({ scope, ...request }) => {
  const caller = (tenant: string, scopes: readonly Scope[]): Authenticator => ({
    authenticate: () => ({ name: 'n', tenant, scopes: new Set(scopes) })
  })

  test.each(['a%20b', '%00', 'a/b', 'ü', 'x'.repeat(129), '..%2f'])(
    'refuses the session %s',
    async (sessionId) => {
      const url = request.url?.replace('s:1', sessionId)
      const answer = await send({ ...request, ...(url === undefined ? {} : { url }) })
      expect([400, 404]).toContain(answer.status)
      if (answer.status === 400) {
        expect(answer.json).toMatchObject({ errors: [{ path: '/sessionId' }] })
      }
    }
  )

  test('needs its scope and no other', async () => {
    const others = SCOPES.filter((one) => one !== scope)
    const denials = open()
    const answer = await send(request, { denials, authenticator: caller('default', others) })
    if (scope === undefined) expect(answer.status).toBe(200)
    else {
      expectProblem(answer, 'not-permitted', expect.stringContaining(scope))
      expect(denials.read(SESSION)).toEqual(TWO_DENIALS)
      const allowed = await send(request, { denials, authenticator: caller('default', [scope]) })
      expect([200, 204]).toContain(allowed.status)
    }
  })

  test('shows and changes nothing of another tenant', async () => {
    const denials = open()
    const answer = await send(request, { denials, authenticator: caller('other', SCOPES) })
    if (request.method !== 'DELETE') expect(answer.json).toMatchObject({ total: 0 })
    expect(denials.read(SESSION)).toEqual(TWO_DENIALS)
  })

  test('is 503 while the store is down, and says when to come back', async () => {
    const fail = () => Promise.reject(new StoreUnavailable('unreachable'))
    const down = { read: fail, record: fail, reset: fail, succeedLater: () => undefined, close: fail }
    const answer = await send(request, { denials: down })
    expectProblem(answer, 'store-unavailable', 'the shared store does not answer: send it again')
    expect(answer.headers['retry-after']).toBe('1')
  })
})
