import { describe, expect, it } from 'vitest'
import { ROWS } from '../../../src/engine/knowledge/catalogue.ts'
import { factsOf, onlyReads } from './reader.ts'

describe('the examples of every row', () => {
  for (const row of ROWS) {
    it(`of ${row.names[0]} say what is read-only and what is not`, async () => {
      const wrong: string[] = []
      for (const text of row.examples.readOnly) {
        const facts = await factsOf(text)
        if (!onlyReads(facts)) wrong.push(`should be read-only: ${text}: ${facts.why}`)
      }
      for (const text of row.examples.not) {
        const facts = await factsOf(text)
        if (onlyReads(facts)) wrong.push(`should not be read-only: ${text}`)
      }
      expect(wrong).toEqual([])
    })
  }

  it('cover every program in both directions or only the bad one', () => {
    for (const row of ROWS) expect(row.examples.readOnly.length + row.examples.not.length).toBeGreaterThan(0)
  })

  it('name no program twice', () => {
    const names = ROWS.flatMap((row) => row.names)
    expect(names.length).toBe(new Set(names).size)
  })
})
