import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partition } from '../../src/engine/schedule.ts'

/** `r` is a concurrency-safe call, `w` is not. */
const batchesOf = (calls: string): readonly string[] =>
  partition(
    [...calls].map((kind, index) => ({ toolUseId: `${kind}${index}`, concurrencySafe: kind === 'r' }))
  ).map(({ concurrent, toolUseIds }) => `${concurrent ? 'beside' : 'alone'} ${toolUseIds.join(' ')}`)

describe('partition', () => {
  it.each([
    ['', []],
    ['r', ['beside r0']],
    ['w', ['alone w0']],
    ['rwr', ['beside r0', 'alone w1', 'beside r2']],
    ['rrr', ['beside r0 r1 r2']],
    ['ww', ['alone w0', 'alone w1']],
    ['rrwwr', ['beside r0 r1', 'alone w2', 'alone w3', 'beside r4']]
  ])('makes of %j the batches %j', (calls, expected) => {
    expect(batchesOf(calls)).toEqual(expected)
  })

  it('never changes the order and never runs an unsafe call beside another', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (safe) => {
        const calls = safe.map((concurrencySafe, index) => ({ toolUseId: `${index}`, concurrencySafe }))
        const batches = partition(calls)
        expect(batches.flatMap(({ toolUseIds }) => toolUseIds)).toEqual(
          calls.map(({ toolUseId }) => toolUseId)
        )
        for (const { concurrent, toolUseIds } of batches) {
          expect(toolUseIds.every((id) => safe[Number(id)] === concurrent)).toBe(true)
          if (!concurrent) expect(toolUseIds).toHaveLength(1)
        }
      })
    )
  })
})
