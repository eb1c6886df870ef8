/** Tells git's revisions from paths, by their text alone. */

const NAME = String.raw`(?:HEAD|@|[A-Z]+_HEAD|main|master|[0-9a-f]{7,40}|stash|refs/[\w./-]+|origin/[\w./-]+)`
const SUFFIX = String.raw`(?:[~^]\d*|@\{[^}]*\}|\^\{[^}]*\})*`
const RANGE = new RegExp(`^\\^?${NAME}?${SUFFIX}(?:\\.\\.\\.?${NAME}?${SUFFIX})?$`)

/** Whether a word can only be a revision or a range. Branch names that could be files are not told apart. */
export const isRevision = (text: string): boolean => text !== '..' && text !== '...' && RANGE.test(text)

/**
 * The path inside a revision or a pathspec, if there is one: `HEAD:path`, `:path`, `:0:path`, `:/path`, `:(top)path`.
 * The rule for that path should hold for it.
 */
export function pathOfRevision(text: string): string | undefined {
  const magic = PATHSPEC.exec(text)?.[1]
  if (magic !== undefined) return magic === '' ? undefined : magic
  const colon = text.indexOf(':')
  return colon <= 0 || colon === text.length - 1 ? undefined : text.slice(colon + 1)
}

const PATHSPEC = /^:(?:[0-3]:|\/|\([^)]*\)|[!^])?(.*)$/s
