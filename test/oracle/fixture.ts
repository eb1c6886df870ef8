/** One oracle with one lane for the tests of a file. */
import { afterAll } from 'vitest'
import type { OracleRun } from './contract.ts'
import { openOracle } from './oracle.ts'

export const oracle = await openOracle({ lanes: 1 })

afterAll(() => oracle.close())

/** What the first pass over a script saw. */
export async function firstRun(script: string): Promise<OracleRun> {
  const [run] = (await oracle.run(script)).runs
  if (run === undefined) throw new Error('there is one run at least')
  return run
}
