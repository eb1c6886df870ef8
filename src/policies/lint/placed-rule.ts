/** Rules and where they stand. */
import type { Rule } from '../../engine/rules/rule.ts'
import type { Behavior, LayerName } from '../../engine/verdict.ts'
import type { Place, Report } from './finding.ts'

/** A rule that the engine has read, and its entry in the file. */
export interface PlacedRule {
  readonly rule: Rule
  readonly place: Place
}

/** The rules of one settings object. */
export interface PlacedLayer {
  readonly layer: LayerName
  /** Rules hide each other only where both are sure to count: within one group, or behind the empty one. */
  readonly group: string
  readonly rules: readonly PlacedRule[]
  readonly report: Report
}

export const withBehavior = ({ rules }: PlacedLayer, behavior: Behavior): readonly PlacedRule[] =>
  rules.filter(({ rule }) => rule.behavior === behavior)
