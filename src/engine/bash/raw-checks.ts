/** Checks on the text alone, made before any parser sees it. */

import type { Problem } from './problem.ts'
import { PARSE_LENGTH } from './program.ts'

/**
 * Characters that a shell, a parser and a person may read differently: control characters other than tab and
 * newline, blanks outside ASCII, invisible and direction-changing characters, halves of surrogate pairs.
 */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad]|[\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff]|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|\p{Cf}|\p{Cs}|\p{Zs}(?<! )/u

// biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII that needs no closer look
const PLAIN_ASCII = /^[\t\n\u0020-\u007e]*$/

/** Refuses text that is too long or holds a character that can hide something. */
export function checkRaw(text: string): Problem | undefined {
  if (text.length > PARSE_LENGTH) {
    return { code: 'too-long', message: `${text.length} characters`, offset: undefined }
  }
  if (PLAIN_ASCII.test(text)) return undefined
  const found = FORBIDDEN.exec(text)
  if (found === null) return undefined
  const codePoint = found[0].codePointAt(0) ?? 0
  const name = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`
  return { code: 'character', message: `the character ${name}`, offset: found.index }
}
