/** Whether the words, assignments and redirections of the two readings are the same, place by place. */
import type {
  Assignment as SecondAssignment,
  Redirection as SecondRedirection,
  Word as SecondWord
} from 'unbash'
import type { Assignment, Piece, Redirection, Word } from './program.ts'
import { countExpansions, hasOnlyCharacters } from './second-words.ts'

/** Words that stand in the same place came out of one by brace expansion. */
export function sameWords(text: string, words: readonly Word[], second: readonly SecondWord[]): boolean {
  let index = 0
  for (const other of second) {
    const word = words[index]
    if (word === undefined || word.span[0] !== other.pos || !endsAlike(text, word, other)) return false
    index += 1
    const { length } = words
    const from = index
    while (index < length && words[index]?.span[0] === other.pos) index += 1
    const isOne = index === from
    if (isOne ? !sameWord(text, word, other) : !text.slice(...word.span).includes('{')) return false
  }
  return index === words.length
}

/** The same names and values in the same places. */
export function sameAssignments(
  text: string,
  assignments: readonly Assignment[],
  second: readonly SecondAssignment[]
): boolean {
  return (
    assignments.length === second.length &&
    second.every((other, index) => {
      const one = assignments[index]
      if (one === undefined || one.span[0] !== other.pos || one.span[1] !== other.end) return false
      if (one.name !== other.name || one.append !== (other.append === true)) return false
      if ((other.index !== undefined) !== (one.subscript === true)) return false
      if (other.value.type === 'ArrayValue') return one.array
      return one.value !== undefined && sameWord(text, one.value, other.value)
    })
  )
}

/** The same operators, descriptors, targets and heredoc bodies. */
export function sameRedirections(
  text: string,
  redirections: readonly Redirection[],
  second: readonly SecondRedirection[]
): boolean {
  return (
    redirections.length === second.length &&
    second.every((other, index) => {
      const one = redirections[index]
      return one !== undefined && sameRedirection(text, one, other)
    })
  )
}

function sameRedirection(text: string, one: Redirection, other: SecondRedirection): boolean {
  const { descriptor } = other
  if (descriptor?.type === 'FileDescriptorVariable') return false
  if (one.operator !== other.operator || one.descriptor !== descriptor?.value) return false
  if (other.type !== 'HereDoc') return other.target !== undefined && sameWord(text, one.target, other.target)
  const { delimiter, body, closing } = other
  if (delimiter === undefined || closing === undefined || one.heredoc === undefined) return false
  const written = text.slice(body.pos, body.end)
  const read = one.operator === '<<-' ? written.replace(/^\t+/gm, '') : written
  return (
    delimiter.value === one.target.value &&
    delimiter.quoted !== one.heredoc.expands &&
    delimiter.pos === one.target.span[0] &&
    (read === one.heredoc.body || read.replace(/^\t+$/gm, '') === one.heredoc.body)
  )
}

/** The second parser counts a joined line as part of the word before it. */
function endsAlike(text: string, { span: [, end] }: Word, other: SecondWord): boolean {
  return end === other.end || (end + 2 === other.end && text.startsWith('\\\n', end))
}

/** The same place, and the same literal text or the same number of expansions. */
function sameWord(text: string, word: Word, other: SecondWord): boolean {
  if (word.span[0] !== other.pos || !endsAlike(text, word, other)) return false
  if (word.value !== undefined) {
    return word.value === other.value && (word.text === word.value || hasOnlyCharacters(other))
  }
  const [piece] = word.pieces
  // A whole pattern is one piece.
  if (piece?.kind === 'glob' && piece.source === word.text) return true
  const isBrace = word.pieces.some((piece) => piece.kind === 'unknown' && piece.reason === 'brace')
  return isBrace || word.pieces.filter(isExpansion).length === countExpansions(other)
}

function isExpansion(piece: Piece): boolean {
  switch (piece.kind) {
    case 'choice':
    case 'directory':
      return true
    case 'glob':
      return piece.variable !== undefined
    case 'home':
      return piece.source.startsWith('$')
    case 'unknown':
      return piece.reason !== 'tilde' && piece.reason !== 'encoding' && /^[$`<>]/.test(piece.source)
    default:
      return false
  }
}
