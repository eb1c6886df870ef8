/** What the reading of islands needs from the walk around it. */
import type { Island, Islands } from './islands.ts'

/** What the lexer tells the walk. */
export interface IslandHost {
  readonly text: string
  readonly islands: Islands
  /** Set where a smaller shell reads something otherwise. */
  onlyBash: boolean
  /** A `code` island stands here: what it runs is part of the command. */
  enclose(island: Island): void
  /** A name is assigned a number (`$((x = 1))`) or text (`${x:=y}`). */
  assigns(name: string, isNumber: boolean, isCertain: boolean): void
  /** An element of an array is assigned. */
  assignsElement(): void
  /** The value of a name is evaluated as an expression at this offset; undefined: of something without a name. */
  evaluates(name: string | undefined, offset: number): void
}
