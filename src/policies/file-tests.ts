/** The tests of policy files, each decided as the whole set decides calls. */
import type { DecidedBy, DecideRequest, SettingsProblem } from '../engine/decision.ts'
import type { Behavior } from '../engine/verdict.ts'
import type { ActivePolicies } from './live.ts'
import type { Policy } from './policy-file.ts'
import type { PolicyFault, PolicyOrigins } from './policy-set.ts'
import type { PolicyTest } from './policy-test.ts'
import { testSubject } from './test-subject.ts'

/** What came of one test. */
export interface FileTestResult {
  /** The id of the policy whose file holds it. */
  readonly policy: string
  readonly test: string
  /** JSON pointer into the file. */
  readonly place: string
  readonly expect: Behavior
  /** undefined: the call was not decided. */
  readonly got: Behavior | undefined
  readonly decidedBy: DecidedBy | undefined
  readonly pass: boolean
  /** Why it did not pass, in one sentence. */
  readonly reason: string | undefined
}

/** All tests of the set, file by file. `pause` lets others have their turn between two of them. */
export async function runTests(
  active: Pick<ActivePolicies, 'set' | 'select'>,
  pause: () => Promise<void>
): Promise<readonly FileTestResult[]> {
  const results: FileTestResult[] = []
  for (const policy of active.set.policies) {
    for (const [index, test] of (policy.tests ?? []).entries()) {
      await pause()
      results.push(await runTest(active, policy, test, `/tests/${index}`))
    }
  }
  return results
}

/** What keeps a set from going live: each test that did not pass. */
export const testFaults = (
  results: readonly FileTestResult[],
  files: PolicyOrigins
): readonly PolicyFault[] =>
  results.flatMap(({ policy, test, place, reason }) => {
    if (reason === undefined) return []
    const origin = files.get(policy)
    return [
      {
        file: origin?.file ?? policy,
        place,
        ...origin?.positionOf(place),
        code: 'test-failed',
        reason: `test "${test}": ${reason}`
      }
    ]
  })

async function runTest(
  { select }: Pick<ActivePolicies, 'select'>,
  policy: Policy,
  written: PolicyTest,
  place: string
): Promise<FileTestResult> {
  const { name, call, expect } = written
  const result = { policy: policy.id, test: name, place, expect }
  const failed = (reason: string): FileTestResult => ({
    ...result,
    got: undefined,
    decidedBy: undefined,
    pass: false,
    reason
  })
  const subject = testSubject(written, policy)
  const { engine, policy: applied } = select(subject)
  if (!applied.ids.includes(policy.id)) {
    return failed(`its call is none that this file is for (tenant ${subject.tenant})`)
  }
  const request: DecideRequest = call
  const decided = await engine.decide(request)
  if (isProblem(decided)) {
    const [issue] = decided.issues
    return failed(`its settings are refused: ${issue?.path ?? ''} ${issue?.message ?? decided.problem}`)
  }
  const { decision: got, decidedBy, reason } = decided
  const pass = got === expect
  const differs = `expected ${expect}, got ${got} (step ${decidedBy.step}: ${reason})`
  return { ...result, got, decidedBy, pass, reason: pass ? undefined : differs }
}

const isProblem = (decided: object): decided is SettingsProblem => 'problem' in decided
