/** Verifies the tokens of the callers file. */
import { nameIn } from './bearer-token.ts'
import type { Callers } from './callers-file.ts'
import { matchesHash, type ScryptHash } from './scrypt-hash.ts'
import type { Verdict, Verifier } from './verifier.ts'

const DAY_MS = 86_400_000

export interface TokenVerifierOptions {
  /** The callers in force. */
  readonly callers: { readonly current: Callers }
  readonly matches?: (token: string, hash: ScryptHash) => Promise<boolean>
}

/** Every token of the right form costs one hash, whether or not its caller exists. */
export function tokenVerifier({ callers, matches = matchesHash }: TokenVerifierOptions): Verifier {
  return {
    costly: true,
    takes: (token) => nameIn(token) !== undefined,
    basis: () => callers.current,
    async verify(token): Promise<Verdict> {
      const { byName, decoy } = callers.current
      const name = nameIn(token)
      const caller = name === undefined ? undefined : byName.get(name)
      const isRight = await matches(token, caller?.hash ?? decoy)
      if (!isRight || caller === undefined) return 'invalid'
      return {
        principal: caller.principal,
        keepMs: DAY_MS,
        stands: () => callers.current.byName.get(caller.principal.name) === caller
      }
    }
  }
}
