/** Bash rules of one tool, found by the first word of a command. */
import { matchBash } from './bash-pattern.ts'
import type { BashSubject } from './bash-subject.ts'
import type { BashRule } from './rule.ts'

/** A Bash rule that meets a command. `guess`: only if something unknown is something particular (deny and ask). */
export interface BashFinding {
  readonly rule: BashRule
  readonly guess: boolean
}

/** Most first words have one rule. */
type Bucket = BashRule | BashRule[]

export interface BashIndex {
  readonly all: BashRule[]
  readonly byFirst: Map<string, Bucket>
  /** Patterns with a wildcard in the first word. */
  readonly open: BashRule[]
  /** The exact rule of this very text. */
  readonly sameSource: (text: string) => BashRule | undefined
}

export function indexBash(rules: readonly BashRule[]): BashIndex | undefined {
  if (rules.length === 0) return undefined
  let bySource: ReadonlyMap<string, BashRule> | undefined
  const sameSource = (text: string): BashRule | undefined => {
    bySource ??= indexSources(rules)
    return bySource.get(text)
  }
  const index: BashIndex = { all: [], byFirst: new Map(), open: [], sameSource }
  for (const rule of rules) {
    const { pattern } = rule
    if (pattern.sourceOnly) continue
    index.all.push(rule)
    const { first } = pattern
    if (first === undefined) {
      index.open.push(rule)
      continue
    }
    const bucket = index.byFirst.get(first)
    if (bucket === undefined) index.byFirst.set(first, rule)
    else if (Array.isArray(bucket)) bucket.push(rule)
    else index.byFirst.set(first, [bucket, rule])
  }
  return index
}

function indexSources(rules: readonly BashRule[]): ReadonlyMap<string, BashRule> {
  const bySource = new Map<string, BashRule>()
  for (const rule of rules) {
    const { exact, source } = rule.pattern
    if (exact && !bySource.has(source)) bySource.set(source, rule)
  }
  return bySource
}

/** Adds those of `rules` that meet the command; allocates only when there are some. */
function collect(
  rules: Bucket | undefined,
  subject: BashSubject,
  found: BashFinding[] | undefined
): BashFinding[] | undefined {
  if (rules === undefined) return found
  if (!Array.isArray(rules)) return collectOne(rules, subject, found)
  let list = found
  for (const rule of rules) list = collectOne(rule, subject, list)
  return list
}

function collectOne(
  rule: BashRule,
  subject: BashSubject,
  found: BashFinding[] | undefined
): BashFinding[] | undefined {
  const match = matchBash(rule.pattern, subject)
  if (match === 'no') return found
  const list = found ?? []
  list.push({ rule, guess: match === 'guess' })
  return list
}

/** Adds the rules of the index that meet the command to `before`; undefined: none so far. */
export function findBash(
  index: BashIndex | undefined,
  subject: BashSubject,
  before?: BashFinding[]
): BashFinding[] | undefined {
  if (index === undefined) return before
  if (subject.unindexed) return collect(index.all, subject, before)
  const strict = subject.strictFirst
  const loose = subject.looseFirst
  let found = before
  if (strict !== undefined) found = collect(index.byFirst.get(strict), subject, found)
  if (loose !== undefined && loose !== strict) found = collect(index.byFirst.get(loose), subject, found)
  return collect(index.open, subject, found)
}

export const guessesLast = (a: BashFinding, b: BashFinding): number => Number(a.guess) - Number(b.guess)
