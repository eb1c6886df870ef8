import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { bounded } from '../../src/engine/bounded.ts'
import { issuesOf, MAX_ISSUES } from '../../src/engine/schema-issues.ts'

const ENTRY = z.strictObject({ x: z.string(), y: z.string() })

/** What zod found, before and after it is put in words. */
function read(schema: z.ZodType, data: unknown) {
  const { error } = schema.safeParse(data)
  const found = error?.issues ?? []
  return { found: found.length, ...issuesOf(found, data) }
}

describe('issuesOf', () => {
  it('names so many issues and counts the others', () => {
    const { issues, more } = read(z.array(ENTRY), Array(50).fill({}))
    expect(issues).toHaveLength(MAX_ISSUES)
    expect(more).toBe(100 - MAX_ISSUES)
  })

  it('counts every unknown key', () => {
    const keys = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, 1]))
    const { issues, more } = read(ENTRY, { ...keys, x: '', y: 1 })
    expect(issues).toHaveLength(MAX_ISSUES)
    expect(more).toBe(1001 - MAX_ISSUES)
  })

  it('calls places as the caller does', () => {
    const { error } = ENTRY.safeParse({ x: '', y: '', z: 1 })
    expect(issuesOf(error?.issues ?? [], {}, (place) => ['input', ...place])).toEqual({
      issues: [{ path: '/input/z', code: 'unknown-key', message: 'this key is not known here' }],
      more: 0
    })
  })

  it.each([
    ['1e400', 'expected a number, found a number out of range'],
    ['-1e400', 'expected a number, found a number out of range'],
    ['1.5', 'expected a whole number, found a number'],
    ['"1"', 'expected a number, found a string']
  ])('says what was found: %s', (text, message) => {
    expect(read(z.int(), JSON.parse(text)).issues).toEqual([{ path: '', code: 'wrong-type', message }])
  })
})

describe('a bounded schema', () => {
  it.each([
    ['a list', bounded(z.array(ENTRY), 3), [{}, {}, {}, {}]],
    ['an object', bounded(z.record(z.string(), ENTRY), 3), { a: 1, b: 1, c: 1, d: 1 }]
  ])('does not look at the entries of %s over the bound', (_, schema, data) => {
    expect(read(schema, data)).toEqual({
      found: 1,
      issues: [{ path: '', code: 'too-big', message: 'expected at most 3 entries' }],
      more: 0
    })
  })

  it('looks at the entries of others', () => {
    expect(read(bounded(z.array(ENTRY), 3), [{}, {}, {}]).found).toBe(6)
    expect(read(bounded(z.array(ENTRY), 3), 'x').issues).toMatchObject([{ code: 'wrong-type' }])
    expect(bounded(z.array(ENTRY), 3).parse([{ x: 'a', y: 'b' }])).toEqual([{ x: 'a', y: 'b' }])
  })

  it('is described as the schema it bounds', () => {
    const list = z.array(ENTRY)
    for (const io of ['input', 'output'] as const) {
      expect(z.toJSONSchema(bounded(list, 3), { io })).toEqual(z.toJSONSchema(list, { io }))
    }
  })
})
