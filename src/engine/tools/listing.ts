/** The tools as `GET /tools` lists them. */
import { z } from 'zod'
import type { ToolListing } from '../engine.ts'
import { BUILT_IN_TOOLS, type MappedTools } from './registry.ts'
import type { ToolDefinition } from './tool.ts'

const list = (tool: ToolDefinition): ToolListing => ({
  name: tool.name,
  aliases: tool.aliases,
  inputSchema: tool.input && z.toJSONSchema(tool.input),
  requiresPermission: tool.requiresPermission,
  requiresUserInteraction: tool.requiresUserInteraction,
  readOnly: tool.readOnly,
  concurrencySafe: tool.concurrencySafe,
  interruptBehavior: tool.interruptBehavior,
  maxResultSizeChars: Number.isFinite(tool.maxResultSizeChars) ? tool.maxResultSizeChars : null,
  shouldDefer: tool.shouldDefer
})

/** Every built-in, then the tools the policy describes. The input of the latter is their own and not known here. */
export const listTools = (mapped: MappedTools = new Map()): readonly ToolListing[] => [
  ...BUILT_IN_TOOLS.map(list),
  ...[...mapped].map(([name, { definition }]) => list({ ...definition, name, aliases: [], input: undefined }))
]
