import { expect, test } from 'vitest'
import { UNCOUNTED } from '../../src/engine/breaker.ts'
import { MemoryDenials } from '../../src/sessions/memory-denials.ts'

const block = (id: string) => ({ event: 'block', id }) as const

/** Room for about ten sessions with a block each. */
const bounded = () => new MemoryDenials({ ttlMs: 60_000, maxBytes: 15_000 })

test('answers at once', () => {
  const denials = bounded()
  const session = { tenant: 'acme', sessionId: 's' }
  expect(denials.record(session, block('1'))).toEqual({
    denials: { ...UNCOUNTED, consecutive: 1, total: 1 },
    opened: false
  })
  expect(denials.read(session)).toMatchObject({ total: 1 })
})

test('no tenant crowds out the sessions of another, however many it has', () => {
  const denials = bounded()
  const session = { tenant: 'small', sessionId: 's' }
  denials.record(session, block('1'))
  for (let at = 0; at < 1_000; at += 1) {
    denials.record({ tenant: 'large', sessionId: `${at}` }, block('1'))
  }
  expect(denials.read(session)).toMatchObject({ total: 1 })
  expect(denials.read({ tenant: 'large', sessionId: '999' })).toMatchObject({ total: 1 })
  expect(denials.read({ tenant: 'large', sessionId: '0' })).toEqual(UNCOUNTED)
})

test('a session that is read is not the first to be forgotten', () => {
  const denials = bounded()
  const used = { tenant: 'acme', sessionId: 'used' }
  denials.record(used, block('1'))
  for (let at = 0; at < 100; at += 1) {
    expect(denials.read(used)).toMatchObject({ total: 1 })
    denials.record({ tenant: 'acme', sessionId: `${at}` }, block('1'))
  }
})

test('a session that counts many events takes the room of several', () => {
  const denials = bounded()
  for (let at = 0; at < 8; at += 1) denials.record({ tenant: 'acme', sessionId: `${at}` }, block('1'))
  const busy = { tenant: 'acme', sessionId: 'busy' }
  for (let id = 0; id < 20; id += 1) denials.record(busy, block(`${id}`))
  expect(denials.read({ tenant: 'acme', sessionId: '0' })).toEqual(UNCOUNTED)
  expect(denials.read(busy)).toMatchObject({ total: 20 })
})
