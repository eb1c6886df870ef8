import { expect, test } from 'vitest'
import { TenantCache } from '../src/tenant-cache.ts'

const cache = (maxBytes = 100) => new TenantCache<string>({ maxBytes, ttlMs: 60_000 })

test('a tenant finds what is its own', () => {
  const kept = cache()
  kept.set('a', 'x', 'of a', 10)
  kept.set('b', 'x', 'of b', 10)
  expect([kept.get('a', 'x'), kept.get('b', 'x'), kept.get('c', 'x')]).toEqual(['of a', 'of b', undefined])
})

test('the tenant that holds most gives up what it used least recently', () => {
  const kept = cache()
  kept.set('small', 'x', 'kept', 20)
  for (const id of ['1', '2', '3', '4']) kept.set('large', id, id, 20)
  kept.get('large', '1')
  kept.set('other', 'x', 'kept', 20)
  expect(['1', '2', '3', '4'].map((id) => kept.get('large', id))).toEqual(['1', undefined, '3', '4'])
  expect([kept.get('small', 'x'), kept.get('other', 'x')]).toEqual(['kept', 'kept'])
})

test('no tenant crowds out another, however much it puts', () => {
  const kept = cache()
  kept.set('small', 'x', 'kept', 30)
  for (let id = 0; id < 1_000; id += 1) kept.set('large', String(id), 'y', 10)
  expect(kept.get('small', 'x')).toBe('kept')
  expect(kept.size).toBeLessThanOrEqual(100)
})

test('what is replaced does not count twice, and what is over the bound is not kept', () => {
  const kept = cache()
  kept.set('a', 'x', 'old', 60)
  kept.set('a', 'x', 'new', 60)
  expect([kept.get('a', 'x'), kept.size]).toEqual(['new', 60])
  kept.set('a', 'y', 'large', 101)
  expect([kept.get('a', 'x'), kept.get('a', 'y'), kept.size]).toEqual(['new', undefined, 60])
})

test('what expires makes room', async () => {
  const kept = new TenantCache<string>({ maxBytes: 100, ttlMs: 20 })
  kept.set('a', 'x', 'y', 60)
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect([kept.get('a', 'x'), kept.size]).toEqual([undefined, 0])
})
