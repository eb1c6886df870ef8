/** What one command does to one operand is judged once, however often its words say it. */
import type { Directories } from '../bash/directories.ts'
import type { Operand, Piece } from '../bash/program.ts'
import type { PathUse } from '../knowledge/facts.ts'

interface Seen {
  readonly use: PathUse
  readonly from: Directories
}

/** The uses that one command was seen to have. */
export class DistinctUses {
  readonly #seen = new Map<string | Operand, Seen[]>()

  /** Is this the first such use, named from these directories? */
  add(use: PathUse, from: Directories): boolean {
    const key = keyOf(use.operand) ?? use.operand
    const others = this.#seen.get(key)
    if (others === undefined) {
      this.#seen.set(key, [{ use, from }])
      return true
    }
    if (others.some((other) => other.from === from && isSameUse(other.use, use))) return false
    others.push({ use, from })
    return true
  }
}

const isSameUse = (a: PathUse, b: PathUse): boolean =>
  a.access === b.access &&
  a.recursive === b.recursive &&
  a.copies === b.copies &&
  a.own === b.own &&
  a.filter === b.filter

/** Tells operands of known text and wildcards apart; what else they hold is equal only to itself. */
function keyOf({ text, pieces }: Operand): string | undefined {
  let key = text
  for (const piece of pieces) {
    const part = pieceKey(piece)
    if (part === undefined) return undefined
    key += `\0${part}`
  }
  return key
}

function pieceKey(piece: Piece): string | undefined {
  switch (piece.kind) {
    case 'text':
      return `t${piece.value}`
    case 'glob':
      return `g${piece.source}`
    default:
      return undefined
  }
}
