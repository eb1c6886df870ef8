/** Tool input validation: before any permission check reads the input. */
import type { Issue } from '../verdict.ts'
import { canonicalInput, ownField } from './mapping.ts'
import type { ResolvedTool } from './registry.ts'

/** The input of a call, by field. */
export type ToolInput = Readonly<Record<string, unknown>>

/** Only the permission system itself may set such fields. */
const isReserved = (field: string): boolean => field.startsWith('_')

const isObject = (value: unknown): value is ToolInput =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const pointer = (segments: readonly PropertyKey[]): string =>
  segments.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

const reservedIssue = (field: string): Issue => ({
  path: pointer(['input', field]),
  code: 'reserved-field',
  message: `only the permission system may set ${field}`
})

/** The input without the fields that only the permission system may set. */
export function withoutReserved(input: ToolInput): ToolInput {
  if (!Object.keys(input).some(isReserved)) return input
  return Object.fromEntries(Object.entries(input).filter(([field]) => !isReserved(field)))
}

function schemaIssues(tool: ResolvedTool, input: ToolInput): readonly Issue[] {
  const result = tool.definition.input?.safeParse(input)
  if (!result || result.success) return []
  return result.error.issues.flatMap((issue) => {
    const [field, ...rest] = issue.path
    const path = field === undefined ? ['input'] : ['input', ownField(tool, String(field)), ...rest]
    const code = issue.code.replaceAll('_', '-')
    if (issue.code !== 'unrecognized_keys') return [{ path: pointer(path), code, message: issue.message }]
    return issue.keys.map((key) => ({
      path: pointer([...path, key]),
      code: 'unknown-field',
      message: `${tool.definition.name} has no field ${key}`
    }))
  })
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
    return { issues: [{ path: '/input', code: 'invalid-type', message: 'expected an object' }] }
  if (tool.kind !== 'built-in') return { input }
  const reserved = Object.keys(input).filter(isReserved)
  if (reserved.length > 0) return { issues: reserved.map(reservedIssue) }
  const canonical = canonicalInput(tool, input)
  const issues = schemaIssues(tool, canonical)
  return issues.length > 0 ? { issues } : { input: withoutReserved(canonical) }
}
