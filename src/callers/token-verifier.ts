/** Verifies the tokens of the callers file. */
import { availableParallelism } from 'node:os'
import { nameIn } from './bearer-token.ts'
import type { Callers } from './callers-file.ts'
import { Gate } from './gate.ts'
import { matchesHash, type ScryptHash } from './scrypt-hash.ts'
import type { Verdict, Verifier } from './verifier.ts'

/** Hashing never takes all processors: decisions are made beside it. */
const AT_ONCE = availableParallelism() > 2 ? 2 : 1
const MAX_WAITING = 64
const DAY_MS = 86_400_000

export interface TokenVerifierOptions {
  /** The callers in force. */
  readonly callers: { readonly current: Callers }
  readonly matches?: (token: string, hash: ScryptHash) => Promise<boolean>
  readonly gate?: Gate
}

/** Every token of the right form costs one hash, whether or not its caller exists. */
export function tokenVerifier({
  callers,
  matches = matchesHash,
  gate = new Gate(AT_ONCE, MAX_WAITING)
}: TokenVerifierOptions): Verifier {
  return {
    takes: (token) => token.startsWith('pcl_'),
    basis: () => callers.current,
    async verify(token): Promise<Verdict> {
      const name = nameIn(token)
      if (name === undefined) return 'invalid'
      const { byName, decoy } = callers.current
      const caller = byName.get(name)
      const verdict = await gate.run(() => matches(token, caller?.hash ?? decoy))
      if (verdict === undefined) return 'busy'
      if (!verdict || caller === undefined) return 'invalid'
      return {
        principal: caller.principal,
        keepMs: DAY_MS,
        stands: () => callers.current.byName.get(name) === caller
      }
    }
  }
}
