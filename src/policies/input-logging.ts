/** What a policy says of tool inputs in the decision log. */
export interface InputLogging {
  /** `digest`: a hash stands for the input. `masked`: the input is logged without what `mask` names. */
  readonly input: 'digest' | 'masked'
  /** JSON pointers; a segment `*` stands for every element or member. */
  readonly mask: readonly string[]
}

interface LoggedPolicy {
  readonly log?:
    | { readonly input?: 'digest' | 'masked' | undefined; readonly mask?: readonly string[] | undefined }
    | undefined
}

/** Of policies in the order in which later ones win. The masks of all of them hold; undefined: digests alone. */
export function inputLogging(policies: readonly LoggedPolicy[]): InputLogging | undefined {
  const input = policies.findLast(({ log }) => log?.input !== undefined)?.log?.input
  if (input !== 'masked') return undefined
  return { input, mask: [...new Set(policies.flatMap(({ log }) => log?.mask ?? []))] }
}
