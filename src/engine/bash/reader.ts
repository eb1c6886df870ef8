/** The port through which the engine reads Bash. */
import type { Reading } from './program.ts'

export interface BashReader {
  /** Total: never throws; whatever goes wrong is `structure-unknown`. Synchronous on the fast path. */
  read(text: string): Reading | Promise<Reading>
}

/** What became of the scripts handed to a reader's parser. */
export interface ReaderCounters {
  parses: number
  /** Stopped because the counted budget was used up. */
  cancelled: number
  /** Ended by an error inside a parser or the walk. */
  crashed: number
}

/** A reader that tells how it fares. */
export interface CountedReader extends BashReader {
  readonly counters: Readonly<ReaderCounters>
  /** The parser's runtime failed: nothing is read any more, every script is `crashed`. */
  readonly isBroken: boolean
}
