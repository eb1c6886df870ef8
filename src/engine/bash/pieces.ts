/** Pieces of words. */
import type { DynamicReason, Piece } from './program.ts'

/** A piece of which nothing is known. */
export const opaque = (source: string, reason: DynamicReason): Piece => ({
  kind: 'unknown',
  reason,
  source,
  splits: true
})

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
