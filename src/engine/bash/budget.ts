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

/** Tokens that cost the grammar more with each one of them, some of them without a callback. */
const COSTLY: readonly { readonly token: RegExp; readonly most: number }[] = [
  { token: /=~|==|<</g, most: 200 },
  { token: /\?/g, most: 400 }
]

/** Callbacks a script is worth; 0: not worth parsing. */
export function parseBudget(text: string, isDoubtful: boolean): number {
  if (isDoubtful) return text.length <= DOUBTFUL_LENGTH ? DOUBTFUL_BUDGET : 0
  for (const { token, most } of COSTLY) {
    // What is too short to hold so many needs no counting.
    if (text.length > most && (text.match(token)?.length ?? 0) > most) return 0
  }
  return BASE + Math.ceil(text.length / CHARACTERS_PER_CALLBACK)
}
