/** What stands in the place of islands, and the text inside those that hold code. */
import type { Island } from './islands.ts'

const blank = (length: number): string => ' '.repeat(length)
const filler = (length: number): string => '_'.repeat(Math.max(length, 0))

/** What stands in the place of an island. */
function standIn({ kind, start, end }: Island): string {
  switch (kind) {
    case 'heredoc':
    case 'here-string':
    case 'read-write':
      return `<${blank(end - start - 1)}`
    case 'arithmetic-for':
      return ` x in ${filler(end - start - 6)}`
    case 'code':
    case 'parameter':
    case 'arithmetic':
    case 'arithmetic-command':
    case 'pattern':
    case 'dash':
      return filler(end - start)
  }
}

/** The script with every island, and every body of a heredoc, replaced by as many plain characters. */
export function mask(text: string, islands: readonly Island[]): string {
  if (islands.length === 0) return text
  const cuts = islands
    .filter((island) => !island.inside)
    .flatMap((island) => {
      const own = { start: island.start, end: island.end, by: standIn(island) }
      if (island.body === undefined) return [own]
      const { start, close } = island.body
      return [own, { start, end: close, by: blank(close - start) }]
    })
    .sort((a, b) => a.start - b.start)
  let masked = ''
  let at = 0
  for (const { start, end, by } of cuts) {
    if (start < at) continue
    masked += text.slice(at, start) + by
    at = end
  }
  return masked + text.slice(at)
}

const HEREDOC = /<<(?!<)/

/** A brace that is not of `${`. */
const BRACE = /(?:^|[^$])\{/

/**
 * The text that the shell reads inside a `code` island, moved to where it stands in the script; undefined where
 * one level of backslashes cannot be taken away for certain.
 */
export function codeInside(text: string, { start, end, quoted }: Island): string | undefined {
  const skip = text[start] === '$' ? 2 : 1
  const inside = text.slice(start + skip, end - 1)
  // A heredoc joins its lines before any quote inside it counts.
  if (inside.includes('\\\n') || HEREDOC.test(inside)) return undefined
  if (skip === 2) return blank(start + 2) + inside
  if (quoted && inside.includes('\\"')) return undefined
  // Bash looks for braces first, and takes a quote in quoted backticks for the end of the quotes around them.
  if (quoted && inside.includes('"') && BRACE.test(text)) return undefined
  return blank(start + 1) + inside.replaceAll(/\\([$`\\])/g, '$1')
}
