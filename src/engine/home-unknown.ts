/** A request that does not say where home is, under rules that speak of it. */
import type { CompiledLayers } from './layers/compiled.ts'
import type { RuleSet } from './rules/rule-set.ts'
import type { Warning } from './verdict.ts'

export const HOME_UNKNOWN: Warning = {
  code: 'home-unknown',
  message:
    'the request names no homeDir: deny and ask rules that start with `~` hold in every usual home directory, allow rules in none'
}

/** Whether a rule is anchored there. */
export const speaksOfHome = ({ deny, ask, allow }: CompiledLayers): boolean =>
  [deny, ask, allow].some((set) => anyHome(set, 'read') || anyHome(set, 'edit'))

const anyHome = (set: RuleSet, access: 'read' | 'edit'): boolean =>
  set.paths(access).some((rule) => rule.pattern.anchor === 'home')
