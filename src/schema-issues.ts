/** Says in the words of whoever wrote it what a value lacks that does not fit its schema. */
import type { z } from 'zod'
import type { Issue } from './engine/verdict.ts'
import { pointerToken } from './json-text.ts'

// A hostile body must not buy an answer of its own size.
export const MAX_ISSUES = 20
const MAX_POINTER = 256

/** The issues of one zod issue, each at the field it speaks of. */
export function issuesOf(issue: z.core.$ZodIssue, data: unknown): readonly Issue[] {
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
      if (path === '' && data === null) return one('required', 'expected a JSON object, found none')
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

const pointerOf = (path: readonly PropertyKey[]): string =>
  path
    .map((token) => `/${pointerToken(token)}`)
    .join('')
    .slice(0, MAX_POINTER)

function mistyped(
  one: (code: string, message: string) => readonly Issue[],
  value: unknown,
  expected: string
): readonly Issue[] {
  if (value === undefined) return one('required', `${expected}, found nothing`)
  if (value === null)
    return one('wrong-type', `${expected}, found null (null is not absence: leave the key out)`)
  return one('wrong-type', `${expected}, found ${withArticle(Array.isArray(value) ? 'array' : typeof value)}`)
}

const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' entries', set: ' entries' }

const unitOf = (origin: string): string => UNITS[origin] ?? ''

const WORDS: Readonly<Record<string, string>> = { int: 'whole number', record: 'object' }

function withArticle(type: string): string {
  const word = WORDS[type] ?? type
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    data
  )
}
