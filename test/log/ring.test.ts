import { describe, expect, test } from 'vitest'
import { RecordRing } from '../../src/log/ring.ts'

describe('the ring of records', () => {
  test('finds the records of a request in their order', () => {
    const ring = new RecordRing()
    ring.add('acme', 'r-1', 'first')
    ring.add('acme', 'r-2', 'other')
    ring.add('acme', 'r-1', 'second')
    expect(ring.find('acme', 'r-1')).toEqual(['first', 'second'])
    expect(ring.size).toBe(2)
  })

  test('keeps the records of tenants apart', () => {
    const ring = new RecordRing()
    ring.add('acme', 'r-1', 'theirs')
    ring.add('other', 'r-1', 'ours')
    expect(ring.find('acme', 'r-1')).toEqual(['theirs'])
    expect(ring.find('nobody', 'r-1')).toEqual([])
  })

  test('forgets the oldest request beyond its bound, read or not', () => {
    const ring = new RecordRing({ requests: 2, characters: 1_000 })
    for (const id of ['r-1', 'r-2']) ring.add('acme', id, id)
    ring.find('acme', 'r-1')
    ring.add('acme', 'r-3', 'r-3')
    expect(['r-1', 'r-2', 'r-3'].map((id) => ring.find('acme', id).length)).toEqual([0, 1, 1])
  })

  test('forgets the oldest beyond its bound of characters', () => {
    const ring = new RecordRing({ requests: 10, characters: 100 })
    for (const id of ['r-1', 'r-2']) ring.add('acme', id, 'x'.repeat(60))
    expect(['r-1', 'r-2'].map((id) => ring.find('acme', id).length)).toEqual([0, 1])
  })

  test('keeps the newest hundred of a request id that is used again and again', () => {
    const ring = new RecordRing()
    for (let index = 0; index < 150; index += 1) ring.add('acme', 'r-1', String(index))
    const kept = ring.find('acme', 'r-1')
    expect([kept.length, kept.at(0), kept.at(-1)]).toEqual([100, '50', '149'])
  })
})
