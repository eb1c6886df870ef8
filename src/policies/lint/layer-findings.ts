/** What the engine itself remarks while it reads a settings layer, and the rules that it read. */
import { modeWarnings } from '../../engine/layers/default-mode.ts'
import { valueAt } from '../../engine/layers/findings.ts'
import { type ParsedLayer, parseLayer } from '../../engine/layers/parse-layer.ts'
import { LISTS } from '../../engine/layers/schema.ts'
import { readRuleText } from '../../engine/rules/rule-text.ts'
import type { Behavior, LayerName } from '../../engine/verdict.ts'
import { LINT_CODES, type LintCode } from './codes.ts'
import { type Place, quoted, type Report } from './finding.ts'
import { inertAdvice } from './inert-advice.ts'
import type { PlacedRule } from './placed-rule.ts'

const BEHAVIORS: readonly Behavior[] = ['allow', 'ask', 'deny']

const isCode = (code: string): code is LintCode => Object.hasOwn(LINT_CODES, code)

/** A layer as the engine reads it, with the places of its rules. */
export interface ReadLayer {
  readonly parsed: ParsedLayer
  readonly rules: readonly PlacedRule[]
}

/** Reads a layer and reports what the engine remarks. `tools`: names that the policies describe. */
export function readLayer(
  layer: LayerName,
  settings: unknown,
  tools: ReadonlySet<string>,
  report: Report
): ReadLayer | undefined {
  const result = parseLayer(layer, settings, {
    path: '',
    hear: (place, { code, message, rule }) => {
      const isOurs = code === 'unknown-tool' && rule !== undefined && tools.has(nameIn(rule))
      if (isOurs || !isCode(code)) return
      const told = rule === undefined ? message : message.replace(`\`${rule}\``, () => quoted(rule))
      report(code, place, told, { rule, advice: rule === undefined ? undefined : inertAdvice(code, rule) })
    }
  })
  if ('issues' in result) {
    for (const { path, message } of result.issues) report('wrong-shape', placeOf(path), message)
    return undefined
  }
  const { layer: parsed } = result
  for (const { message } of modeWarnings([parsed])) {
    report('default-mode-not-honoured', ['permissions', 'defaultMode'], message)
  }
  return { parsed, rules: BEHAVIORS.flatMap((behavior) => placedRules(parsed, behavior, settings, report)) }
}

const nameIn = (rule: string): string => {
  const read = readRuleText(rule)
  return read.name ?? ''
}

/** The rules of a list with their places; entries that stand there twice are reported. */
function placedRules(
  parsed: ParsedLayer,
  behavior: Behavior,
  settings: unknown,
  report: Report
): readonly PlacedRule[] {
  const { place } = LISTS[behavior]
  const entries = valueAt(settings, place)?.value
  const places = new Map<unknown, Place>()
  for (const [index, text] of (Array.isArray(entries) ? entries : []).entries()) {
    const at = [...place, index]
    const earlier = places.get(text)
    if (earlier === undefined) places.set(text, at)
    else if (typeof text === 'string') {
      report('duplicate-rule', at, `${quoted(text)} already stands at ${earlier.join('.')}`, { rule: text })
    }
  }
  return parsed[behavior].rules.map((rule) => ({ rule, place: places.get(rule.text) ?? place }))
}

/** A JSON pointer of the engine as a place. */
export const placeOf = (pointer: string): Place =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
