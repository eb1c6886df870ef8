/** A permission rule as a typed value. The engine never sees rule text again once layers are compiled. */
import type { PathPattern } from '../paths/pattern.ts'
import type { Behavior, LayerName } from '../verdict.ts'
import type { BashPattern } from './bash-pattern.ts'
import type { HostPattern } from './domain.ts'
import type { Wildcard } from './wildcard.ts'

interface RuleBase {
  /** As written in the settings. */
  readonly text: string
  readonly behavior: Behavior
  readonly layer: LayerName
  /** Ignored while auto mode is active (broad shell, interpreter and Agent allow rules). */
  readonly suspendedInAuto: boolean
}

/** `Tool`, `Tool(*)`, `mcp__server`, and tool-name globs (deny and ask; allow after a literal server). */
export interface ToolRule extends RuleBase {
  readonly kind: 'tool'
  /** Canonical tool name or a glob over it. */
  readonly name: string
  readonly pattern: Wildcard
}
export type ShellTool = 'Bash' | 'PowerShell' | 'Monitor'

/** `Bash(...)`, `PowerShell(...)`, `Monitor(...)`. */
export interface BashRule extends RuleBase {
  readonly kind: 'bash'
  readonly tool: ShellTool
  readonly pattern: BashPattern
}
/** `Read(...)`, `Edit(...)`, and deny/ask rules written for the other file tools. */
export interface PathRule extends RuleBase {
  readonly kind: 'path'
  readonly access: 'read' | 'edit'
  readonly pattern: PathPattern
}
/** `WebFetch(domain:...)`. */
export interface DomainRule extends RuleBase {
  readonly kind: 'domain'
  readonly host: HostPattern
}
/** `Agent(type)`; a star is a wildcard in deny and ask only. */
export interface AgentRule extends RuleBase {
  readonly kind: 'agent'
  readonly type: Wildcard
}
/** `Skill(name)` and `Skill(name *)`. */
export interface SkillRule extends RuleBase {
  readonly kind: 'skill'
  readonly name: Wildcard
  readonly anyArguments: boolean
}
/** `Tool(param:value)`, deny and ask only. */
export interface ParameterRule extends RuleBase {
  readonly kind: 'parameter'
  /** Canonical tool name; a glob may stand for several. */
  readonly tool: Wildcard
  readonly parameter: string
  readonly value: Wildcard
}

export type Rule = ToolRule | BashRule | PathRule | DomainRule | AgentRule | SkillRule | ParameterRule
