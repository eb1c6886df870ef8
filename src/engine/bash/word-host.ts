/** What the reader of words needs to know of what is around a word. */

import type { IslandHost } from './island-host.ts'
import type { Piece, Statement, StructureCode } from './program.ts'
import type { TreeTable } from './tree.ts'

/** What the word reader needs from the walk around it. */
export interface WordHost extends IslandHost {
  readonly tree: TreeTable
  refuse(code: StructureCode, message: string, offset: number): void
  /** What a plain `$name` gives. */
  parameter(name: string, source: string, quoted: boolean, splits: boolean): readonly Piece[]
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
