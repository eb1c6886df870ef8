/** Which arguments the words of a reading can turn into. */
import type { Piece, Word } from '../../src/engine/bash/program.ts'

/** What the special pieces stand for where the command runs. */
export interface Values {
  readonly home: string
  /** undefined: any. */
  readonly directories: readonly string[] | undefined
}

/** An argv as one text: no argument holds a NUL. */
export const written = (argv: readonly string[]): string => argv.map((one) => `\0${one}`).join('')

/** Matches the written form of every argv that these words allow; groups hold the pipes that `<(...)` stands for. */
export function argvPattern(words: readonly Word[], values: Values): RegExp {
  const source = words.map((word) => {
    const pieces = word.pieces.map((piece) => pieceSource(piece, values)).join('')
    const vanishes = word.pieces.length > 0 && word.pieces.every(splits)
    return vanishes ? `(?:\0${pieces})?` : `\0${pieces}`
  })
  return new RegExp(`^${source.join('')}$`)
}

/** Matches the texts that a word can turn into when it stays one word. */
export const wordPattern = (word: Word, values: Values): RegExp =>
  new RegExp(`^${word.pieces.map((piece) => pieceSource(piece, values)).join('')}$`)

const ONE_WORD = '[^\0]*'
const ANY_WORDS = '[^]*'
const PIPE = '(/dev/fd/[0-9]+)'

function pieceSource(piece: Piece, { home, directories }: Values): string {
  switch (piece.kind) {
    case 'text':
      return escaped(piece.value)
    // As many words as there are such files, or what is written where there is none.
    case 'glob':
      return ANY_WORDS
    case 'home':
      return escaped(home)
    case 'directory':
      return directories === undefined ? ONE_WORD : oneOf(directories)
    case 'choice':
      return oneOf(piece.values)
    case 'unknown':
      if (piece.reason === 'process-substitution') return PIPE
      return piece.splits ? ANY_WORDS : ONE_WORD
  }
}

const splits = (piece: Piece): boolean => piece.kind === 'unknown' && piece.splits

/** Whether the words may vanish altogether, so that no command runs. */
export const mayVanish = (words: readonly Word[]): boolean =>
  words.every((word) => word.pieces.length > 0 && word.pieces.every(splits))

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

const oneOf = (values: readonly string[]): string => `(?:${values.map(escaped).join('|')})`
