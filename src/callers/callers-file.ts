/** The callers file: who may ask, for which tenant, and by the hash of which token. */
import { z } from 'zod'
import { issuesOf } from '../engine/schema-issues.ts'
import { readText } from '../file-text.ts'
import { readJson } from '../json-text.ts'
import type { Reading } from '../last-good.ts'
import { CALLER_NAME, TENANT } from './identity.ts'
import { isScope, type Principal } from './principal.ts'
import { decoyOf, parseHash, type ScryptHash } from './scrypt-hash.ts'

const MAX_NESTING = 8

/** One entry of the file. The same object as before where the entry is as before. */
export interface Caller {
  readonly principal: Principal
  readonly hash: ScryptHash
  /** The entry as written: two are alike where this is. */
  readonly written: string
}

export interface Callers {
  readonly byName: ReadonlyMap<string, Caller>
  /** Checked in place of a caller that is not there. */
  readonly decoy: ScryptHash
  /** Scopes that no route knows: they grant nothing. */
  readonly unknownScopes: readonly string[]
}

const entry = z.strictObject({
  name: z.string().regex(CALLER_NAME, { error: 'expected 1 to 64 of A-Za-z0-9._-, a letter or digit first' }),
  tenant: z
    .string()
    .regex(TENANT, { error: 'expected 1 to 128 of A-Za-z0-9._:@/-, a letter or digit first' }),
  hash: z.string().transform((text, context): ScryptHash => {
    const parsed = parseHash(text)
    if (!('fault' in parsed)) return parsed
    context.addIssue({ code: 'custom', message: parsed.fault, params: { code: 'wrong-format' } })
    return z.NEVER
  }),
  scopes: z.array(z.string()).default([])
})

const list = z.array(entry)
const wrapped = z.strictObject({ callers: list })

/** Reads the file; never rejects. What is wrong is said without the path and without any hash. */
export async function readCallersFile(path: string, previous?: Callers): Promise<Reading<Callers>> {
  const file = await readText(path)
  return 'text' in file ? callersIn(file.text, previous) : { faults: [file.fault] }
}

/** The callers that this text names, or all that is wrong with it. */
export function callersIn(text: string, previous?: Callers): Reading<Callers> {
  const reading = readJson(text, MAX_NESTING)
  if (reading.kind !== 'value') {
    return { faults: ['expected JSON: a list of {name, tenant, hash, scopes}, or {"callers": [...]}'] }
  }
  const { value } = reading
  const parsed = Array.isArray(value) ? list.safeParse(value) : wrapped.safeParse(value)
  if (!parsed.success) {
    const { issues } = issuesOf(parsed.error.issues, value)
    return { faults: issues.map(({ path, message }) => `${placeOf(path, value)}: ${message}`) }
  }
  const entries = 'callers' in parsed.data ? parsed.data.callers : parsed.data
  const twice = duplicates(entries.map(({ name }) => name))
  if (twice.length > 0) return { faults: twice.map((name) => `caller ${name}, /name: it stands twice`) }
  return { value: collect(entries, previous) }
}

function collect(entries: z.infer<typeof list>, previous: Callers | undefined): Callers {
  const byName = new Map<string, Caller>()
  const unknownScopes = new Set<string>()
  for (const { name, tenant, hash, scopes } of entries) {
    const granted = scopes.filter(isScope)
    for (const scope of scopes) if (!isScope(scope)) unknownScopes.add(scope)
    const principal: Principal = { name, tenant, scopes: new Set(granted) }
    const written = JSON.stringify([tenant, hash, granted])
    const before = previous?.byName.get(name)
    byName.set(name, before?.written === written ? before : { principal, hash, written })
  }
  return { byName, decoy: decoyOf(entries.map(({ hash }) => hash)), unknownScopes: [...unknownScopes] }
}

/** `/3/hash` of the caller `ci` as `caller ci, /3/hash`. */
function placeOf(pointer: string, value: unknown): string {
  const index = /^(?:\/callers)?\/(\d+)(?:\/|$)/.exec(pointer)?.[1]
  const entries = Array.isArray(value) ? value : (named.list.safeParse(value).data?.callers ?? [])
  const name = index === undefined ? undefined : named.entry.safeParse(entries[Number(index)]).data?.name
  const place = pointer === '' ? 'the file' : pointer
  return name === undefined ? place : `caller ${name}, ${place}`
}

const named = {
  list: z.object({ callers: z.array(z.unknown()) }),
  entry: z.object({ name: z.string().regex(CALLER_NAME) })
}

const duplicates = (names: readonly string[]): readonly string[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index))
]
