/** Rules that never count, since a stricter one covers all that they cover: deny before ask before allow. */
import type { Rule, ToolRule } from '../../engine/rules/rule.ts'
import { readRuleText } from '../../engine/rules/rule-text.ts'
import { canonicalTool } from '../../engine/rules/tool-names.ts'
import { isLiteral, matchesWildcard } from '../../engine/rules/wildcard.ts'
import type { Behavior } from '../../engine/verdict.ts'
import { BashCover } from './bash-cover.ts'
import { Budget } from './budget.ts'
import type { LintCode } from './codes.ts'
import { quoted } from './finding.ts'
import { HostCover } from './host-cover.ts'
import { PathCover } from './path-cover.ts'
import { type PlacedLayer, type PlacedRule, withBehavior } from './placed-rule.ts'

/** Comparisons of two rules for one set of files; each takes about a microsecond. */
const COMPARISONS = 200_000

/** A stricter behavior hides a weaker one. */
const HIDING: readonly { readonly by: Behavior; readonly hidden: Behavior; readonly code: LintCode }[] = [
  { by: 'deny', hidden: 'allow', code: 'allow-hidden-by-deny' },
  { by: 'deny', hidden: 'ask', code: 'ask-hidden-by-deny' },
  { by: 'ask', hidden: 'allow', code: 'allow-hidden-by-ask' }
]

/** Reports the hidden rules of layers that count together. */
export function lintShadows(layers: readonly PlacedLayer[]): void {
  const budget = new Budget(COMPARISONS)
  const groups = [...new Set(layers.map(({ group }) => group))]
  for (const group of groups) {
    const hiding = layers.filter((layer) => layer.group === group || layer.group === '')
    const restricting = new Map<Behavior, Restrictions>()
    for (const behavior of ['deny', 'ask'] as const) {
      const rules = hiding.flatMap((layer) => withBehavior(layer, behavior)).map(({ rule }) => rule)
      restricting.set(behavior, new Restrictions(rules))
    }
    for (const layer of layers) if (layer.group === group) lintLayer(layer, restricting, budget)
  }
  if (budget.isSpent) {
    layers[0]?.report(
      'analysis-bounded',
      [],
      `only ${COMPARISONS} pairs of rules were compared with each other`
    )
  }
}

function lintLayer(
  layer: PlacedLayer,
  restricting: ReadonlyMap<Behavior, Restrictions>,
  budget: Budget
): void {
  const hidden = new Set<PlacedRule>()
  for (const { by, hidden: behavior, code } of HIDING) {
    const restrictions = restricting.get(by)
    if (restrictions === undefined) continue
    for (const placed of withBehavior(layer, behavior)) {
      const { rule, place } = placed
      const cover = hidden.has(placed) ? undefined : restrictions.coverOf(rule, budget)
      if (cover === undefined) continue
      hidden.add(placed)
      const message = `${quoted(rule.text)} never counts: ${by} rule ${quoted(cover.text)} covers all of it`
      layer.report(code, place, message, { rule: rule.text })
    }
  }
}

/** The deny or the ask rules, found by what they could cover. */
class Restrictions {
  readonly #tools = new Map<string, ToolRule>()
  /** Tool names with a star; nobody writes many. */
  readonly #globs: readonly ToolRule[]
  readonly #bash: BashCover
  readonly #paths: PathCover
  readonly #hosts: HostCover

  constructor(rules: readonly Rule[]) {
    const tools = rules.filter((rule) => rule.kind === 'tool')
    for (const rule of tools) if (isLiteral(rule.pattern)) this.#tools.set(rule.name, rule)
    this.#globs = tools.filter(({ pattern }) => !isLiteral(pattern))
    this.#bash = new BashCover(rules)
    this.#paths = new PathCover(rules)
    this.#hosts = new HostCover(rules)
  }

  coverOf(rule: Rule, budget: Budget): Rule | undefined {
    return this.#toolCover(rule, budget) ?? this.#contentCover(rule, budget)
  }

  #contentCover(rule: Rule, budget: Budget): Rule | undefined {
    switch (rule.kind) {
      case 'bash':
        return this.#bash.of(rule, budget)
      case 'path':
        return this.#paths.of(rule, budget)
      case 'domain':
        return this.#hosts.of(rule, budget)
      default:
        return undefined
    }
  }

  /** Path rules speak of more tools than the one that they name, so no rule for one tool covers them. */
  #toolCover(rule: Rule, budget: Budget): ToolRule | undefined {
    if (rule.kind === 'path') return undefined
    const name = toolOf(rule)
    if (name === undefined) return undefined
    const server = /^mcp__.+?(?=__)/.exec(name)?.[0]
    const exact = this.#tools.get(name) ?? (server === undefined ? undefined : this.#tools.get(server))
    if (exact !== undefined || budget.isSpent) return exact
    return this.#globs.find(({ pattern }) => budget.take() && matchesWildcard(pattern, name))
  }
}

/** The one tool that a rule speaks of; a star in its name is a character that only a star takes. */
function toolOf(rule: Rule): string | undefined {
  if (rule.kind === 'tool') return rule.name.replaceAll('*', '\uffff')
  const { name } = readRuleText(rule.text)
  return name === undefined ? undefined : canonicalTool(name)
}
