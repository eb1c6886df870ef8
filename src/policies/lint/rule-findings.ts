/** What is odd about one rule, seen by itself. */
import { RUNS_ANYTHING } from '../../engine/checks/bash-rules.ts'
import { likelyKey } from '../../engine/layers/near-miss.ts'
import { isMcpName } from '../../engine/rules/mcp.ts'
import { readParameter } from '../../engine/rules/parameter.ts'
import type { BashRule, PathRule, Rule, ToolRule } from '../../engine/rules/rule.ts'
import { readRuleText } from '../../engine/rules/rule-text.ts'
import { canonicalTool, KNOWN_TOOL_NAMES, namedTool, similarToolName } from '../../engine/rules/tool-names.ts'
import { type Place, quoted, type Report } from './finding.ts'
import { openingRemark, wordsOf } from './opening-findings.ts'
import type { PlacedRule } from './placed-rule.ts'

/** Reports on each rule. `tools`: names that the policies describe. */
export function lintRules(rules: readonly PlacedRule[], tools: ReadonlySet<string>, report: Report): void {
  for (const { rule, place } of rules) lintRule(rule, place, tools, report)
}

function lintRule(rule: Rule, place: Place, tools: ReadonlySet<string>, report: Report): void {
  if (rule.behavior === 'allow' && testsField(rule, place, report)) return
  switch (rule.kind) {
    case 'tool':
      lintUnknownTool(rule, place, tools, report)
      lintBareFileRule(rule, place, report)
      break
    case 'bash':
      if (rule.behavior === 'allow' && approvesNothing(rule, place, report)) return
      break
    case 'path':
      lintAnchor(rule, place, report)
      break
  }
  const remark = rule.behavior === 'allow' ? openingRemark(rule) : undefined
  if (remark !== undefined) report(remark.code, place, remark.message, { rule: rule.text })
}

/** R15: in an allow list `field:value` is compared with what the specifier is compared with, which it never equals. */
function testsField({ text }: Rule, place: Place, report: Report): boolean {
  const read = readRuleText(text)
  if (read.form !== 'specifier') return false
  const parameter = readParameter(read.content)
  const tool = namedTool(canonicalTool(read.name))
  if (parameter === undefined || tool === undefined || tool.fields === 'any') return false
  if (tool.specifier === 'bash' && read.content.trimEnd().endsWith(':*')) return false
  if (parameter.name !== tool.primary && !tool.fields.includes(parameter.name)) return false
  report(
    'parameter-in-allow',
    place,
    `${quoted(text)} names the input field ${quoted(parameter.name)}, which allow rules do not look at`,
    { rule: text }
  )
  return true
}

/** R5 for allow rules: there the engine keeps quiet, since such a rule opens nothing. */
function lintUnknownTool(rule: ToolRule, place: Place, tools: ReadonlySet<string>, report: Report): void {
  const { behavior, name, text } = rule
  if (behavior !== 'allow' || KNOWN_TOOL_NAMES.has(name) || tools.has(name)) return
  if (name.includes('*') || isMcpName(name)) return
  const similar = similarToolName(name) ?? likelyKey(name, [...KNOWN_TOOL_NAMES])
  const hint = similar === undefined ? '' : `; did you mean ${quoted(similar)}?`
  report('unknown-tool', place, `no tool is called ${quoted(name)}${hint}`, { rule: text })
}

const FILE_TOOLS: ReadonlySet<string> = new Set(['Read', 'Edit', 'Write', 'NotebookEdit', 'MultiEdit'])

/** D18: bare rules for file tools speak of that tool alone. */
function lintBareFileRule({ behavior, name, text }: ToolRule, place: Place, report: Report): void {
  if (behavior === 'allow' || !FILE_TOOLS.has(name)) return
  const access = name === 'Read' ? 'Read' : 'Edit'
  report(
    'bare-file-rule',
    place,
    `${quoted(text)} speaks of the ${name} tool alone; commands and other tools still reach every file`,
    { rule: text, advice: `write \`${access}(//**)\`, which holds for every tool and command` }
  )
}

/** What such programs run can only be known when it runs, and no content rule covers that (D13). */
const UNKNOWABLE: ReadonlySet<string> = new Set(['eval', 'source', '.', 'alias'])

/** D18's closed list, and what is never covered by its words. */
function approvesNothing(rule: BashRule, place: Place, report: Report): boolean {
  const { pattern, text } = rule
  const [program = ''] = wordsOf(pattern)
  if (UNKNOWABLE.has(program)) {
    const why = `what ${quoted(program)} does is only known when it runs, and no allow rule with a command covers that`
    report('inert-rule', place, `${quoted(text)}: ${why}`, { rule: text })
    return true
  }
  if (pattern.exact || !RUNS_ANYTHING.has(program)) return false
  report(
    'wrapper-approves-nothing',
    place,
    `${quoted(text)} would approve whatever ${quoted(program)} runs, so it approves nothing`,
    { rule: text }
  )
  return true
}

/** Folders at the root of a machine that are hardly ever folders of a project. */
const OF_MACHINES: ReadonlySet<string> = new Set(
  'etc home users root usr proc sys dev mnt media boot sbin srv private volumes'.split(' ')
)
/** Those that projects have as well. */
const OF_BOTH: ReadonlySet<string> = new Set('tmp var opt bin lib run applications library'.split(' '))

/** R52 to R54: `/p` is no absolute path in any layer. */
function lintAnchor({ pattern, text }: PathRule, place: Place, report: Report): void {
  const [first] = pattern.steps
  if (pattern.anchor !== 'source' || first?.kind !== 'name') return
  const name = first.glob.literal
  if (name === undefined) return
  const folder = name.toLowerCase()
  const isOfMachines = OF_MACHINES.has(folder)
  if (!isOfMachines && !OF_BOTH.has(folder)) return
  const start = pattern.layer === 'user' ? '`~/.claude`' : 'the project directory'
  report(
    isOfMachines ? 'path-not-absolute' : 'path-looks-absolute',
    place,
    `${quoted(text)} means ${quoted(name)} in ${start}, since one slash does not begin an absolute path`,
    { rule: text, advice: `write ${quoted(text.replace('(/', '(//'))} for the absolute path` }
  )
}
