/** Says in the words of whoever wrote it what a value lacks that does not fit its schema. */
import type { z } from 'zod'
import { jsonPointer } from './json-pointer.ts'
import type { Issue } from './verdict.ts'

/** A hostile value must not buy an answer of its own size. */
export const MAX_ISSUES = 20

/** The first issues, and how many there are besides. */
export interface FoundIssues {
  readonly issues: readonly Issue[]
  readonly more: number
}

/** Keys and indexes from the top of a value. */
type Place = readonly PropertyKey[]

/** What zod found in `data`, each issue at the field it speaks of; `named` says how the caller calls a place. */
export function issuesOf(
  found: readonly z.core.$ZodIssue[],
  data: unknown,
  named: (place: Place) => Place = (place) => place
): FoundIssues {
  const issues: Issue[] = []
  let count = 0
  for (const issue of found) {
    count += issue.code === 'unrecognized_keys' ? issue.keys.length : 1
    const room = MAX_ISSUES - issues.length
    if (room > 0) issues.push(...readIssue(issue, data, (place) => jsonPointer(named(place))).slice(0, room))
  }
  return { issues, more: count - issues.length }
}

function readIssue(
  issue: z.core.$ZodIssue,
  data: unknown,
  pointerOf: (place: Place) => string
): readonly Issue[] {
  const path = pointerOf(issue.path)
  const one = (code: string, message: string): readonly Issue[] => [{ path, message, code }]
  const value = valueAt(data, issue.path)

  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.slice(0, MAX_ISSUES).map((key) => ({
        path: pointerOf([...issue.path, key]),
        message: 'this key is not known here',
        code: 'unknown-key'
      }))
    case 'invalid_type':
      // Fastify hands on a missing body as null.
      if (issue.path.length === 0 && data === null)
        return one('required', 'expected a JSON object, found none')
      return mistyped(one, value, `expected ${withArticle(issue.expected)}`)
    case 'invalid_union':
      return mistyped(one, value, issue.message)
    case 'invalid_value':
      return value === undefined || value === null
        ? mistyped(one, value, `expected one of ${issue.values.map(String).join(', ')}`)
        : one('not-allowed', `expected one of ${issue.values.map(String).join(', ')}`)
    case 'too_big':
      return one('too-big', `expected at most ${issue.maximum}${unitOf(issue.origin)}`)
    case 'too_small':
      return one('too-small', `expected at least ${issue.minimum}${unitOf(issue.origin)}`)
    case 'invalid_format':
      return one('wrong-format', `expected text of the form ${issue.pattern ?? issue.format}`)
    case 'custom': {
      const code: unknown = issue.params?.code
      return typeof code === 'string' ? one(code, issue.message) : mistyped(one, value, issue.message)
    }
    default:
      return one('not-allowed', 'the value is not accepted here')
  }
}

function mistyped(
  one: (code: string, message: string) => readonly Issue[],
  value: unknown,
  expected: string
): readonly Issue[] {
  if (value === undefined) return one('required', `${expected}, found nothing`)
  if (value === null)
    return one('wrong-type', `${expected}, found null (null is not absence: leave the key out)`)
  return one('wrong-type', `${expected}, found ${described(value)}`)
}

function described(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  // JSON text can spell numbers that do not fit, such as 1e400.
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number out of range'
  return withArticle(typeof value)
}

const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' entries', set: ' entries' }

const unitOf = (origin: string): string => UNITS[origin] ?? ''

const WORDS: Readonly<Record<string, string>> = { int: 'whole number', record: 'object' }

function withArticle(type: string): string {
  const word = WORDS[type] ?? type
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`
}

function valueAt(data: unknown, path: Place): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    data
  )
}
