/** What the service needs of its policies, and the port that delivers it. */
import { createHash } from 'node:crypto'
import type { Policy } from './policy-file.ts'
import type { Position } from './policy-text.ts'

/** Names the policies behind a decision. */
export interface AppliedPolicy {
  /** `sha256:` and the hash of the canonical JSON of the whole set, as far as decisions depend on it. */
  readonly digest: string
  readonly ids: readonly string[]
}

export interface PolicySet extends AppliedPolicy {
  /** By id. */
  readonly policies: readonly Policy[]
}

/** What is wrong with a policy source: where, and why. */
export interface PolicyFault {
  readonly file: string
  /** JSON pointer; empty: the file as a whole. */
  readonly place: string
  /** From 1, where they are known. */
  readonly line?: number | undefined
  readonly column?: number | undefined
  readonly code?: string | undefined
  readonly reason: string
}

/** Where a policy stands. */
export interface PolicyOrigin {
  readonly file: string
  /** Of a JSON pointer into the file. */
  readonly positionOf: (pointer: string) => Position
}

/** The origin of every policy by its id. */
export type PolicyOrigins = ReadonlyMap<string, PolicyOrigin>

/** A set, and where every policy of it stands; or why there is none. */
export type PolicyReading =
  | { readonly set: PolicySet; readonly files: PolicyOrigins }
  | { readonly faults: readonly PolicyFault[] }

/** Where policies come from. */
export interface PolicySource {
  read(): Promise<PolicyReading>
}

/** The same policies give the same set, however they were stored. */
export function policySet(policies: readonly Policy[]): PolicySet {
  const sorted = [...policies].sort((a, b) => (a.id < b.id ? -1 : 1))
  const digest = createHash('sha256')
    .update(canonicalJson(sorted.map(decisive)))
    .digest('hex')
  return { policies: sorted, ids: sorted.map(({ id }) => id), digest: `sha256:${digest}` }
}

/** What decisions depend on: no description, test or log setting, and no default that is spelled out. */
const decisive = ({ id, priority, match, settings, tools, callers }: Policy) => ({
  id,
  priority: priority === 0 ? undefined : priority,
  match,
  settings,
  tools,
  callers
})

/** JSON with sorted keys and no blanks. A number that JSON cannot spell stays apart from all else, `null` included. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}
