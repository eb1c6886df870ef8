/** Compiled rules of one behavior, indexed by what tells them apart first. Immutable. */
import { type BashFinding, type BashIndex, findBash, guessesLast, indexBash } from './bash-index.ts'
import { type BashSubject, foldSubject } from './bash-subject.ts'
import { matchesHost } from './domain.ts'
import { isMcpName, serverNames } from './mcp.ts'
import { matchesParameter } from './parameter.ts'
import type {
  AgentRule,
  BashRule,
  DomainRule,
  ParameterRule,
  PathRule,
  Rule,
  ShellTool,
  SkillRule,
  ToolRule
} from './rule.ts'
import { canonicalTool } from './tool-names.ts'
import { isLiteral, matchesWildcard } from './wildcard.ts'

export interface RuleSet {
  /** In the order of the settings. */
  readonly rules: readonly Rule[]
  readonly size: number
  /** Rules with Bash content: those that a Bash command could slip past (D13). */
  readonly hasBashContent: boolean
  /** Rules with Bash, PowerShell or Monitor content. */
  readonly hasShellContent: boolean
  readonly hasReadPaths: boolean
  readonly hasEditPaths: boolean
  /** The rule that covers every call of the tool. */
  wholeTool(tool: string): ToolRule | undefined
  /** Rules that meet the command, certain ones first. Monitor commands follow Bash rules too. */
  bash(tool: ShellTool, subject: BashSubject): readonly BashFinding[]
  /** The exact rule whose text is that of the command, quotes and redirections included. */
  sameSource(tool: ShellTool, commandText: string): BashRule | undefined
  paths(access: 'read' | 'edit'): readonly PathRule[]
  /** `host` as `hostOf` gives it. */
  domain(host: string): DomainRule | undefined
  agent(type: string): AgentRule | undefined
  skill(name: string, args: string | undefined): SkillRule | undefined
  parameters(tool: string, input: Readonly<Record<string, unknown>>): ParameterRule | undefined
  /** What stays in force in auto mode; `allShell`: no shell rule stays (`classifyAllShell`). */
  withoutSuspended(allShell?: boolean): RuleSet
}

const NOTHING: readonly BashFinding[] = Object.freeze([])
/** No rule takes this away from the model (R7). */
const EXEMPT_TOOL = 'EndConversation'
const SHELL_TOOLS: ReadonlySet<string> = new Set<ShellTool>(['Bash', 'PowerShell', 'Monitor'])

function ofKind<K extends Rule['kind']>(
  rules: readonly Rule[],
  kind: K
): readonly Extract<Rule, { kind: K }>[] {
  return rules.filter((rule): rule is Extract<Rule, { kind: K }> => rule.kind === kind)
}

/** Compiles rules of any layers but of one behavior. */
export function compileRuleSet(rules: readonly Rule[]): RuleSet {
  const toolRules = ofKind(rules, 'tool')
  const byName = new Map<string, ToolRule>()
  for (const rule of toolRules)
    if (isLiteral(rule.pattern) && !byName.has(rule.name)) byName.set(rule.name, rule)
  const globs = toolRules.filter((rule) => !isLiteral(rule.pattern))
  const everyServer = rules.some((rule) => rule.behavior !== 'allow')

  const bashRules = ofKind(rules, 'bash')
  const shells = new Map<ShellTool, BashIndex | undefined>()
  const shell = (tool: ShellTool): BashIndex | undefined => shells.get(tool)
  for (const tool of ['Bash', 'PowerShell', 'Monitor'] as const) {
    shells.set(tool, indexBash(bashRules.filter((rule) => rule.tool === tool)))
  }

  const pathRules = ofKind(rules, 'path')
  const read = pathRules.filter((rule) => rule.access === 'read')
  const edit = pathRules.filter((rule) => rule.access === 'edit')
  const domains = ofKind(rules, 'domain')
  const agents = ofKind(rules, 'agent')
  const skills = ofKind(rules, 'skill')
  const parameterRules = ofKind(rules, 'parameter')
  let unsuspended: RuleSet | undefined
  let unsuspendedNoShell: RuleSet | undefined

  const set: RuleSet = {
    rules,
    size: rules.length,
    hasBashContent: bashRules.some((rule) => rule.tool === 'Bash'),
    hasShellContent: bashRules.length > 0,
    hasReadPaths: read.length > 0,
    hasEditPaths: edit.length > 0,

    wholeTool(tool) {
      const name = canonicalTool(tool)
      if (name === EXEMPT_TOOL) return undefined
      const exact = byName.get(name)
      if (exact !== undefined) return exact
      if (byName.size > 0 && isMcpName(name)) {
        for (const server of serverNames(name, everyServer)) {
          const rule = byName.get(server)
          if (rule !== undefined) return rule
        }
      }
      return globs.length === 0 ? undefined : globs.find((rule) => matchesWildcard(rule.pattern, name))
    },

    bash(tool, subject) {
      const folded = tool === 'PowerShell' && shell(tool) !== undefined ? foldSubject(subject) : subject
      let found = findBash(shell(tool), folded)
      if (tool === 'Monitor') found = findBash(shell('Bash'), subject, found)
      if (found === undefined) return NOTHING
      return found.length > 1 ? found.sort(guessesLast) : found
    },

    sameSource(tool, commandText) {
      const text = commandText.trim()
      return (
        shell(tool)?.bySource.get(text) ??
        (tool === 'Monitor' ? shell('Bash')?.bySource.get(text) : undefined)
      )
    },

    paths: (access) => (access === 'read' ? read : edit),

    domain: (host) => domains.find((rule) => matchesHost(rule.host, host)),

    agent: (type) => agents.find((rule) => matchesWildcard(rule.type, type)),

    skill: (name, args) =>
      skills.find(
        (rule) => matchesWildcard(rule.name, name) && (rule.anyArguments || (args ?? '').trim() === '')
      ),

    parameters(tool, input) {
      if (parameterRules.length === 0) return undefined
      const name = canonicalTool(tool)
      return parameterRules.find(
        (rule) => matchesWildcard(rule.tool, name) && matchesParameter(rule.parameter, rule.value, input)
      )
    },

    withoutSuspended(allShell = false) {
      if (allShell) {
        unsuspendedNoShell ??= subset(set, (rule) => !rule.suspendedInAuto && !isShellRule(rule))
        return unsuspendedNoShell
      }
      unsuspended ??= subset(set, (rule) => !rule.suspendedInAuto)
      return unsuspended
    }
  }
  return set
}

const isShellRule = (rule: Rule): boolean =>
  rule.kind === 'bash' || (rule.kind === 'tool' && SHELL_TOOLS.has(rule.name))

/** The set itself where nothing falls out, so that comparing identities stays cheap. */
function subset(set: RuleSet, keep: (rule: Rule) => boolean): RuleSet {
  const kept = set.rules.filter(keep)
  return kept.length === set.size ? set : compileRuleSet(kept)
}

/** A set of no rules. */
export const NO_RULES: RuleSet = compileRuleSet([])

/** The rules of several sets in their order; each rule still names its layer. */
export function union(sets: readonly RuleSet[]): RuleSet {
  const filled = sets.filter((set) => set.size > 0)
  const [only] = filled
  if (only === undefined) return NO_RULES
  return filled.length === 1 ? only : compileRuleSet(filled.flatMap((set) => set.rules))
}
