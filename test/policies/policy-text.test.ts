import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatOf, readText, type TextFormat } from '../../src/policies/policy-text.ts'

const valueIn = (text: string, format: TextFormat): unknown => {
  const read = readText(text, format)
  if ('faults' in read) throw new Error(JSON.stringify(read.faults))
  return read.value
}

const faultOf = (text: string, format: TextFormat) => {
  const read = readText(text, format)
  return 'faults' in read ? read.faults[0] : undefined
}

const json = fc
  .jsonValue({ maxDepth: 5 })
  .filter((value) => !/"(?:__proto__|<<)"/.test(JSON.stringify(value)))

describe('formatOf', () => {
  test.each([
    ['a.json', 'json'],
    ['a.jsonc', 'jsonc'],
    ['a.yaml', 'yaml'],
    ['a.b.YML', 'yaml'],
    ['a.json5', undefined],
    ['json', undefined],
    ['a.json~', undefined],
    ['a.toString', undefined]
  ])('takes %s for %s', (name, format) => {
    expect(formatOf(name)).toBe(format)
  })
})

describe('a text', () => {
  test.each<TextFormat>(['json', 'jsonc', 'yaml'])('of JSON is the same value as %s', (format) => {
    fc.assert(
      fc.property(json, (value) => {
        const text = JSON.stringify(value, null, 1)
        expect(valueIn(text, format)).toEqual(JSON.parse(text))
      }),
      { numRuns: 200 }
    )
  })

  test('of any characters is a value or has faults', () => {
    const characters = fc.string({ unit: fc.constantFrom(...'{}[]",:-&*!<>|#%\'?\\\n\t abé1.~') })
    fc.assert(
      fc.property(characters, fc.constantFrom<TextFormat>('json', 'jsonc', 'yaml'), (text, format) => {
        const read = readText(text, format)
        for (const fault of 'faults' in read ? read.faults : []) {
          expect(fault).toMatchObject({ line: expect.any(Number), column: expect.any(Number) })
        }
      }),
      { numRuns: 500 }
    )
  })

  test.each<[TextFormat, string, unknown]>([
    ['jsonc', '// c\n{"a": /* c */ [1, 2,],}', { a: [1, 2] }],
    [
      'yaml',
      'a: no\nb: 0o17\nc: 1e3\nd: 2024-01-01\ne: ~\nf: "no"',
      {
        a: 'no',
        b: 15,
        c: 1000,
        d: '2024-01-01',
        e: null,
        f: 'no'
      }
    ],
    ['yaml', '1: a\ntrue: b\n', { '1': 'a', true: 'b' }],
    ['yaml', 'a: &x [1]\nb: *x\nc: &x 2\nd: *x', { a: [1], b: [1], c: 2, d: 2 }],
    ['yaml', 'a: &x [&y 1]\nb: &y 2\nc: *x\nd: *y', { a: [1], b: 2, c: [1], d: 2 }],
    ['yaml', '"<<": 1', { '<<': 1 }],
    ['yaml', '# nothing', null],
    ['yaml', 'constructor: 1', { constructor: 1 }]
  ])('in %s may be %s', (format, text, value) => {
    expect(valueIn(text, format)).toEqual(value)
  })

  test.each<[TextFormat, string, string, string, string]>([
    ['json', '{"a": 1 // c\n}', '1:9', 'syntax', ''],
    ['json', '[1,]', '1:4', 'syntax', ''],
    ['json', '{"a":1} x', '1:9', 'syntax', ''],
    ['json', '["\t"]', '1:2', 'syntax', ''],
    ['json', '[1e999]', '1:2', 'no-json-value', '/0'],
    ['jsonc', '{"a": 1 /* c', '1:9', 'syntax', ''],
    ['jsonc', '[\n{"b":1,\n"b":2}]', '3:1', 'duplicate-key', '/0/b'],
    ['yaml', 'a: 1\nb: {c: 1, "c": 2}', '2:11', 'duplicate-key', '/b/c'],
    ['yaml', 'a:\n  __proto__: 1', '2:3', 'forbidden-key', '/a/__proto__'],
    ['yaml', 'constructor: {prototype: 1}', '1:1', 'forbidden-key', '/constructor'],
    ['yaml', 'a: .inf', '1:4', 'no-json-value', '/a'],
    ['yaml', 'a: 1\n---\nb: 1', '2:1', 'syntax', ''],
    ['yaml', '%YAML 1.1\n---\na: yes', '1:1', 'syntax', ''],
    ['yaml', '%TAG ! tag:x,2000:\n---\na: 1', '1:1', 'syntax', ''],
    ['yaml', 'a: !!str 1', '1:10', 'syntax', ''],
    ['yaml', 'a: !x {}', '1:7', 'syntax', ''],
    ['yaml', '!!x a: 1', '1:1', 'syntax', ''],
    ['yaml', 'a: {b: 1}\nc:\n  <<: {d: 1}', '3:3', 'syntax', ''],
    ['yaml', '? [a]\n: 1', '1:3', 'syntax', ''],
    ['yaml', 'a: *x', '1:4', 'syntax', ''],
    ['yaml', 'a: &x [*x]', '1:8', 'too-deep', ''],
    ['yaml', 'a: b: c', '1:4', 'syntax', ''],
    ['yaml', 'a:\n\tb: 1', '2:1', 'syntax', '']
  ])('in %s may not be %s', (format, text, at, code, place) => {
    const [line, column] = at.split(':').map(Number)
    expect(faultOf(text, format)).toMatchObject({ line, column, code, place })
  })

  test.each<[TextFormat, string, string]>([
    ['json', '[', ']'],
    ['jsonc', '// "\n[', ']'],
    ['jsonc', '{"a":', '}'],
    ['yaml', '[', ']'],
    ['yaml', '- ', ''],
    ['yaml', '{a: ', '}']
  ])('in %s is nested 64 deep at most: %s', (format, open, close) => {
    const nested = (depth: number) =>
      `${open.repeat(depth)}${format === 'yaml' ? 'x' : 1}${close.repeat(depth)}`
    expect(faultOf(nested(64), format)).toBeUndefined()
    expect(faultOf(nested(65), format)).toMatchObject({ code: 'too-deep' })
    expect(faultOf(open.repeat(200_000).slice(0, 1_000_000), format)).toMatchObject({ code: 'too-deep' })
  })

  test('of few aliases that stand for very many values is refused', () => {
    const levels = Array.from(
      { length: 12 },
      (_, level) => `a${level + 1}: &a${level + 1} [${Array(10).fill(`*a${level}`)}]`
    )
    expect(faultOf(`a0: &a0 1\n${levels.join('\n')}`, 'yaml')).toMatchObject({
      reason: expect.stringContaining('10000 values')
    })
  })

  test('names at most so many faults', () => {
    const read = readText(`{${Array(1000).fill('"a":1')}}`, 'json')
    expect('faults' in read && read.faults).toHaveLength(20)
  })

  test('is at most so long', () => {
    expect(faultOf(`"${'x'.repeat(1024 * 1024)}"`, 'json')).toMatchObject({ code: 'too-large' })
  })

  test.each<[TextFormat, string]>([
    ['json', '{\n "a/b": {\n  "~": [1,\n   2]\n }\n}'],
    ['jsonc', '{ // {\n "a/b": {\n  "~": [1, // [\n   2]\n }\n}'],
    ['yaml', '# c\n"a/b":\n  "~":\n   - 2\n']
  ])('in %s knows where its parts stand', (format, text) => {
    const read = readText(text, format)
    if ('faults' in read) throw new Error(JSON.stringify(read.faults))
    const last = format === 'yaml' ? '0' : '1'
    expect(read.positionOf('/a~1b').line).toBe(2)
    expect(read.positionOf('/a~1b/~0')).toMatchObject({ line: 3, column: 3 })
    expect(read.positionOf(`/a~1b/~0/${last}`).line).toBe(4)
    // What is not there stands in what would hold it.
    expect(read.positionOf('/a~1b/~0/7/x')).toEqual(read.positionOf('/a~1b/~0'))
    expect(read.positionOf('/toString')).toEqual(read.positionOf(''))
  })
})
