/** Keys that sign JSON Web Tokens: from a file that is read again, or from an address. */
import { createLocalJWKSet, createRemoteJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { issuesOf } from '../engine/schema-issues.ts'
import { readText } from '../file-text.ts'
import { readJson } from '../json-text.ts'
import type { Reading } from '../last-good.ts'

/** The keys cannot be fetched: nothing can be said of a token. */
export class KeysUnavailable extends Error {}

export interface KeySet {
  /** Rejects with KeysUnavailable where that is not the token's fault. */
  readonly find: JWTVerifyGetKey
  /** Another value once keys were withdrawn. */
  basis(): unknown
  /** What is wrong with the set itself; undefined: nothing. */
  health(): string | undefined
}

const TIMEOUT_MS = 3_000
/** An unknown key id makes for at most one request in this time. */
const COOLDOWN_MS = 30_000
const MAX_AGE_MS = 600_000
/** After a failure nobody waits for another one for so long. */
const PAUSE_MS = 5_000

const MAX_NESTING = 8

const publicKey = z
  .looseObject({ kty: z.string() })
  .refine(({ kty }) => kty !== 'oct', { error: 'expected a public key: no symmetric ones' })
  .refine((key) => !('d' in key), { error: 'expected a public key: this one is private' })

const keySet = z.looseObject({ keys: z.array(publicKey).min(1) })

/** Reads a key set from a file; never rejects. */
export async function readKeyFile(path: string): Promise<Reading<JWTVerifyGetKey>> {
  const file = await readText(path)
  if ('fault' in file) return { faults: [file.fault] }
  const reading = readJson(file.text, MAX_NESTING)
  if (reading.kind !== 'value') return { faults: ['expected JSON: {"keys": [...]}'] }
  const parsed = keySet.safeParse(reading.value)
  if (parsed.success) return { value: createLocalJWKSet(parsed.data satisfies JSONWebKeySet) }
  const { issues } = issuesOf(parsed.error.issues, reading.value)
  return { faults: issues.map(({ path: place, message }) => `${place || 'the file'}: ${message}`) }
}

/** The keys of a file, as last read. */
export const fileKeySet = (file: {
  readonly current: JWTVerifyGetKey
  health(): string | undefined
}): KeySet => ({
  find: (header, token) => file.current(header, token),
  basis: () => file.current,
  health: () => file.health()
})

/** The keys behind an address, fetched when first asked for. */
export function remoteKeySet(url: URL): KeySet {
  const remote = createRemoteJWKSet(url, {
    timeoutDuration: TIMEOUT_MS,
    cooldownDuration: COOLDOWN_MS,
    cacheMaxAge: MAX_AGE_MS
  })
  let pausedUntil: number | undefined

  const fetched: JWTVerifyGetKey = async (header, token) => {
    try {
      const key = await remote(header, token)
      pausedUntil = undefined
      return key
    } catch (error) {
      if (isTokensFault(error)) throw error
      pausedUntil = performance.now() + PAUSE_MS
      throw new KeysUnavailable()
    }
  }
  // Only keys that are here count: one that is not may be a new one.
  const kept: JWTVerifyGetKey = async (header, token) => {
    const keys = remote.fresh ? remote.jwks() : undefined
    if (keys === undefined) throw new KeysUnavailable()
    try {
      return await createLocalJWKSet(keys)(header, token)
    } catch {
      throw new KeysUnavailable()
    }
  }
  return {
    find: (header, token) =>
      pausedUntil !== undefined && performance.now() < pausedUntil
        ? kept(header, token)
        : fetched(header, token),
    basis: () => undefined,
    health: () => (pausedUntil === undefined ? undefined : 'key set: it cannot be fetched')
  }
}

const isTokensFault = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported
