/** Who sent a request: verified once, then known by the digest of the credentials. */
import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { LRUCache } from 'lru-cache'
import type { MaybePromise } from '../engine/maybe-promise.ts'
import { placeOf } from './failure-limit.ts'
import type { Principal } from './principal.ts'
import { type Limited, TryQueue } from './try-queue.ts'
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

/** Hashing never takes all processors: decisions are made beside it. */
const AT_ONCE = availableParallelism() > 2 ? 2 : 1
const MAX_WAITING = 64

/** Bearer tokens, each checked by the verifier that takes its form. */
export class BearerAuthenticator implements Authenticator {
  readonly #verifiers: readonly Verifier[]
  readonly #queue: TryQueue
  readonly #verified = new LRUCache<string, Verified>({ max: MAX_VERIFIED })
  /** What was wrong before, and what that verdict rested on. */
  readonly #rejected = new LRUCache<string, { readonly basis: unknown }>({
    max: MAX_REJECTED,
    ttl: REJECTED_MS
  })
  readonly #running = new Map<string, Promise<Principal | AuthenticationFailure>>()

  constructor(
    verifiers: readonly Verifier[],
    queue: TryQueue = new TryQueue({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING })
  ) {
    this.#verifiers = verifiers
    this.#queue = queue
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
    if (token === undefined) return INVALID
    const verifier = this.#verifiers.find((candidate) => candidate.takes(token))
    if (verifier === undefined) return INVALID
    const basis = verifier.basis()
    const rejected = this.#rejected.get(digest)
    // The same wrong credentials again cost nothing, and nobody else at this address a try.
    if (rejected !== undefined && rejected.basis === basis) return INVALID

    const verdict = this.#verdict(verifier, token, address)
    if (!(verdict instanceof Promise)) return failureOf(verdict)
    const outcome = verdict
      .then((late) => this.#settle(late, digest, basis))
      .finally(() => this.#running.delete(digest))
    this.#running.set(digest, outcome)
    return outcome
  }

  /** A signature is cheap to check and cannot be guessed: only what costs more waits for its turn. */
  #verdict(
    verifier: Verifier,
    token: string,
    address: string
  ): Promise<Verdict | Limited> | 'busy' | Limited {
    return verifier.costly
      ? this.#queue.run(placeOf(address), () => verifier.verify(token))
      : verifier.verify(token).catch((): Verdict => 'unavailable')
  }

  #settle(verdict: Verdict | Limited, digest: string, basis: unknown): Principal | AuthenticationFailure {
    if (verdict === 'invalid') this.#rejected.set(digest, { basis })
    if (typeof verdict === 'string' || 'retryAfterSeconds' in verdict) return failureOf(verdict)
    // Withdrawn while it was verified.
    if (!verdict.stands()) return INVALID
    if (verdict.keepMs > 0) this.#verified.set(digest, verdict, { ttl: verdict.keepMs })
    return verdict.principal
  }
}

const failureOf = (verdict: Exclude<Verdict, Verified> | Limited): AuthenticationFailure =>
  typeof verdict === 'string' ? { failure: verdict } : { failure: 'limited', ...verdict }
