/** Bash rules of one tool, found by the first word of a command. */
import { matchBash } from './bash-pattern.ts'
import type { BashSubject } from './bash-subject.ts'
import type { BashRule } from './rule.ts'

/** A Bash rule that meets a command. `guess`: only if something unknown is something particular (deny and ask). */
export interface BashFinding {
  readonly rule: BashRule
  readonly guess: boolean
}

interface BashEntry {
  readonly rule: BashRule
  readonly certain: BashFinding
  readonly guess: BashFinding
}

export interface BashIndex {
  readonly all: BashEntry[]
  readonly byFirst: Map<string, BashEntry[]>
  /** Patterns with a wildcard in the first word. */
  readonly open: BashEntry[]
  readonly bySource: Map<string, BashRule>
}

export function indexBash(rules: readonly BashRule[]): BashIndex | undefined {
  if (rules.length === 0) return undefined
  const index: BashIndex = { all: [], byFirst: new Map(), open: [], bySource: new Map() }
  for (const rule of rules) {
    const { pattern } = rule
    if (pattern.exact && !index.bySource.has(pattern.source)) index.bySource.set(pattern.source, rule)
    if (pattern.sourceOnly) continue
    const entry: BashEntry = { rule, certain: { rule, guess: false }, guess: { rule, guess: true } }
    index.all.push(entry)
    if (pattern.first === undefined) index.open.push(entry)
    else {
      const bucket = index.byFirst.get(pattern.first)
      if (bucket === undefined) index.byFirst.set(pattern.first, [entry])
      else bucket.push(entry)
    }
  }
  return index
}

/** Adds what `entries` find; allocates only when something is found. */
function collect(
  entries: readonly BashEntry[] | undefined,
  subject: BashSubject,
  found: BashFinding[] | undefined
): BashFinding[] | undefined {
  if (entries === undefined) return found
  let list = found
  for (const entry of entries) {
    const match = matchBash(entry.rule.pattern, subject)
    if (match === 'no') continue
    list ??= []
    list.push(match === 'match' ? entry.certain : entry.guess)
  }
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
