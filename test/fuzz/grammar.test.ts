import { describe, expect, test } from 'vitest'
import { read } from '../engine/bash/fixture.ts'
import { CONSTRUCTS } from './constructs.ts'
import { CORPUS } from './mutate.ts'
import { smallest } from './shrink.ts'
import { fromGrammar } from './source.ts'
import { bashAccepts } from './syntax.ts'

const SEED = 20_261_130

/** On a busy machine bash and the parsers take their time. */
const SLOW = { timeout: 60_000 }

describe('the grammar', SLOW, () => {
  test('has a production for every construct', () => {
    const seen = new Set(fromGrammar(SEED, 3_000).flatMap(({ constructs }) => [...constructs]))
    expect(CONSTRUCTS.filter((construct) => !seen.has(construct))).toEqual([])
  })

  test('writes the same programs for the same seed, whatever their number', () => {
    expect(fromGrammar(SEED, 20).slice(0, 10)).toEqual(fromGrammar(SEED, 10))
    expect(fromGrammar(SEED + 1, 10)).not.toEqual(fromGrammar(SEED, 10))
  })

  test('writes programs that bash nearly always accepts', async () => {
    const answers = await bashAccepts(fromGrammar(SEED, 60).map(({ script }) => script))
    expect(answers.filter(Boolean).length).toBeGreaterThan(54)
  })

  test('writes programs more than half of which are read', () => {
    const programs = fromGrammar(SEED, 200)
    const accepted = programs.filter(({ script }) => read(script).status === 'read')
    expect(accepted.length).toBeGreaterThan(programs.length / 2)
  })
})

test('nine of ten commands of the corpus are read', SLOW, () => {
  const accepted = CORPUS.filter((script) => read(script).status === 'read')
  expect(accepted.length).toBeGreaterThan(0.9 * CORPUS.length)
})

describe('shrinking', SLOW, () => {
  const needle = (script: string): Promise<boolean> => Promise.resolve(/git/.test(script))

  test('leaves of a mutated program what fails alone', async () => {
    const specimen = {
      script: 'ls -la; (cd src && git status) | tail -5',
      constructs: new Set<never>(),
      origin: { kind: 'mutation', seed: 1, index: 0 }
    } as const
    expect(await smallest(specimen, needle)).toBe('git')
  })

  test('finds the program of the grammar again by its seed and place', async () => {
    const specimen = fromGrammar(SEED, 50).findLast(({ script }) => /git/.test(script))
    if (specimen === undefined) throw new Error('no program of the sample fits')
    const looked: string[] = []
    const found = await smallest(specimen, (script) => {
      looked.push(script)
      return needle(script)
    })
    expect(looked[0]).toBe(specimen.script)
    expect(found).toBe('git')
  })
})
