/** What the service needs of its policies, and the port that delivers it. */
import { createHash } from 'node:crypto'
import type { PolicyFile } from '../engine/decision.ts'

/** Names the policies behind a decision. */
export interface AppliedPolicy {
  /** `sha256:` and the hash of the canonical JSON of the whole set. */
  readonly digest: string
  readonly ids: readonly string[]
}

export interface PolicySet extends AppliedPolicy {
  readonly policies: readonly PolicyFile[]
}

/** What is wrong with a policy source: where, and why. */
export interface PolicyFault {
  readonly file: string
  /** JSON pointer, or line and column; empty: the file as a whole. */
  readonly place: string
  readonly reason: string
}

/** A set, and the file of every id in it; or why there is none. */
export type PolicyReading =
  | { readonly set: PolicySet; readonly files: ReadonlyMap<string, string> }
  | { readonly faults: readonly PolicyFault[] }

/** Where policies come from. */
export interface PolicySource {
  read(): Promise<PolicyReading>
}

/** The same policies give the same set, however they were stored. */
export function policySet(policies: readonly PolicyFile[]): PolicySet {
  const sorted = [...policies].sort((a, b) => (a.id < b.id ? -1 : 1))
  const digest = createHash('sha256').update(canonicalJson(sorted)).digest('hex')
  return { policies: sorted, ids: sorted.map(({ id }) => id), digest: `sha256:${digest}` }
}

/** JSON with sorted keys and no blanks. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}
