/** The `matcher` of a hook: which tools it is asked about (H3). */
import safeRegex from 'safe-regex2'

/** Whether a hook is asked about a tool that has these names. */
export type Matcher = (names: readonly string[]) => boolean

const EVERY: Matcher = () => true
/** Letters, digits, `_`, `-`, blanks, `,` and `|`: names, and no pattern. */
const NAMES = /^[\w ,|-]+$/

/** Callers choose the names that patterns are tried on. A longer one meets every pattern. */
const LONGEST_NAME = 128
/** Repetitions in one pattern: each multiplies what trying it on a name can cost. */
const MOST_REPETITIONS = 4

/** undefined: no pattern, or one that can take forever. */
export function compileMatcher(text: string | undefined): Matcher | undefined {
  if (text === undefined || text === '' || text === '*') return EVERY
  if (NAMES.test(text)) {
    const listed = new Set(text.split(/[,|]/).map((name) => name.trim()))
    return (names) => names.some((name) => listed.has(name))
  }
  const pattern = readPattern(text)
  if (pattern === undefined) return undefined
  return (names) => names.some((name) => name.length > LONGEST_NAME || pattern.test(name))
}

function readPattern(text: string): RegExp | undefined {
  if (!safeRegex(text, { limit: MOST_REPETITIONS })) return undefined
  try {
    return new RegExp(text)
  } catch {
    return undefined
  }
}
