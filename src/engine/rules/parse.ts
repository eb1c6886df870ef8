/** Rule text to typed rules: the grammar of section 2, and what becomes of entries that are not readable. */
import type { Behavior, LayerName, Warning } from '../verdict.ts'
import { isAnchoredGlob, isMcpName, withoutToolStar } from './mcp.ts'
import { isField, type ParameterText, readParameter } from './parameter.ts'
import type { ParameterRule, Rule } from './rule.ts'
import { type RuleText, readRuleText } from './rule-text.ts'
import { baseOf, type Draft, readSpecifier, remark } from './specifier.ts'
import { isSuspendedTool } from './suspended.ts'
import { canonicalTool, KNOWN_TOOL_NAMES, namedTool, similarToolName } from './tool-names.ts'
import { compileWildcard } from './wildcard.ts'

export interface ParsedRule {
  /** None where the entry can never count; several where it reads in more than one way (R16). */
  readonly rules: readonly Rule[]
  readonly warnings: readonly Warning[]
}

/** Reads one entry of a rule list. Never fails: what is not readable is a warning, in deny and ask also a wider rule. */
export function parseRule(text: string, behavior: Behavior, layer: LayerName): ParsedRule {
  const warnings: Warning[] = []
  const draft: Draft = { text, behavior, layer, warnings }
  return { rules: readRule(readRuleText(text), draft), warnings }
}

function readRule(read: RuleText, draft: Draft): readonly Rule[] {
  if (read.form === 'malformed') return readMalformed(read, draft)
  const name = canonicalTool(read.name)
  remarkUnknownTool(read.name, draft)
  if (read.form === 'tool') return toolRule(name, draft)
  const readings = draft.behavior === 'allow' ? undefined : readParameterRule(name, read.content, draft)
  if (readings !== undefined && !isPrefixRule(name, read.content)) return readings
  if (readings !== undefined) return [...readings, ...readSpecifier(name, read.content, draft)]
  return name.includes('*') ? toolRule(name, draft) : readSpecifier(name, read.content, draft)
}

/** `timeout:*` is both an input field and a program with any arguments (R16). */
const isPrefixRule = (name: string, content: string): boolean =>
  namedTool(name)?.specifier === 'bash' && content.trimEnd().endsWith(':*')

/** Section 4 of the system: an allow entry is dropped; deny and ask are applied as widely as they can be read. */
function readMalformed(read: Extract<RuleText, { form: 'malformed' }>, draft: Draft): readonly Rule[] {
  const { name, content, problem } = read
  if (draft.behavior === 'allow' || name === undefined) {
    remark(draft, 'malformed-rule', `${problem}; it is ignored`)
    return []
  }
  const canonical = canonicalTool(name)
  const isWhole = content === undefined || canonical.includes('*')
  const extent = isWhole ? 'the whole tool' : `everything that begins with \`${content}\``
  remark(draft, 'malformed-rule', `${problem}; it is applied to ${extent}`)
  if (isWhole) return toolRule(canonical, draft)
  const rules = readSpecifier(canonical, content, draft, true)
  const parameter = readParameter(content)
  if (parameter === undefined || !isField(namedTool(canonical), parameter.name)) return rules
  return [...rules, parameterRule(canonical, { ...parameter, value: `${parameter.value}*` }, draft)]
}

function toolRule(written: string, draft: Draft): readonly Rule[] {
  const name = withoutToolStar(written)
  if (draft.behavior === 'allow' && name.includes('*') && !isAnchoredGlob(name)) {
    remark(
      draft,
      'inert-rule',
      'in an allow list a `*` may only follow a whole `mcp__server__`; it approves nothing'
    )
    return []
  }
  const suspendedInAuto = draft.behavior === 'allow' && isSuspendedTool(name)
  return [{ ...baseOf(draft), suspendedInAuto, kind: 'tool', name, pattern: compileWildcard(name) }]
}

/** R11 to R14; undefined where the content is no parameter of this tool. */
function readParameterRule(
  name: string,
  content: string,
  draft: Draft
): readonly ParameterRule[] | undefined {
  const parameter = readParameter(content)
  const tool = namedTool(name)
  if (parameter === undefined) return undefined
  if (tool?.primary === parameter.name) {
    if (isPrefixRule(name, content)) return undefined
    const what = `\`${parameter.name}\` is what the specifier itself is compared with; write \`${name}(...)\` without it`
    remark(draft, 'inert-rule', what)
    return []
  }
  if (!isField(tool, parameter.name)) return undefined
  return [parameterRule(name, parameter, draft)]
}

const parameterRule = (
  name: string,
  { name: parameter, value }: ParameterText,
  draft: Draft
): ParameterRule => ({
  text: draft.text,
  behavior: draft.behavior,
  layer: draft.layer,
  suspendedInAuto: false,
  kind: 'parameter',
  tool: compileWildcard(name),
  parameter,
  value: compileWildcard(value)
})

/** R5: names with `_` or `*` belong to tools that nobody can know here. */
function remarkUnknownTool(name: string, draft: Draft): void {
  if (draft.behavior === 'allow' || KNOWN_TOOL_NAMES.has(name) || /[_*]/.test(name) || isMcpName(name)) return
  const similar = similarToolName(name)
  const hint = similar === undefined ? '' : `; did you mean \`${similar}\`?`
  remark(draft, 'unknown-tool', `no tool is called \`${name}\`${hint}`)
}
