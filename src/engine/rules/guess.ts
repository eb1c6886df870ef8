/** Whether a deny or ask pattern could meet a command with holes, whatever stands in them (D11). */
import { isAssignment, type MatchWord } from './bash-subject.ts'
import type { Segments } from './wildcard.ts'

/** Pattern length times command length. Beyond this the answer is "could": a needless question at worst. */
const GUESS_BUDGET = 500_000

const STAR = -1
const HOLE = -2
/** A hole in the program's name: only a star takes it, since an unknown program is a matter of its own (D13). */
const PROGRAM_HOLE = -3
const SPACE = 32

/** Characters as numbers, stars between the segments; a final literal gets the boundary that ends every command. */
function patternCodes(segments: Segments): readonly number[] {
  const codes: number[] = []
  segments.forEach((segment, index) => {
    if (index > 0) codes.push(STAR)
    for (let at = 0; at < segment.length; at++) codes.push(segment.charCodeAt(at))
  })
  if (codes.at(-1) !== STAR) codes.push(SPACE)
  return codes
}

const isBlank = (char: string): boolean => /\s/.test(char)

function commandCodes(words: readonly MatchWord[]): readonly number[] {
  const codes: number[] = []
  let beforeProgram = true
  for (const word of words) {
    const head = word[0]
    const isProgram = beforeProgram && !(head !== undefined && 'text' in head && isAssignment(head.text))
    if (isProgram) beforeProgram = false
    for (const piece of word) {
      if ('hole' in piece) codes.push(isProgram ? PROGRAM_HOLE : HOLE)
      else {
        for (let at = 0; at < piece.text.length; at++) {
          codes.push(isBlank(piece.text.charAt(at)) ? SPACE : piece.text.charCodeAt(at))
        }
      }
    }
    codes.push(SPACE)
  }
  return codes
}

/** Follows all positions of the pattern at once; a hole takes any run of characters. */
export function couldMatch(segments: Segments, words: readonly MatchWord[]): boolean {
  const pattern = patternCodes(segments)
  const command = commandCodes(words)
  if (pattern.length * command.length > GUESS_BUDGET) return true
  const length = pattern.length
  let current = new Uint8Array(length + 1)
  let next = new Uint8Array(length + 1)
  reach(current, pattern, 0)
  for (const code of command) {
    next.fill(0)
    if (!step(current, next, pattern, code)) return false
    const spare = current
    current = next
    next = spare
  }
  return current[length] === 1
}

/** Marks `position`, and what follows a star there: it may stand for nothing. */
function reach(positions: Uint8Array, pattern: readonly number[], position: number): void {
  positions[position] = 1
  if (pattern[position] === STAR) positions[position + 1] = 1
}

/** One character or hole of the command; false where no position is left. */
function step(current: Uint8Array, next: Uint8Array, pattern: readonly number[], code: number): boolean {
  let isAlive = false
  for (let at = 0; at < current.length; at++) {
    if (current[at] !== 1) continue
    isAlive = true
    if (code === HOLE) {
      next.fill(1, at)
      return true
    }
    const wanted = pattern[at]
    if (wanted === STAR) reach(next, pattern, at)
    else if (code !== PROGRAM_HOLE && wanted === code) reach(next, pattern, at + 1)
    // Runs of blanks count as one.
    if (code === SPACE && at > 0 && pattern[at - 1] === SPACE) reach(next, pattern, at)
  }
  return isAlive
}
