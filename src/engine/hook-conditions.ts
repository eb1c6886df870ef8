/** The `if` of a hook: a permission rule that says which calls the hook is asked about (H4). Never a boundary. */
import { placeOf } from './call-place.ts'
import type { Examination } from './checks/examination.ts'
import { examine } from './checks/examine.ts'
import type { Bench } from './checks/path-use.ts'
import type { DecideRequest } from './decision.ts'
import type { GuardedService } from './elsewhere.ts'
import { type MaybePromise, whenKnown } from './maybe-promise.ts'
import { parseRule } from './rules/parse.ts'
import { compileRuleSet, NO_RULES, type RuleSet } from './rules/rule-set.ts'
import { validateInput } from './tools/input.ts'
import { findTool, type MappedTools } from './tools/registry.ts'
import type { ToolCheck } from './tools/tool.ts'

/** A condition, compiled. */
export interface HookCondition {
  /** Read as deny rules are: through wrappers, assignments and substitutions, and where a word is not known. */
  readonly rules: RuleSet
  /** It speaks of more of a command than its name: whatever may expand to anything meets it. */
  readonly isSpecific: boolean
}

/** Compiles the text of an `if`, or says why it can meet nothing. */
export function readHookCondition(text: string): HookCondition | { readonly problem: string } {
  const { rules, warnings } = parseRule(text, 'deny', 'policy')
  const broken = warnings.find(({ code }) => code === 'malformed-rule' || code === 'inert-rule')
  const isWidened =
    warnings.some(({ code }) => code === 'rule-read-as') && rules.some(({ kind }) => kind === 'tool')
  if (broken !== undefined || isWidened || rules.length === 0) {
    return { problem: 'expected one permission rule, such as `Bash(git push *)` or `Edit(*.ts)`' }
  }
  return {
    rules: compileRuleSet(rules),
    isSpecific: rules.some((rule) => rule.kind === 'bash' && !NAME_ALONE.test(rule.pattern.source))
  }
}

/** `git *`, `git:*` and `git*`: a program with any arguments. */
const NAME_ALONE = /^[^\s*]+(?::|\s+)?\*$/

/**
 * Whether the call is one that a deny rule of this text would stop, or might. Total: what cannot be read, or would
 * take long to read, meets every condition.
 */
export function meetsCondition(
  { rules, isSpecific }: HookCondition,
  request: DecideRequest,
  service: GuardedService,
  startUnknown: boolean
): MaybePromise<boolean> {
  const tool = findTool(request.tool, service.tools)
  const { check } = tool.definition
  const names = check === 'monitor' ? [...tool.ruleNames, 'Bash'] : tool.ruleNames
  if (names.some((name) => rules.wholeTool(name) !== undefined)) return true
  if (service.elsewhere?.isHeavy(request) === true) return true
  const validated = validateInput(tool, request.input)
  if ('issues' in validated) return true

  const { input } = validated
  const { command } = input
  if (isSpecific && SCRIPTS.has(check) && typeof command === 'string' && EXPANSION.test(command)) return true
  const { base, analyser } = service
  // No setting takes back that a command which cannot be read meets the condition.
  const layers = { ...base, undecidable: undefined }
  const bench: Bench = { place: placeOf(request, base), layers, deny: rules, ask: NO_RULES, allow: NO_RULES }
  const call = { tool, input, sent: request.input, startUnknown, mayRead: () => true }
  return whenKnown(examine(call, bench, analyser), isMet)
}

const SCRIPTS: ReadonlySet<ToolCheck> = new Set<ToolCheck>(['bash', 'monitor', 'powershell'])

/** What a shell replaces before it runs a command; quoted dollars as well, which costs a hook call and no more. */
const EXPANSION = /[`$]/

const isMet = ({ denyRules, askRules, dangers }: Examination): boolean =>
  denyRules.length > 0 || askRules.length > 0 || dangers.some(({ kind }) => kind !== 'safetyCheck')

/** Every name that a hook may know the tool of a call by, older ones included. */
export function toolNames(name: string, tools: MappedTools): readonly string[] {
  const { ruleNames, definition } = findTool(name, tools)
  return [...new Set([name, ...ruleNames, ...definition.aliases])]
}
