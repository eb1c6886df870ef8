/** Policy texts read as one set, and their tests run: what the command line and callers ask for. */
import type { BashReader } from '../engine/bash/reader.ts'
import { createEngine, createMemory } from '../engine/engine.ts'
import { activeSet } from './active-set.ts'
import { type FileTestResult, runTests } from './file-tests.ts'
import type { Policy } from './policy-file.ts'
import { readPolicy } from './policy-reading.ts'
import { type PolicyFault, policySet } from './policy-set.ts'
import type { PolicyTest } from './policy-test.ts'
import { formatOf } from './policy-text.ts'
import { faultsOf } from './remarks.ts'
import { conflictsIn } from './set-conflicts.ts'

/** The text of a policy file. */
export interface NamedText {
  readonly name: string
  readonly text: string
}

/** What came of the tests; or why the texts are no set. */
export type TextTests =
  | { readonly digest: string; readonly results: readonly FileTestResult[] }
  | { readonly faults: readonly PolicyFault[] }

/** Holds tests that belong to no file; it changes no decision. No policy of a file may have such an id. */
const FURTHER = '~further-tests'

/** Runs the tests of the files, and `further` ones, each decided by all the files together. */
export async function testTexts(
  texts: readonly NamedText[],
  further: readonly PolicyTest[],
  reader: BashReader
): Promise<TextTests> {
  const readings = texts.map(({ name, text }) => readPolicy(text, formatOf(name) ?? 'json', name))
  const found = readings.flatMap((reading) => ('policy' in reading ? [reading] : []))
  const faults = readings.flatMap((reading) => ('faults' in reading ? reading.faults : []))
  const all = [...faults, ...conflictsIn(found)]
  if (all.length > 0) return { faults: all }

  const policies = found.map(({ policy }) => policy)
  const origins = new Map(found.map(({ policy, origin }) => [policy.id, origin]))
  const memory = createMemory(reader)
  const active = activeSet({
    set: policySet([...policies, ...holderOf(further)]),
    files: new Map(),
    loadedAt: new Date(),
    engineOver: (applied) => createEngine({ reader, policies: applied, memory })
  })
  if ('problem' in active) return { faults: faultsOf(active.issues, origins) }
  return { digest: policySet(policies).digest, results: await runTests(active, async () => {}) }
}

/** Whether a result is that of a test which belongs to no file. */
export const isFurther = ({ policy }: FileTestResult): boolean => policy === FURTHER

const holderOf = (tests: readonly PolicyTest[]): readonly Policy[] =>
  tests.length === 0 ? [] : [{ id: FURTHER, settings: {}, tests: [...tests] }]
