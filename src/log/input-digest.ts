/** A short name for a tool input that says nothing of its content. */
import { createHash } from 'node:crypto'
import { canonicalJson } from '../policies/policy-set.ts'

/** Sorting the keys of more values than these would hold up others. */
const MAX_SORTED = 5_000

export interface DigestedInput {
  /** `sha256:` and the hash; equal inputs have equal digests. */
  readonly digest: string
  /** Characters of the JSON text. */
  readonly length: number
}

/** Of the canonical JSON; of an input of more than 5,000 values the JSON with its keys in the order sent. */
export function digestInput(input: unknown): DigestedInput {
  const text = holdsAtMost(input, MAX_SORTED) < 0 ? (JSON.stringify(input) ?? 'null') : canonicalJson(input)
  return { digest: `sha256:${createHash('sha256').update(text).digest('hex')}`, length: text.length }
}

/** How many of the values allowed are left; negative: there are more. */
function holdsAtMost(value: unknown, allowed: number): number {
  let left = allowed - 1
  if (typeof value !== 'object' || value === null) return left
  if (Array.isArray(value)) {
    if (value.length > left) return -1
    for (const element of value) {
      left = holdsAtMost(element, left)
      if (left < 0) return left
    }
    return left
  }
  const members = Object.values(value)
  if (members.length > left) return -1
  for (const member of members) {
    left = holdsAtMost(member, left)
    if (left < 0) return left
  }
  return left
}
