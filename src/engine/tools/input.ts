/** Tool input validation: before any permission check reads the input. */
import { jsonPointer } from '../json-pointer.ts'
import { type FoundIssues, issuesOf, MAX_ISSUES } from '../schema-issues.ts'
import type { Issue } from '../verdict.ts'
import { canonicalInput, ownField } from './mapping.ts'
import type { ResolvedTool } from './registry.ts'

/** The input of a call, by field. */
export type ToolInput = Readonly<Record<string, unknown>>

/** The value of a field that holds text. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Only the permission system itself may set such fields. */
const isReserved = (field: string): boolean => field.startsWith('_')

const isObject = (value: unknown): value is ToolInput =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const reservedIssue = (field: string): Issue => ({
  path: jsonPointer(['input', field]),
  code: 'reserved-field',
  message: 'only the permission system may set this field'
})

/** The input without the fields that only the permission system may set. */
export function withoutReserved(input: ToolInput): ToolInput {
  if (!Object.keys(input).some(isReserved)) return input
  return Object.fromEntries(Object.entries(input).filter(([field]) => !isReserved(field)))
}

/** The issues to name: the last one says how many are not named. */
function withRest({ issues, more }: FoundIssues): readonly Issue[] {
  if (more === 0) return issues
  const named = issues.slice(0, MAX_ISSUES - 1)
  const unnamed = more + issues.length - named.length
  return [...named, { path: '/input', code: 'more', message: `has ${unnamed} more faults` }]
}

function schemaIssues(tool: ResolvedTool, input: ToolInput): readonly Issue[] {
  const result = tool.definition.input?.safeParse(input)
  if (!result || result.success) return []
  const found = issuesOf(result.error.issues, input, ([field, ...rest]) =>
    field === undefined ? ['input'] : ['input', ownField(tool, String(field)), ...rest]
  )
  return withRest(found)
}

function reservedIssues(fields: readonly string[]): readonly Issue[] {
  const issues = fields.slice(0, MAX_ISSUES).map(reservedIssue)
  return withRest({ issues, more: fields.length - issues.length })
}

/**
 * The input a call is judged by, or why it is none. A home-made tool's input comes back in the shape of the built-in
 * it is judged as; MCP and unknown tools take any object.
 */
export function validateInput(
  tool: ResolvedTool,
  input: unknown
): { readonly input: ToolInput } | { readonly issues: readonly Issue[] } {
  if (!isObject(input))
    return { issues: [{ path: '/input', code: 'wrong-type', message: 'expected an object' }] }
  if (tool.kind !== 'built-in') return { input }
  const reserved = Object.keys(input).filter(isReserved)
  if (reserved.length > 0) return { issues: reservedIssues(reserved) }
  const canonical = canonicalInput(tool, input)
  const issues = schemaIssues(tool, canonical)
  return issues.length > 0 ? { issues } : { input: withoutReserved(canonical) }
}
