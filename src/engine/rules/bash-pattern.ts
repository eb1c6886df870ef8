/** The content of a Bash rule, compiled, and its comparison with one command (R17 to R29, D19). */
import type { Behavior } from '../verdict.ts'
import { type BashSubject, HOLE, type Line, WORD_END } from './bash-subject.ts'
import { couldMatch } from './guess.ts'
import { readRuleWords, STAR } from './rule-words.ts'
import { matchesSegments, type Segments } from './wildcard.ts'

export interface BashPattern {
  /** The content as written, ends trimmed: an exact allow rule also covers a command of this very text. */
  readonly source: string
  /** No wildcard: one command, word for word. */
  readonly exact: boolean
  /** Deny and ask reading: blanks inside words are boundaries too, holes may be guessed. */
  readonly wide: boolean
  /** Only `source` can cover a command: redirections never meet the words of one (2.6). */
  readonly sourceOnly: boolean
  readonly segments: Segments
  /** For a command that holds runs of blanks or empty words; only wide patterns use them. */
  readonly spacedSegments: Segments
  /** The last ` *` may stand for nothing, its blank included (R19). */
  readonly optionalTail: boolean
  /** The first word where it has no wildcard: what the pattern is indexed by. Blanks alone may begin anything. */
  readonly first: string | undefined
}

/** `guess`: a match only if a hole is something particular. */
export type BashMatch = 'no' | 'match' | 'guess'

export interface PatternProblem {
  readonly problem: string
}

/** Characters the matcher uses for itself. */
const RESERVED = new RegExp(`[${WORD_END}${STAR}${HOLE}]`, 'g')
const BLANK = new RegExp(`[\\s${WORD_END}]`, 'g')
const STAR_RUN = new RegExp(`${STAR}{2,}`, 'g')
const COLON_STAR = /:\*$/

/** Compiles rule content; `foldCase` for PowerShell (R50). */
export function compileBashPattern(
  content: string,
  behavior: Behavior,
  foldCase = false
): BashPattern | PatternProblem {
  const source = content.trim()
  const wide = behavior !== 'allow'
  if (!wide && source.search(RESERVED) >= 0)
    return { problem: 'it holds a character that no command can hold' }
  if (!foldCase && PLAIN.test(source)) return new PlainPattern(source, wide)
  const readable = wide ? source.replace(RESERVED, '*') : source
  const words = readRuleWords(readable.replace(COLON_STAR, ' *'), !wide)
  const text = (foldCase ? words.text.toLowerCase() : words.text).replace(STAR_RUN, STAR)
  const exact = !text.includes(STAR)
  const sourceOnly = words.operators !== 'none'
  if (sourceOnly && (wide || !exact || words.operators === 'control')) {
    return { problem: 'it holds a shell operator, and a rule is compared with one simple command at a time' }
  }
  const spaced = wide ? text.replace(BLANK, ' ') : text
  const line = wide ? trimEnds(spaced.replace(/ {2,}/g, ' ')) : text
  const segments = line.split(STAR)
  const end = wide ? ' ' : WORD_END
  const firstWord = line.split(end, 1)[0] ?? ''
  return {
    source,
    exact,
    wide,
    sourceOnly,
    segments,
    spacedSegments: spaced === line ? segments : spaced.split(STAR),
    optionalTail: line.endsWith(end + STAR) && (wide || segments.length === 2),
    first: firstWord.includes(STAR) || (wide && firstWord === '') ? undefined : firstWord
  }
}

/** Words of characters that mean nothing to a shell, one blank between them, and a star at the end, if at all. */
const PLAIN = /^(?!(?:.* )?:\*$)[\w@%+=,./:-]+(?: [\w@%+=,./:-]+)*(?: ?\*)?$/

/** What nearly all rules are. Its parts are made when a command is first compared with it, or looked up. */
class PlainPattern implements BashPattern {
  readonly exact: boolean
  readonly sourceOnly = false
  readonly optionalTail: boolean
  #segments: Segments | undefined

  constructor(
    readonly source: string,
    readonly wide: boolean
  ) {
    this.exact = !source.endsWith('*')
    this.optionalTail = source.endsWith(' *') || source.endsWith(':*')
  }

  get segments(): Segments {
    this.#segments ??= this.#read()
    return this.#segments
  }

  get spacedSegments(): Segments {
    return this.segments
  }

  get first(): string | undefined {
    const end = this.source.indexOf(' ')
    if (end >= 0) return this.source.slice(0, end)
    return this.exact || this.optionalTail ? this.#words : undefined
  }

  /** Without the star, and the blank or colon before it. */
  get #words(): string {
    if (this.exact) return this.source
    return this.source.slice(0, this.optionalTail ? -2 : -1)
  }

  #read(): Segments {
    const end = this.wide ? ' ' : WORD_END
    const words = this.wide ? this.#words : this.#words.replaceAll(' ', end)
    if (this.exact) return [words]
    return [this.optionalTail ? words + end : words, '']
  }
}

const trimEnds = (line: string): string => line.replace(/^ /, '').replace(/ $/, '')

/** Compares one pattern with one command. PowerShell callers pass the folded subject. */
export function matchBash(pattern: BashPattern, subject: BashSubject): BashMatch {
  if (pattern.sourceOnly) return 'no'
  if (!pattern.wide)
    return matchesLine(pattern.segments, pattern.optionalTail, subject.strict) ? 'match' : 'no'
  if (matchesLine(pattern.segments, pattern.optionalTail, subject.loose)) return 'match'
  const { spaced } = subject
  if (spaced !== undefined && matchesLine(pattern.spacedSegments, pattern.optionalTail, spaced))
    return 'match'
  if (!subject.hasHoles || !startsAlike(pattern.segments[0] ?? '', subject.knownStart)) return 'no'
  return couldMatch(pattern.segments, subject.words) ? 'guess' : 'no'
}

/** The cheap refusal before any guessing: what is certain on both sides already differs. */
const startsAlike = (a: string, b: string): boolean =>
  a.length < b.length ? b.startsWith(a) : a.startsWith(b)

function matchesLine(segments: Segments, optionalTail: boolean, line: Line): boolean {
  // With its end mark the last word also meets a literal that ends in a boundary, which is all `optionalTail` means.
  if (optionalTail) return matchesSegments(segments, line.text, line.text.length)
  const endsInStar = segments.length > 1 && segments[segments.length - 1] === ''
  return (endsInStar || !line.openEnded) && matchesSegments(segments, line.text, line.end)
}
