/** What a `~` in an unquoted place means. */

const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*(\[[^\]]*\])?\+?=/
const USER = /~[A-Za-z0-9_.+-]*/y

/**
 * `home`: the user's own directory; an offset: some directory that nobody knows, named up to there; undefined: the
 * character. `start` and `end` bound the word. In a value it may stand behind any `=` or `:`; in braces it may begin a
 * word of its own.
 */
export function readTilde(
  text: string,
  start: number,
  at: number,
  end: number,
  kind: 'word' | 'value' | 'braces'
): 'home' | number | undefined {
  const before = text[at - 1]
  const after = at + 1 < end ? text[at + 1] : '/'
  if (at === start && after === '/') return 'home'
  const isInside = kind === 'value' || ASSIGNMENT.test(text.slice(start, at))
  if (at !== start && kind !== 'braces' && !(isInside && (before === '=' || before === ':'))) return undefined
  USER.lastIndex = at
  USER.test(text)
  return Math.min(USER.lastIndex, end)
}
