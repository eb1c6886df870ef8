/** Words, with a short way for plain ones. */
import { endOfPlain } from './characters.ts'
import type { Word } from './program.ts'
import type { WordHost, WordRole } from './word-host.ts'
import { WordReader } from './word-reader.ts'

/** The words between two offsets; several (or none) only where braces expand. */
export function readWords(
  host: WordHost,
  start: number,
  end: number,
  node: number,
  lastNode: number,
  role: WordRole
): Word[] {
  if (endOfPlain(host.text, start, end) < end) {
    return new WordReader(host, start, end, { first: node, last: lastNode }, role).read()
  }
  return [literalWord(host.text.slice(start, end), start)]
}

/** What an unquoted heredoc body expands; its text is not needed. */
export function readHeredocBody(host: WordHost, start: number, end: number): void {
  new WordReader(host, start, end, undefined, 'value').readBody()
}

/** A word that means its own characters. */
export function literalWord(text: string, start: number): Word {
  return {
    text,
    span: [start, start + text.length],
    pieces: [{ kind: 'text', value: text, quoted: false }],
    value: text
  }
}
