/** Who sent a request: verified once, then known by the digest of the credentials. */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { MaybePromise } from '../engine/maybe-promise.ts'
import { FailureLimit } from './failure-limit.ts'
import type { Principal } from './principal.ts'
import type { Verdict, Verified, Verifier } from './verifier.ts'

/** `limited`: this address sent too many wrong credentials; the others as of a verdict. */
export interface AuthenticationFailure {
  readonly failure: 'missing' | 'invalid' | 'limited' | 'busy' | 'unavailable'
  readonly retryAfterSeconds?: number
}

export interface Authenticator {
  /** At once where the credentials were verified before. Never rejects. */
  authenticate(
    authorization: string | undefined,
    address: string
  ): MaybePromise<Principal | AuthenticationFailure>
}

const MAX_VERIFIED = 10_000
const MAX_REJECTED = 10_000
const REJECTED_MS = 10_000

const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i

const MISSING: AuthenticationFailure = { failure: 'missing' }
const INVALID: AuthenticationFailure = { failure: 'invalid' }

/** Bearer tokens, each checked by the verifier that takes its form. */
export class BearerAuthenticator implements Authenticator {
  readonly #verifiers: readonly Verifier[]
  readonly #failures: FailureLimit
  readonly #verified = new LRUCache<string, Verified>({ max: MAX_VERIFIED })
  /** What was wrong before, and what that verdict rested on. */
  readonly #rejected = new LRUCache<string, { readonly basis: unknown }>({
    max: MAX_REJECTED,
    ttl: REJECTED_MS
  })
  readonly #running = new Map<string, Promise<Principal | AuthenticationFailure>>()

  constructor(verifiers: readonly Verifier[], failures: FailureLimit = new FailureLimit()) {
    this.#verifiers = verifiers
    this.#failures = failures
  }

  authenticate(
    authorization: string | undefined,
    address: string
  ): MaybePromise<Principal | AuthenticationFailure> {
    if (authorization === undefined) return MISSING
    const digest = createHash('sha256').update(authorization).digest('base64')
    const known = this.#verified.get(digest)
    if (known?.stands() === true) return known.principal
    return this.#running.get(digest) ?? this.#unknown(authorization, digest, address)
  }

  #unknown(
    authorization: string,
    digest: string,
    address: string
  ): MaybePromise<Principal | AuthenticationFailure> {
    const token = BEARER.exec(authorization)?.[1]
    const verifier =
      token === undefined ? undefined : this.#verifiers.find((candidate) => candidate.takes(token))
    const basis = verifier?.basis()
    const rejected = this.#rejected.get(digest)
    // The same wrong credentials again cost nothing, and nobody else at this address a try.
    if (rejected !== undefined && rejected.basis === basis) return INVALID

    const wait = this.#failures.take(address)
    if (wait !== undefined) return { failure: 'limited', ...wait }
    if (token === undefined || verifier === undefined) {
      this.#rejected.set(digest, { basis })
      return INVALID
    }
    const outcome = verifier
      .verify(token)
      .catch((): Verdict => 'unavailable')
      .then((verdict) => this.#settle(verdict, digest, basis, address))
      .finally(() => this.#running.delete(digest))
    this.#running.set(digest, outcome)
    return outcome
  }

  #settle(
    verdict: Verdict,
    digest: string,
    basis: unknown,
    address: string
  ): Principal | AuthenticationFailure {
    if (verdict === 'invalid') {
      this.#rejected.set(digest, { basis })
      return INVALID
    }
    this.#failures.giveBack(address)
    if (typeof verdict === 'string') return { failure: verdict }
    // Withdrawn while it was verified.
    if (!verdict.stands()) return INVALID
    if (verdict.keepMs > 0) this.#verified.set(digest, verdict, { ttl: verdict.keepMs })
    return verdict.principal
  }
}
