/** What the rows of the waterfall may look at. */
import type { Examination } from './checks/examination.ts'
import type { RuleSet } from './rules/rule-set.ts'
import type { Behavior, Mode } from './verdict.ts'

/** Everything a row may look at. */
export interface CallState {
  /** Canonical name first, then every other name rules may know the tool by. */
  readonly toolNames: readonly string[]
  /** Names whose deny and ask rules hold for the call: a monitored command is a Bash command, too (R79). */
  readonly forbidNames: readonly string[]
  /** Can start arbitrary work: in auto mode its own permission says nothing (auto.2). */
  readonly startsWork: boolean
  readonly mode: Mode
  readonly deny: RuleSet
  readonly ask: RuleSet
  /** In auto mode without the suspended rules. */
  readonly allow: RuleSet
  readonly autoAllowReadOnly: boolean
  readonly hook: { readonly behavior: Behavior; readonly reason: string | undefined } | undefined
  /** Of the input as it would run. */
  readonly examination: Examination
  /** Of the input before a hook rewrote it: its denials, asks and dangers count as well (D8). */
  readonly original: Examination | undefined
}
