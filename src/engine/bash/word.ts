/** Words: what the reader of words needs, where words stand, and the short way for plain ones. */
import { endOfPlain } from './characters.ts'
import type { Piece, Statement, StructureCode, Word } from './program.ts'
import type { TreeTable } from './tree.ts'
import { WordReader } from './word-reader.ts'

/** What the word reader needs from the walk around it. */
export interface WordHost {
  readonly text: string
  readonly tree: TreeTable
  refuse(code: StructureCode, message: string, offset: number): void
  /** The piece a plain `$name` gives. */
  parameter(name: string, source: string, quoted: boolean, splits: boolean): Piece
  /** The piece a leading `~` gives. */
  home(source: string): Piece
  /** Reads the commands inside a substitution node. */
  substitution(node: number): Statement | undefined
}

/**
 * Where the word stands, hence what is done to it:
 * - `word`: everything
 * - `value`: an assigned value, a here-string, a subject: no splitting, braces or globs
 * - `target`: of a redirection: must stay one word
 */
export type WordRole = 'word' | 'value' | 'target'

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
    return new WordReader(host, start, end, node, lastNode, role).read()
  }
  return [literalWord(host.text.slice(start, end), start)]
}

/** What an unquoted heredoc body expands; its text is not needed. */
export function readHeredocBody(
  host: WordHost,
  start: number,
  end: number,
  node: number,
  lastNode: number
): void {
  new WordReader(host, start, end, node, lastNode, 'value').readBody()
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
