/** Pieces of words. */
import type { DynamicReason, Piece } from './program.ts'

/** A piece of which nothing is known. */
export const opaque = (source: string, reason: DynamicReason): Piece => ({
  kind: 'unknown',
  reason,
  source,
  splits: true
})

/** Where a pattern of unknown extent stands in the same word, known characters may be part of it. */
export function patterned(piece: Piece): Piece {
  if (piece.kind !== 'text' && piece.kind !== 'glob') return piece
  const source = piece.kind === 'text' ? piece.value : piece.source
  return { kind: 'unknown', reason: 'expansion', source, splits: true }
}

/** Where a list stands in the same word, what is empty beside an empty list vanishes with it, quotes or not. */
export function vanishing(piece: Piece): Piece {
  if (piece.kind === 'unknown') return { ...piece, splits: true }
  if (piece.kind !== 'choice') return piece
  return { kind: 'unknown', reason: 'variable', source: piece.name, splits: true, name: piece.name }
}

/** Quotes around nothing matter only where the word is nothing else. */
export function withoutEmpty(pieces: readonly Piece[]): Piece[] {
  const full = pieces.filter((piece) => piece.kind !== 'text' || piece.value !== '')
  return full.length > 0 ? full : pieces.slice(0, 1)
}

/** The word bash sees, where every piece is known text. */
export function knownText(pieces: readonly Piece[]): string | undefined {
  let value = ''
  for (const piece of pieces) {
    if (piece.kind !== 'text') return undefined
    value += piece.value
  }
  return value
}
