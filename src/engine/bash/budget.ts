/**
 * How much work a parse may take, counted in progress callbacks (one for about 100 parser steps) and in pieces of
 * the text that it asks for, never in time: the same script has the same answer everywhere.
 */

/** What a plain script of the greatest length takes is under half of this. */
const BASE = 64
const CHARACTERS_PER_CALLBACK = 32

/** A script the second reader found wrong is only looked at for commands that deny rules may meet. */
const DOUBTFUL_LENGTH = 2_000
const DOUBTFUL_BUDGET = 20

/** Callbacks a script is worth; 0: not worth parsing. */
export function parseBudget(text: string, isDoubtful: boolean): number {
  if (isDoubtful) return text.length <= DOUBTFUL_LENGTH ? DOUBTFUL_BUDGET : 0
  return BASE + Math.ceil(text.length / CHARACTERS_PER_CALLBACK)
}

/** The text is handed out in chunks: who looks far ahead again and again asks for each of them again and again. */
const CHUNK = 256

/** A plain script is asked for three times at most. */
const READS_PER_CHUNK = 8
const MORE_READS = 64

/** Chunks that may be read for a script. */
export const readBudget = ({ length }: string): number =>
  MORE_READS + READS_PER_CHUNK * Math.ceil(length / CHUNK)

/** Where the chunk that begins at `start` ends; the two halves of a character stay together. */
export function endOfChunk(text: string, start: number): number {
  const end = start + CHUNK
  const last = text.charCodeAt(end - 1)
  return last >= 0xd800 && last <= 0xdbff ? end + 1 : end
}
