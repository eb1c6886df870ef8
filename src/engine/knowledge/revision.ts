/** Tells git's revisions from paths, by their text alone. */

const NAME = String.raw`(?:HEAD|@|[A-Z]+_HEAD|main|master|[0-9a-f]{7,40}|stash|refs/[\w./-]+|origin/[\w./-]+)`
const SUFFIX = String.raw`(?:[~^]\d*|@\{[^}]*\}|\^\{[^}]*\})*`
const RANGE = new RegExp(`^\\^?${NAME}?${SUFFIX}(?:\\.\\.\\.?${NAME}?${SUFFIX})?$`)

/** Whether a word can only be a revision or a range. Branch names that could be files are not told apart. */
export const isRevision = (text: string): boolean => text !== '..' && text !== '...' && RANGE.test(text)

/** `HEAD:path` shows a stored file; the rule for that path should hold for it. */
export function pathOfRevision(text: string): string | undefined {
  const colon = text.indexOf(':')
  if (colon <= 0 || colon === text.length - 1) return undefined
  return text.slice(colon + 1)
}
