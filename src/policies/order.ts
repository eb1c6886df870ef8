/** Which of several policies wins: the more specific `match`, then `priority`, then the id. */
import type { Policy } from './policy-file.ts'

/** How narrowly a policy says whom it is for, what counts most first. */
function rankOf({ match, priority = 0 }: Policy): readonly number[] {
  const lists = [match?.tenants, match?.projects, match?.agents].filter((list) => list !== undefined)
  const open = lists.filter((list) => list.some((entry) => entry.includes('*')))
  const literal = open.map((list) => Math.min(...list.map((entry) => entry.replaceAll('*', '').length)))
  return [
    lists.length,
    lists.length - open.length,
    literal.reduce((sum, length) => sum + length, 0),
    priority
  ]
}

/** Negative where `b` wins: of one more list matched, an exact name instead of a pattern, a longer pattern. */
export function compareSpecificity(a: Policy, b: Policy): number {
  const ranks = rankOf(b)
  for (const [index, rank] of rankOf(a).entries()) {
    const difference = rank - (ranks[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Weakest first; a later one's scalars win. */
export const inEffectiveOrder = (policies: readonly Policy[]): readonly Policy[] =>
  [...policies].sort((a, b) => compareSpecificity(a, b) || (a.id < b.id ? -1 : 1))
