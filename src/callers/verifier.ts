/** One way to prove who asks: the port. */
import type { Principal } from './principal.ts'

export interface Verified {
  readonly principal: Principal
  /** Milliseconds for which the verdict may be kept. */
  readonly keepMs: number
  /** Whether the verdict still holds: false once what it rests on was changed or withdrawn. */
  stands(): boolean
}

/** `busy`: too many wait to be verified. `unavailable`: what it takes to tell cannot be reached. */
export type Verdict = Verified | 'invalid' | 'busy' | 'unavailable'

export interface Verifier {
  /** Whether a try costs so much that few may run at once, and few of an address may turn out wrong. */
  readonly costly: boolean
  /** Whether a token has the form of those it verifies. */
  takes(token: string): boolean
  /** A rejection counts as `unavailable`. */
  verify(token: string): Promise<Verdict>
  /** What verdicts rest on at this moment; another value once it was changed. */
  basis(): unknown
}
