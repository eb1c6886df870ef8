import { describe, expect, test } from 'vitest'
import { MAX_KEYS, readJson } from '../src/json-text.ts'

describe('readJson', () => {
  test.each([
    ['null', null],
    ['"]]]"', ']]]'],
    ['[[1]]', [[1]]],
    ['{"a":{"b":"{[\\"["}}', { a: { b: '{["[' } }]
  ])('reads %s', (text, value) => {
    expect(readJson(text, 2)).toEqual({ kind: 'value', value })
  })

  test.each(['[[[1]]]', '{"a":{"b":[]}}', '[[],[[]]]', '[[[', '{"\\"":[[1]]}'])(
    '%s nests deeper than two',
    (text) => {
      expect(readJson(text, 2)).toEqual({ kind: 'too-deep' })
    }
  )

  test.each(['[[],[],[],{}]', '["[[[",[1]]', '["\\\\",[1],"\\"[["]'])('%s does not', (text) => {
    expect(readJson(text, 2)).toMatchObject({ kind: 'value' })
  })

  test.each(['{"a":1}', '[[],[]]', '{"a":{}}'])('%s holds no more than three members', (text) => {
    expect(readJson(text, 64, 3)).toMatchObject({ kind: 'value' })
  })

  test.each(['{"a":1,"b":2,"c":3}', '[[],[],[]]', '[[[['])('%s holds more', (text) => {
    expect(readJson(text, 64, 3)).toEqual({ kind: 'too-many' })
  })

  const object = (count: number, value: unknown = 1) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value]))

  test.each([
    ['in one object', object(MAX_KEYS), 'value'],
    ['in two beside each other', [object(MAX_KEYS), object(MAX_KEYS)], 'value'],
    ['in an object and others in it', { ...object(MAX_KEYS - 1), o: object(MAX_KEYS, 'a:b') }, 'value'],
    ['and one more', object(MAX_KEYS + 1), 'too-many-keys'],
    ['and one more further in', [{ a: object(MAX_KEYS + 1) }], 'too-many-keys'],
    ['and one more after another object', { o: object(9), ...object(MAX_KEYS) }, 'too-many-keys']
  ])('knows keys of one object from those of others: as many as it may have %s', (_, value, kind) => {
    expect(readJson(JSON.stringify(value), 64, 30_000)).toMatchObject({ kind })
  })

  test('what stands in text is no member', () => {
    expect(readJson('["{[:", "\\":{[{["]', 64, 3)).toMatchObject({ kind: 'value' })
  })

  test.each([
    ['', 0],
    ['{', 1],
    ['{"a" 1}', 5]
  ])('says where %j is unreadable', (text, offset) => {
    expect(readJson(text, 64)).toEqual({ kind: 'syntax', offset })
  })

  test.each([
    ['1e400', ''],
    ['{"a":[1,-1E+0400]}', '/a/1'],
    ['{"a/b":{"c":2.5e999}}', '/a~1b/c'],
    [`[${'9'.repeat(310)}]`, '/0'],
    [`[-1${'0'.repeat(250)}.5e99]`, '/0']
  ])('refuses %j for a number that no value can hold, and says where it stands', (text, path) => {
    expect(readJson(text, 64)).toEqual({ kind: 'number-out-of-range', path })
  })

  test.each(['[1e308,1e-400,0e999]', '["1e400"]', '{"1e400":1}', `["${'9'.repeat(400)}"]`])(
    '%j holds no such number',
    (text) => {
      expect(readJson(text, 64)).toEqual({ kind: 'value', value: JSON.parse(text) })
    }
  )

  test('does not repeat a very long key beside a forbidden one', () => {
    const reading = readJson(`{"${'k'.repeat(500_000)}":{"__proto__":1}}`, 64)
    expect(JSON.stringify(reading).length).toBeLessThan(1000)
    expect(reading).toMatchObject({ kind: 'forbidden-key' })
  })
})
