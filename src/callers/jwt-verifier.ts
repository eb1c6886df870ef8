/** Verifies JSON Web Tokens: signature, times, issuer and audience; caller, tenant and scopes from claims. */
import { type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import { SUBJECT, TENANT } from './identity.ts'
import { type KeySet, KeysUnavailable } from './key-set.ts'
import { isScope, type Principal } from './principal.ts'
import type { Verdict, Verifier } from './verifier.ts'

/** Asymmetric ones only: with a public key nobody can sign. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
]
const CLOCK_TOLERANCE_SECONDS = 5
const MAX_KEPT_MS = 300_000

const FORM = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/

const claims = z.object({
  sub: z.string().regex(SUBJECT),
  tenant: z.string().regex(TENANT),
  scope: z.string().optional(),
  scopes: z.array(z.string()).optional(),
  exp: z.number()
})

export interface JwtVerifierOptions {
  readonly keys: KeySet
  readonly issuer: string | undefined
  readonly audience: string | undefined
}

/** Any doubt about a token makes it invalid; keys that cannot be fetched make it unknown. */
export function jwtVerifier({ keys, issuer, audience }: JwtVerifierOptions): Verifier {
  const options = {
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    requiredClaims: ['exp'],
    ...(issuer === undefined ? {} : { issuer }),
    ...(audience === undefined ? {} : { audience })
  }
  return {
    costly: false,
    takes: (token) => FORM.test(token),
    basis: () => keys.basis(),
    async verify(token): Promise<Verdict> {
      const basis = keys.basis()
      try {
        const { payload } = await jwtVerify(token, keys.find, options)
        const found = principalOf(payload)
        if (found === undefined) return 'invalid'
        const { principal, expiresAtMs } = found
        const keepMs = Math.min(expiresAtMs - Date.now(), MAX_KEPT_MS)
        return { principal, keepMs, stands: () => keys.basis() === basis }
      } catch (error) {
        return error instanceof KeysUnavailable ? 'unavailable' : 'invalid'
      }
    }
  }
}

function principalOf(payload: JWTPayload): { principal: Principal; expiresAtMs: number } | undefined {
  const { data } = claims.safeParse(payload)
  if (data === undefined) return undefined
  const { sub: name, tenant, scope, scopes, exp } = data
  const granted = [...(scope?.split(' ') ?? []), ...(scopes ?? [])].filter(isScope)
  return { principal: { name, tenant, scopes: new Set(granted) }, expiresAtMs: exp * 1_000 }
}
