/** The content of a Bash rule, read once into words the way the shell would read it (D19). */
import { WORD_END } from './bash-subject.ts'

/** Marks a wildcard in the read text; a star that is meant literally stays `*`. */
export const STAR = '\ufffe'

/** Shell operators outside quotes: `control` separates commands, `redirection` names a file. */
export type Operators = 'none' | 'control' | 'redirection'

export interface RuleWords {
  /** Words joined by word ends, wildcards marked. */
  readonly text: string
  readonly operators: Operators
}

const CONTROL = ';|&\n'
/** Longest first: `>&` and `>|` are no separators. */
const REDIRECTION = /^(?:[<>][&|]|&>|[<>])/
const BLANK = ' \t\r'
/** Characters a backslash takes the meaning from between double quotes. */
const ESCAPED_IN_DOUBLE = '$`"\\'

const isOneOf = (set: string, char: string): boolean => char !== '' && set.includes(char)

type Quote = 'none' | 'single' | 'double'

/**
 * Reads rule content. `literalStar`: `\*` is a star and no wildcard (allow rules; R23), else it is a wildcard.
 * Text whose quotes cannot be read is taken as written, split at blanks.
 */
export function readRuleWords(content: string, literalStar: boolean): RuleWords {
  return readQuoted(content, literalStar) ?? readAsWritten(content, literalStar)
}

/** What an escaped star gives; between quotes the backslash stays. */
const escapedStar = (literalStar: boolean, quote: Quote): string =>
  `${quote === 'none' ? '' : '\\'}${literalStar ? '*' : STAR}`

function readQuoted(content: string, literalStar: boolean): RuleWords | undefined {
  let text = ''
  let pending = false
  let quote: Quote = 'none'
  let operators: Operators = 'none'
  /** A boundary is written only when the next word begins. */
  const add = (part: string): void => {
    if (pending) text += WORD_END
    pending = false
    text += part
  }
  let begun = false
  for (let index = 0; index < content.length; index++) {
    const char = content.charAt(index)
    const next = content.charAt(index + 1)
    if (char === '\\' && next === '*') {
      add(escapedStar(literalStar, quote))
      index++
    } else if (char === '*') {
      add(STAR)
    } else if (quote === 'single') {
      if (char === "'") quote = 'none'
      else add(char)
    } else if (char === '\\') {
      if (next === '') return undefined
      if (next === '\n') index++
      else if (quote === 'none' || isOneOf(ESCAPED_IN_DOUBLE, next)) {
        add(next)
        index++
      } else add(char)
    } else if (char === '"') {
      add('')
      quote = quote === 'double' ? 'none' : 'double'
    } else if (quote === 'double') {
      add(char)
    } else if (char === "'") {
      add('')
      quote = 'single'
    } else if (char === '$' && isOneOf('\'"', next)) {
      return undefined
    } else if (isOneOf(BLANK, char)) {
      pending = begun
      continue
    } else {
      const redirection = REDIRECTION.exec(content.slice(index, index + 2))?.[0]
      if (redirection !== undefined && operators === 'none') operators = 'redirection'
      else if (redirection === undefined && isOneOf(CONTROL, char)) operators = 'control'
      add(redirection ?? char)
      if (redirection !== undefined) index += redirection.length - 1
    }
    begun = true
  }
  return quote === 'none' ? { text, operators } : undefined
}

function readAsWritten(content: string, literalStar: boolean): RuleWords {
  const text = content
    .trim()
    .replace(/\\?\*/g, (star) => (star === '*' ? STAR : literalStar ? '*' : STAR))
    .replace(/\s+/g, WORD_END)
  return { text, operators: 'none' }
}
