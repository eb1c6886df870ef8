/**
 * How much work a parse may take, counted in progress callbacks (one for about 100 parser steps) and never in
 * time, so that the same script has the same answer everywhere.
 */

/** What a plain script of the greatest length takes is under half of this. */
const BASE = 64
const CHARACTERS_PER_CALLBACK = 32

/** A script the second reader found wrong is only looked at for commands that deny rules may meet. */
const DOUBTFUL_LENGTH = 2_000
const DOUBTFUL_BUDGET = 20

/** Tokens that cost the grammar more with each one of them. */
const COSTLY = /=~|==|<</g
const MAX_COSTLY = 200

/** Callbacks a script is worth; 0: not worth parsing. */
export function parseBudget(text: string, isDoubtful: boolean): number {
  if (isDoubtful) return text.length <= DOUBTFUL_LENGTH ? DOUBTFUL_BUDGET : 0
  const costly = text.match(COSTLY)?.length ?? 0
  return costly > MAX_COSTLY ? 0 : BASE + Math.ceil(text.length / CHARACTERS_PER_CALLBACK)
}
