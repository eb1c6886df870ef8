/** What can be said of a word that is not fully known. */
import type { Operand, Piece, Statement, Word } from '../bash/program.ts'

/** Whether a substitution prints only words that never begin with `-` and hold no blank. */
export type IsPlain = (statement: Statement) => boolean

type Unknown = Extract<Piece, { kind: 'unknown' }>

/** `$#`, `$?` and `$$` are numbers. */
const NUMBERS: ReadonlySet<string> = new Set(['#', '?', '$'])

function isPlainPiece(piece: Unknown, isPlain: IsPlain): boolean {
  if (piece.reason === 'process-substitution') return true
  if (piece.substitution !== undefined) return isPlain(piece.substitution)
  return piece.name !== undefined && NUMBERS.has(piece.name)
}

/** The known characters at the start of a word. */
export function leadingText(word: Operand): string {
  let lead = ''
  for (const piece of word.pieces) {
    if (piece.kind !== 'text') break
    lead += piece.value
  }
  return lead
}

/** Whether blanks inside a value may make further words of it, which may be options. */
export function maySplit(word: Word, isPlain: IsPlain): boolean {
  for (const piece of word.pieces) {
    if (piece.kind === 'unknown' && piece.splits && !isPlainPiece(piece, isPlain)) return true
    if (piece.kind === 'choice' && piece.values.some((value) => /[\s*?[]/.test(value))) return true
  }
  return false
}

/** Whether names of files may take its place. */
export const isGlob = (word: Word): boolean => word.pieces.some((piece) => piece.kind === 'glob')

/** Whether a word may stand for a number of words other than one. */
export function mayBeSeveral(word: Word): boolean {
  if (word.value !== undefined) return false
  return word.pieces.some(
    (piece) =>
      piece.kind === 'glob' ||
      (piece.kind === 'unknown' && piece.splits) ||
      (piece.kind === 'choice' && piece.values.some((value) => /[\s*?[]/.test(value)))
  )
}

/** Whether a word that is not fully known may begin with `-`. */
export function mayBeginWithDash(word: Word, isPlain: IsPlain): boolean {
  for (const piece of word.pieces) {
    switch (piece.kind) {
      case 'text':
        if (piece.value === '') continue
        return piece.value.startsWith('-')
      case 'home':
      case 'directory':
        return false
      case 'choice':
        return piece.values.some((value) => value === '' || value.startsWith('-'))
      case 'glob':
        return true
      case 'unknown':
        return !isPlainPiece(piece, isPlain)
    }
  }
  return false
}

/** Whether every unknown part of the word is the plain output of a substitution. */
export function isPlainWord(word: Word, isPlain: IsPlain): boolean {
  return word.pieces.every(
    (piece) => piece.kind === 'text' || (piece.kind === 'unknown' && isPlainPiece(piece, isPlain))
  )
}

/** The rest of a word after its first `skip` known characters, as an operand. */
export function operandAfter(word: Operand, skip: number): Operand {
  if (skip === 0) return word
  const value = operandValue(word)
  if (value !== undefined) return literalOperand(value.slice(skip))
  const pieces: Piece[] = []
  let left = skip
  for (const piece of word.pieces) {
    if (left === 0) pieces.push(piece)
    else if (piece.kind === 'text') {
      if (piece.value.length > left) {
        pieces.push({ kind: 'text', value: piece.value.slice(left), quoted: piece.quoted })
        left = 0
      } else left -= piece.value.length
    }
  }
  return { text: word.text.slice(skip), pieces }
}

/** A path that is written in no word of its own. */
export const literalOperand = (value: string): Operand => ({
  text: value,
  pieces: [{ kind: 'text', value, quoted: true }]
})

/** The operand with known characters after it. */
export const withEnd = ({ text, pieces }: Operand, end: string): Operand => ({
  text: text + end,
  pieces: [...pieces, { kind: 'text', value: end, quoted: true }]
})

/** A path of which nothing is known. */
export const ANY_FILE: Operand = {
  text: '',
  pieces: [{ kind: 'unknown', reason: 'expansion', source: '', splits: false }]
}

/** The text of an operand where all of it is known. */
export function operandValue(operand: Operand): string | undefined {
  let value = ''
  for (const piece of operand.pieces) {
    if (piece.kind !== 'text') return undefined
    value += piece.value
  }
  return value
}

const UNSEEN_WORDS: Piece = { kind: 'unknown', reason: 'expansion', source: '', splits: true }

/** Zero or more words that nobody sees from the text, such as those `xargs` adds. */
export const UNSEEN: Word = { text: '', span: [0, 0], pieces: [UNSEEN_WORDS], value: undefined }

/** What takes the place of `{}` inside a word. */
export const UNSEEN_TEXT: Piece = { kind: 'unknown', reason: 'expansion', source: '{}', splits: false }

const UNSEEN_NAMES: Piece = { kind: 'glob', source: '{}' }

/** One or more names that `find` puts in place of `{}`: they begin with a start path, so never with a dash. */
export const UNSEEN_FILES: Word = {
  text: '',
  span: [0, 0],
  pieces: [{ kind: 'text', value: './', quoted: true }, UNSEEN_NAMES],
  value: undefined
}

/** Whether an operand holds text that `xargs` or `find` fills in. */
export const isUnseen = ({ pieces }: Operand): boolean =>
  pieces.some((piece) => piece === UNSEEN_WORDS || piece === UNSEEN_TEXT || piece === UNSEEN_NAMES)

/** `<(...)` and `>(...)`: a pipe, no file. */
export const isPipe = (operand: Operand): boolean =>
  operand.pieces.length === 1 && isProcess(operand.pieces[0])

const isProcess = (piece: Piece | undefined): boolean =>
  piece?.kind === 'unknown' && piece.reason === 'process-substitution'
