import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { digestInput } from '../../src/log/input-digest.ts'

const sha256 = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`

describe('the digest of an input', () => {
  test.each([
    ['an object', { b: [1, { d: 'x', c: null }], a: 'ü' }, '{"a":"ü","b":[1,{"c":null,"d":"x"}]}'],
    ['text', 'ls', '"ls"'],
    ['nothing', undefined, 'null'],
    ['null', null, 'null']
  ])('of %s is the hash of its canonical JSON', (_, input, canonical) => {
    expect(digestInput(input)).toEqual({ digest: sha256(canonical), length: canonical.length })
  })

  test('does not depend on the order of keys', () => {
    expect(digestInput({ a: 1, b: 2 })).toEqual(digestInput({ b: 2, a: 1 }))
  })

  test.each([
    ['an array', Array.from({ length: 5_000 }, () => 0)],
    ['an object', Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${5_000 - index}`, 0]))],
    ['nested arrays', Array.from({ length: 100 }, () => Array.from({ length: 50 }, () => 0))]
  ])('of %s with more values than are sorted is that of its JSON as sent', (_, input) => {
    const text = JSON.stringify({ input, a: 1 })
    expect(digestInput(JSON.parse(text))).toEqual({ digest: sha256(text), length: text.length })
  })

  test('at the bound is still that of the canonical JSON', () => {
    // The object, its two members and the elements are 5,000 values.
    const elements = Array.from({ length: 4_997 }, () => 0)
    expect(digestInput({ b: elements, a: 1 })).toEqual(digestInput({ a: 1, b: elements }))
    expect(digestInput({ b: [...elements, 0], a: 1 })).not.toEqual(digestInput({ a: 1, b: [...elements, 0] }))
  })
})
