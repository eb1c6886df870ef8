/** Compiled rules of one behavior, indexed by what tells them apart first. Immutable. */

import { assertNever } from '../verdict.ts'
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

/** The rules of one set by kind. */
class Sorted {
  readonly tool: ToolRule[] = []
  readonly bash: BashRule[] = []
  readonly read: PathRule[] = []
  readonly edit: PathRule[] = []
  readonly domain: DomainRule[] = []
  readonly agent: AgentRule[] = []
  readonly skill: SkillRule[] = []
  readonly parameter: ParameterRule[] = []

  constructor(rules: readonly Rule[]) {
    for (const rule of rules) this.#add(rule)
  }

  #add(rule: Rule): void {
    switch (rule.kind) {
      case 'tool':
        this.tool.push(rule)
        break
      case 'bash':
        this.bash.push(rule)
        break
      case 'path':
        this[rule.access].push(rule)
        break
      case 'domain':
        this.domain.push(rule)
        break
      case 'agent':
        this.agent.push(rule)
        break
      case 'skill':
        this.skill.push(rule)
        break
      case 'parameter':
        this.parameter.push(rule)
        break
      default:
        assertNever(rule)
    }
  }
}

interface ToolIndex {
  readonly byName: ReadonlyMap<string, ToolRule>
  readonly globs: readonly ToolRule[]
}

function indexTools(rules: readonly ToolRule[]): ToolIndex {
  const byName = new Map<string, ToolRule>()
  for (const rule of rules) if (isLiteral(rule.pattern) && !byName.has(rule.name)) byName.set(rule.name, rule)
  return { byName, globs: rules.filter((rule) => !isLiteral(rule.pattern)) }
}

/**
 * Compiles rules of any layers but of one behavior. What is looked up is indexed when it is first asked for: most
 * sets are parts of others, and most calls ask for little of them.
 */
export function compileRuleSet(rules: readonly Rule[]): RuleSet {
  const { bash: bashRules, read, edit, ...sorted } = new Sorted(rules)
  const { domain: domains, agent: agents, skill: skills, parameter: parameterRules } = sorted
  const everyServer = rules.some((rule) => rule.behavior !== 'allow')
  let tools: ToolIndex | undefined
  const shells = new Map<ShellTool, BashIndex | undefined>()
  const shell = (tool: ShellTool): BashIndex | undefined => {
    if (!shells.has(tool)) shells.set(tool, indexBash(bashRules.filter((rule) => rule.tool === tool)))
    return shells.get(tool)
  }
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
      tools ??= indexTools(sorted.tool)
      const { byName, globs } = tools
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
        shell(tool)?.sameSource(text) ?? (tool === 'Monitor' ? shell('Bash')?.sameSource(text) : undefined)
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
