/** Callers with real tokens, hashed once for all tests of a file. */
import { newToken } from '../../src/callers/bearer-token.ts'
import { type Callers, callersIn } from '../../src/callers/callers-file.ts'
import { hashToken } from '../../src/callers/scrypt-hash.ts'

export interface Entry {
  readonly name: string
  readonly tenant: string
  readonly hash: string
  readonly scopes: readonly string[]
}

/** A new token and the entry of the callers file that lets it in. */
export async function newCaller(
  name: string,
  scopes: readonly string[] = [],
  tenant = 'acme'
): Promise<{ readonly token: string; readonly entry: Entry }> {
  const token = newToken(name)
  return { token, entry: { name, tenant, hash: await hashToken(token), scopes } }
}

/** The callers of these entries. */
export function callersOf(entries: readonly Entry[], previous?: Callers): Callers {
  const reading = callersIn(JSON.stringify(entries), previous)
  if ('faults' in reading) throw new Error(reading.faults.join('\n'))
  return reading.value
}
