/** Checks on the text alone, made before any parser sees it. */
import type { Problem } from './problem.ts'
import { PARSE_LENGTH } from './program.ts'

/**
 * Characters that a shell, a parser and a person may read differently: control characters other than tab and
 * newline, blanks outside ASCII, invisible and direction-changing characters, halves of surrogate pairs.
 */
const FORBIDDEN = /(?![\t\n ])[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Emoji put together: what joins them hides nothing, since all of it is one sign to look at. */
const EMOJI = /\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier}|\u200d(?=\p{Extended_Pictographic}))+/gu

/** Refuses text that is too long or holds a character that can hide something. */
export function checkRaw(text: string): Problem | undefined {
  if (text.length > PARSE_LENGTH) {
    return { code: 'too-long', message: `${text.length} characters`, offset: undefined }
  }
  const found = FORBIDDEN.test(text) ? FORBIDDEN.exec(text.replace(EMOJI, plain)) : null
  if (found === null) return undefined
  const codePoint = found[0].codePointAt(0) ?? 0
  const name = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`
  return { code: 'character', message: `the character ${name}`, offset: found.index }
}

/** As long as what it stands for. */
const plain = (text: string): string => 'x'.repeat(text.length)
