/** What bash loses on its way from parsing a substitution to running it. */
import type { Walk } from './walk.ts'

/**
 * Bash prints what it parsed inside `$(...)` anew before it runs it, and loses a `;` or `&` that comes after a
 * heredoc's operator.
 */
export function checkReprinted(walk: Walk, from: number, to: number): void {
  const { tree } = walk
  const [first, last] = [tree.start(from), tree.endBefore(from, to)]
  const heredoc = walk.islands.heredocs.find(({ start }) => start > first && start < last)
  if (heredoc === undefined) return
  for (let node = from; node < to; node += 1) {
    const name = tree.name(node)
    if (/^[;&]{1,3}$/.test(name) && name !== '&&' && tree.start(node) > heredoc.start) {
      walk.refuse('construct', 'a separator after a here-document in a substitution', tree.start(node))
      return
    }
  }
}
