/** Rules for "always allow": the exact commands that nobody settled, where keeping such a rule is no danger. */
import type { Word } from './bash/program.ts'
import { effectAt } from './checks/bash-effect.ts'
import type { Level } from './checks/bash-level.ts'
import type { LocatedCommand } from './checks/bash-located.ts'
import type { Classification } from './decision.ts'
import { RISK_CODES, RISK_LEVELS, type RiskCode } from './knowledge/risk-codes.ts'
import type { Place } from './paths/place.ts'
import { flagsOf } from './risk/reasons.ts'
import type { ScriptRisk } from './risk/script-risks.ts'

/**
 * One exact rule for each command that does more than read. None for what is known only when it runs, for code that
 * the rule would not show, for what is worse than medium, and for parts of what is critical together.
 */
export function suggestedRules(
  commands: readonly LocatedCommand[],
  risk: ScriptRisk,
  place: Place
): Classification['suggestedRules'] {
  if (flagsOf(risk.reasons.codes).risk === 'critical') return []
  const rules = new Set<string>()
  for (const located of commands) {
    if (rules.size >= MAX_RULES) break
    if (effectAt(located, place) === undefined || located.analysed.scripts.length > 0) continue
    if (![...risk.of(located)].every(mayBeKept)) continue
    const content = ruleContent(located.analysed.levels)
    if (content !== undefined) rules.add(`Bash(${content})`)
  }
  return [...rules].map((rule) => ({ rule, behavior: 'allow', layer: 'local' }))
}

const MAX_RULES = 100

/** A rule names the command, not the code or the session behind it. */
const UNSHOWN: ReadonlySet<RiskCode> = new Set([
  'runs-code',
  'interactive',
  'unknown-form',
  'foreign-repository',
  'meaning-unknown'
])

const mayBeKept = (code: RiskCode): boolean =>
  RISK_LEVELS.indexOf(RISK_CODES[code].level) <= RISK_LEVELS.indexOf('medium') && !UNSHOWN.has(code)

/** The command behind all wrappers, if allow rules see through them, as a rule would write it. */
function ruleContent(levels: readonly Level[]): string | undefined {
  const level = levels.at(-1)
  if (level === undefined || !level.seenByAllow || level.addsOperands || level.assignments.length > 0)
    return undefined
  const words = level.words.map(plainText)
  return words.every((word) => word !== undefined) ? words.join(' ') : undefined
}

/** Text that means itself in a rule as well: no quotes, wildcards or brackets. */
const plainText = ({ value }: Word): string | undefined =>
  value !== undefined && /^[\w@%+=:,./-]+$/.test(value) ? value : undefined
