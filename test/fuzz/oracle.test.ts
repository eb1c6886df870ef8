import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { read } from '../engine/bash/fixture.ts'
import { compare } from '../oracle/compare.ts'
import type { Oracle } from '../oracle/contract.ts'
import { openOracle } from '../oracle/oracle.ts'
import { keptRegressions } from './regressions.ts'
import { fromCorpus, fromGrammar, type Specimen } from './source.ts'

const SEED = 20_261_130

let oracle: Oracle

beforeAll(async () => {
  oracle = await openOracle()
})

afterAll(async () => {
  await oracle.close()
})

interface Wrong {
  readonly script: string
  readonly law: string
  readonly message: string
}

/** The scripts among these that bash and the reader see differently; those not read are left out. */
async function disagreements(scripts: readonly string[]): Promise<readonly Wrong[]> {
  const results = await oracle.runBatch(scripts)
  return results.flatMap((result, index) => {
    const script = scripts[index] ?? ''
    const found = compare(script, read(script), result)
    return found === undefined ? [] : [{ script, law: found.law, message: found.message }]
  })
}

const accepted = (specimens: readonly Specimen[], count: number): readonly string[] =>
  specimens
    .map(({ script }) => script)
    .filter((script) => read(script).status === 'read')
    .slice(0, count)

describe('what bash runs', () => {
  test.each([
    ['of the grammar', fromGrammar(SEED, 420), 210],
    ['made by changing commands', fromCorpus(SEED, 220), 90]
  ])(
    'is what was read, for every program %s',
    async (_, specimens, count) => {
      const scripts = accepted(specimens, count)
      expect(scripts).toHaveLength(count)
      expect(await disagreements(scripts)).toEqual([])
    },
    60_000
  )

  test('is what was read, or the program is not read, for every counter-example ever found', async () => {
    const scripts = keptRegressions().map(([, { script }]) => script)
    expect(await disagreements(scripts)).toEqual([])
  }, 60_000)
})
