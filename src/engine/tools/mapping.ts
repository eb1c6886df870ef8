/** Home-made tools that a policy file describes: how they are judged, and as which built-in. */
import { z } from 'zod'
import type { ToolMapping } from '../decision.ts'
import type { Issue } from '../verdict.ts'
import { findBuiltIn, findTool, type MappedTools, type ResolvedTool } from './registry.ts'
import type { Feature, ToolDefinition } from './tool.ts'

type Input = Readonly<Record<string, unknown>>

/** The field names of a tool's input, or undefined where any object is taken. */
export const fieldNames = (tool: ToolDefinition): readonly string[] | undefined =>
  tool.input instanceof z.ZodObject ? Object.keys(tool.input.shape) : undefined

/** A declaration can make a tool that is judged as a built-in only more careful. */
const tightened = (own: Feature, declared: boolean | undefined): Feature => (declared === false ? false : own)

function judgedAs(builtIn: ResolvedTool, mapping: ToolMapping): ResolvedTool {
  const base = builtIn.definition
  return {
    kind: 'built-in',
    definition: {
      ...base,
      readOnly: tightened(base.readOnly, mapping.readOnly),
      concurrencySafe: tightened(base.concurrencySafe, mapping.concurrencySafe),
      planBlocked: base.planBlocked || mapping.readOnly === false,
      requiresUserInteraction: base.requiresUserInteraction || mapping.requiresUserInteraction === true,
      shouldDefer: mapping.defer ?? base.shouldDefer
    },
    ruleNames: [base.name, mapping.name],
    fields: new Map(Object.entries(mapping.fields ?? {}))
  }
}

function described(mapping: ToolMapping): ResolvedTool {
  const opaque = findTool(mapping.name)
  const base = opaque.definition
  const readOnly = mapping.readOnly ?? false
  return {
    ...opaque,
    definition: {
      ...base,
      readOnly,
      destructive: readOnly ? false : base.destructive,
      planBlocked: !readOnly,
      concurrencySafe: mapping.concurrencySafe ?? false,
      requiresUserInteraction: mapping.requiresUserInteraction ?? false,
      shouldDefer: mapping.defer ?? base.shouldDefer
    }
  }
}

/** What a rule can name and a request can carry; a `*` would be a pattern. */
const TOOL_NAME = /^[A-Za-z_][\w./-]{0,255}$/

/** No input may hold such fields (see `validateInput`). */
const isUsableField = (field: string): boolean => field !== '' && !field.startsWith('_')

function problemsOf(mapping: ToolMapping, path: string, seen: ReadonlySet<string>): readonly Issue[] {
  const issues: Issue[] = []
  const report = (key: string, code: string, message: string) =>
    issues.push({ path: `${path}/${key}`, code, message })
  if (!TOOL_NAME.test(mapping.name)) {
    const expected = 'a letter or `_`, then letters, digits and `_ . / -`, at most 256 characters'
    report('name', 'wrong-format', `expected ${expected}`)
  }
  if (seen.has(mapping.name)) report('name', 'duplicate-tool', `${mapping.name} is described twice`)
  if (findBuiltIn(mapping.name)) {
    report('name', 'built-in-tool', `${mapping.name} is a built-in tool and cannot be described anew`)
  }
  const builtIn = mapping.as === undefined ? undefined : findBuiltIn(mapping.as)
  if (mapping.as !== undefined && !builtIn) report('as', 'unknown-tool', `${mapping.as} is no built-in tool`)
  if (mapping.as === undefined && mapping.fields) report('fields', 'no-target', 'fields need an `as`')
  for (const [field, own] of Object.entries(mapping.fields ?? {})) {
    if (isUsableField(field) && isUsableField(own)) continue
    report('fields', 'unusable-field', 'a field is named by text that does not begin with `_`')
  }
  const known = builtIn && fieldNames(builtIn.definition)
  if (known) {
    for (const field of Object.keys(mapping.fields ?? {})) {
      if (!known.includes(field)) report('fields', 'unknown-field', `${mapping.as} has no field ${field}`)
    }
  }
  return issues
}

/** The home-made tools of all policy files, or what is wrong with their descriptions. Of two files the later one's counts. */
export function compileMappings(
  policies: readonly { readonly id: string; readonly tools?: readonly ToolMapping[] | undefined }[]
): { readonly tools: MappedTools } | { readonly issues: readonly Issue[] } {
  const tools = new Map<string, ResolvedTool>()
  const issues: Issue[] = []
  for (const policy of policies) {
    const seen = new Set<string>()
    for (const [index, mapping] of (policy.tools ?? []).entries()) {
      issues.push(...problemsOf(mapping, `/policies/${policy.id}/tools/${index}`, seen))
      seen.add(mapping.name)
      const builtIn = mapping.as === undefined ? undefined : findBuiltIn(mapping.as)
      tools.set(mapping.name, builtIn ? judgedAs(builtIn, mapping) : described(mapping))
    }
  }
  return issues.length > 0 ? { issues } : { tools }
}

/** The input of the built-in that a home-made tool is judged as; fields the built-in does not know are left out. */
export function canonicalInput(tool: ResolvedTool, input: Input): Input {
  const { fields } = tool
  if (!fields) return input
  const renamed = new Set(fields.values())
  const canonical: Record<string, unknown> = {}
  for (const field of fieldNames(tool.definition) ?? Object.keys(input)) {
    if (!fields.has(field) && !renamed.has(field) && Object.hasOwn(input, field))
      canonical[field] = input[field]
  }
  for (const [field, own] of fields) if (Object.hasOwn(input, own)) canonical[field] = input[own]
  return canonical
}

/** The home-made tool's own name of a built-in field. */
export const ownField = (tool: ResolvedTool, field: string): string => tool.fields?.get(field) ?? field
