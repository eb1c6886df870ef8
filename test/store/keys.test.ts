import fc from 'fast-check'
import { expect, test } from 'vitest'
import { storeKey } from '../../src/store/keys.ts'

const anyText = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) })
const trickyText = fc.string({ unit: fc.constantFrom('a', ':', '{', '}', '%', '0', '3', '\ud800', '\udc00') })
const owner = fc.oneof(anyText, trickyText)

test('no two owners share a key, whatever their names and ids hold', () => {
  fc.assert(
    fc.property(owner, owner, owner, owner, (first, firstId, second, secondId) => {
      const areOne = first === second && firstId === secondId
      expect(storeKey('settings', first, firstId) === storeKey('settings', second, secondId)).toBe(areOne)
    })
  )
})

test('a key holds one pair of braces, around the owner, and no blanks', () => {
  fc.assert(
    fc.property(owner, owner, (name, id) => {
      expect(storeKey('settings', name, id)).toMatch(/^settings:\{[A-Za-z0-9_.%-]*\}:[A-Za-z0-9_.%-]*$/)
    })
  )
})

test('plain names are readable', () => {
  expect(storeKey('settings', 'acme-2.eu', 'ab12')).toBe('settings:{acme-2.eu}:ab12')
})
