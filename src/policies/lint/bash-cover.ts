/** Which restricting Bash rule meets every command that another rule covers. */
import { matchBash } from '../../engine/rules/bash-pattern.ts'
import { type BashSubject, bashSubject, HOLE, type MatchWord } from '../../engine/rules/bash-subject.ts'
import type { BashRule, Rule } from '../../engine/rules/rule.ts'
import { STAR } from '../../engine/rules/rule-words.ts'
import type { Budget } from './budget.ts'
import { wordsOf } from './opening-findings.ts'

/** Restricting rules by the text that each begins with for certain: only a beginning of a command can meet it. */
export class BashCover {
  readonly #byStart = new Map<string, BashRule[]>()
  #lengths: readonly number[] = []

  constructor(rules: readonly Rule[]) {
    for (const rule of rules) {
      if (rule.kind !== 'bash') continue
      const start = rule.pattern.segments[0] ?? ''
      const key = keyOf(rule.tool, start)
      const bucket = this.#byStart.get(key)
      if (bucket === undefined) this.#byStart.set(key, [rule])
      else bucket.push(rule)
    }
    const lengths = [...this.#byStart.keys()].map((key) => key.length - key.indexOf(':') - 1)
    this.#lengths = [...new Set(lengths)].sort((a, b) => a - b)
  }

  /** The rule that meets all that `rule` covers. The words it leaves open are holes, and only a star takes a hole. */
  of(rule: BashRule, budget: Budget): BashRule | undefined {
    if (this.#lengths.length === 0 || rule.pattern.sourceOnly) return undefined
    const subject = subjectOf(rule)
    const known = subject.knownStart
    for (const length of this.#lengths) {
      if (length > known.length) return undefined
      for (const other of this.#byStart.get(keyOf(rule.tool, known.slice(0, length))) ?? []) {
        if (!budget.take()) return undefined
        if (matchBash(other.pattern, subject) === 'match') return other
      }
    }
    return undefined
  }
}

const keyOf = (tool: string, start: string): string => `${tool}:${start}`

/** The commands that a rule covers as one command with holes. */
function subjectOf({ pattern }: BashRule): BashSubject {
  const words = wordsOf(pattern)
  return bashSubject(
    words.map((word, index): MatchWord => {
      // A star that is a whole word keeps its boundary, but for the last one, which may stand for nothing (R19).
      if (word === STAR) {
        return [{ hole: pattern.optionalTail && index === words.length - 1 ? 'many' : 'one' }]
      }
      return word
        .split(STAR)
        .flatMap((text, part) => [
          ...(part > 0 ? [{ hole: 'many' as const }] : []),
          ...(text === '' && word !== '' ? [] : [{ text: text.replaceAll(HOLE, '') }])
        ])
    })
  )
}
