/** What is odd about a policy besides its settings. */
import { compileWildcard, matchesWildcard } from '../../engine/rules/wildcard.ts'
import { selectPolicies } from '../match.ts'
import type { Policy } from '../policy-file.ts'
import { normalisedPattern } from '../policy-match.ts'
import { testSubject } from '../test-subject.ts'
import { Budget } from './budget.ts'
import { type Place, quoted, type Report } from './finding.ts'

/** A policy that fits its schema. */
export interface ReadPolicy {
  readonly policy: Policy
  /** Name of its file. */
  readonly file: string
  readonly report: Report
}

/** Reports on `match`, `callers` and `tests`. */
export function lintPolicyParts({ policy, report }: ReadPolicy): void {
  const { match = {}, callers, tests } = policy
  for (const list of ['tenants', 'agents'] as const) {
    const names = match[list] ?? []
    lintNames(names, ['match', list], report)
    lintRedundancy(names, coversName, ['match', list], report)
  }
  lintRedundancy(match.projects ?? [], coversProject, ['match', 'projects'], report)
  if (callers?.trustProject === 'always') {
    report('trusts-every-project', ['callers', 'trustProject'], 'every project counts as trusted')
  }
  if (tests === undefined) lintUntested(policy, report)
  else lintTests(policy, report)
}

/** Names of callers and agents hold no blanks at their ends. */
function lintNames(names: readonly string[], place: Place, report: Report): void {
  for (const [index, name] of names.entries()) {
    if (name.trim() !== name)
      report('match-inert', [...place, index], `${quoted(name)} has a blank at an end`)
  }
}

/** Comparisons within one list. */
const COMPARISONS = 100_000

function lintRedundancy(
  entries: readonly string[],
  covers: (wide: string, narrow: string) => boolean,
  place: Place,
  report: Report
): void {
  const budget = new Budget(COMPARISONS)
  for (const [index, entry] of entries.entries()) {
    const wider = entries.find(
      (other, at) =>
        at !== index && budget.take() && covers(other, entry) && (at < index || !covers(entry, other))
    )
    if (wider !== undefined) {
      report('match-redundant', [...place, index], `${quoted(wider)} already matches all of ${quoted(entry)}`)
    }
  }
}

/** Stands for what a star leaves open; only a star takes it. */
const OPEN = '\uffff'

const coversName = (wide: string, narrow: string): boolean =>
  matchesWildcard(compileWildcard(wide), narrow.replaceAll('*', OPEN))

/** The same folders, or all below one that has no wildcard of its own. */
function coversProject(wide: string, narrow: string): boolean {
  const pattern = normalisedPattern(wide)
  const other = normalisedPattern(narrow)
  if (pattern === other) return true
  const folder = pattern.endsWith('/**') ? pattern.slice(0, -'/**'.length) : undefined
  return folder !== undefined && !folder.includes('*') && `${other}/`.startsWith(`${folder}/`)
}

function lintUntested(policy: Policy, report: Report): void {
  const isEmpty =
    Object.keys(policy.settings).length === 0 && policy.tools === undefined && policy.callers === undefined
  if (!isEmpty) report('no-tests', [], `the policy ${quoted(policy.id)} has no tests`)
}

/** A test of a call that the policy is not for tests other policies, or nothing. */
function lintTests(policy: Policy, report: Report): void {
  if (policy.match === undefined) return
  const alone = [policy]
  for (const [index, test] of (policy.tests ?? []).entries()) {
    const { policies } = selectPolicies(alone, testSubject(test, policy))
    if (policies.length > 0) continue
    report(
      'test-not-applicable',
      ['tests', index],
      `the policy does not apply to the call of ${quoted(test.name)}`
    )
  }
}
