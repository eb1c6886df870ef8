/** Commands that leave the sandbox. */
import type { LayerName } from '../verdict.ts'
import { compileBashPattern } from './bash-pattern.ts'
import type { BashRule } from './rule.ts'
import { compileRuleSet, NO_RULES, type RuleSet } from './rule-set.ts'

/**
 * `sandbox.excludedCommands` of one layer: Bash rule contents, matched as widely as deny rules. An entry without a
 * wildcard names a program, or the beginning of a command, with any arguments. An entry with shell operators can meet
 * no command and gives no rule.
 */
export function compileExclusions(entries: readonly string[], layer: LayerName): RuleSet {
  const rules = entries.flatMap((text): BashRule[] => {
    const content = text.includes('*') ? text : `${text} *`
    const pattern = compileBashPattern(content, 'deny')
    if (text.trim() === '' || 'problem' in pattern) return []
    return [{ kind: 'bash', tool: 'Bash', text, behavior: 'deny', layer, suspendedInAuto: false, pattern }]
  })
  return rules.length === 0 ? NO_RULES : compileRuleSet(rules)
}
