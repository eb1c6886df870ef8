/** All that is said to the model about one call. */

export interface Prompt {
  /** Trusted text alone: our own and the organisation's. */
  readonly instructions: string
  /** The call, its analysis and the conversation: trusted text around fences. */
  readonly material: string
  /** The `hard_deny` entries in the order of their numbers, from 1. */
  readonly hardDeny: readonly string[]
}
