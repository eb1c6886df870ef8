/** Rules about one input field, `Tool(field:value)`, in deny and ask lists (R11 to R16). */
import type { NamedTool } from './tool-names.ts'
import { matchesWildcard, type Wildcard } from './wildcard.ts'

/** Content of the shape `name:value`, blanks round the colon dropped. */
export interface ParameterText {
  readonly name: string
  readonly value: string
}

const SHAPE = /^\s*(-?[A-Za-z_]\w*)\s*:\s*([\s\S]*)$/

export function readParameter(content: string): ParameterText | undefined {
  const match = SHAPE.exec(content)
  return match === null ? undefined : { name: match[1] ?? '', value: match[2] ?? '' }
}

/** Whether `name` is an input field that a rule for this tool may test; tools outside the list may have any. */
export const isField = (tool: NamedTool | undefined, name: string): boolean =>
  tool === undefined || tool.fields === 'any' || tool.fields.includes(name)

/** Compares the literal input: only a top-level text, number or boolean that is there can match (R11 to R13). */
export function matchesParameter(
  parameter: string,
  value: Wildcard,
  input: Readonly<Record<string, unknown>>
): boolean {
  if (!Object.hasOwn(input, parameter)) return false
  const actual = input[parameter]
  if (typeof actual !== 'string' && typeof actual !== 'number' && typeof actual !== 'boolean') return false
  return matchesWildcard(value, String(actual))
}
