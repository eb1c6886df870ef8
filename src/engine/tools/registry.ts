/** From the name a caller uses to the tool it means. */
import { isMcpName } from '../rules/mcp.ts'
import { AGENT_TOOLS } from './agents.ts'
import { FILE_TOOLS } from './files.ts'
import { describeMcpTool, MCP_TOOLS } from './mcp.ts'
import { OTHER_TOOLS } from './other.ts'
import { PLAN_TOOLS } from './plan.ts'
import { SCHEDULING_TOOLS } from './scheduling.ts'
import { SEARCH_TOOLS } from './search.ts'
import { SHELL_TOOLS } from './shell.ts'
import { TASK_TOOLS } from './tasks.ts'
import { defineTool, type ToolDefinition } from './tool.ts'
import { WEB_TOOLS } from './web.ts'

/** The closed list of built-in tools. */
export const BUILT_IN_TOOLS: readonly ToolDefinition[] = [
  ...SHELL_TOOLS,
  ...FILE_TOOLS,
  ...SEARCH_TOOLS,
  ...WEB_TOOLS,
  ...AGENT_TOOLS,
  ...TASK_TOOLS,
  ...PLAN_TOOLS,
  ...MCP_TOOLS,
  ...SCHEDULING_TOOLS,
  ...OTHER_TOOLS
]

/** A tool as one call means it. */
export interface ResolvedTool {
  readonly kind: 'built-in' | 'mcp' | 'unknown'
  readonly definition: ToolDefinition
  /** Every name whose rules hold for the call, the canonical one first. */
  readonly ruleNames: readonly string[]
  /** Of a home-made tool judged as a built-in: built-in field -> its own field. */
  readonly fields: ReadonlyMap<string, string> | undefined
}

/** Home-made tools by the name they are called with. */
export type MappedTools = ReadonlyMap<string, ResolvedTool>

const resolve = (kind: ResolvedTool['kind'], definition: ToolDefinition): ResolvedTool => ({
  kind,
  definition,
  ruleNames: [definition.name],
  fields: undefined
})

const BY_NAME: ReadonlyMap<string, ResolvedTool> = new Map(
  BUILT_IN_TOOLS.flatMap((definition) => {
    const tool = resolve('built-in', definition)
    return [definition.name, ...definition.aliases].map((name) => [name, tool] as const)
  })
)

/** The built-in of that name or older name. */
export const findBuiltIn = (name: string): ResolvedTool | undefined => BY_NAME.get(name)

/** The tool that a name means: a built-in, one the policy describes, an MCP tool, or an opaque unknown. */
export const findTool = (name: string, mapped?: MappedTools): ResolvedTool =>
  BY_NAME.get(name) ??
  mapped?.get(name) ??
  (isMcpName(name) ? resolve('mcp', describeMcpTool(name)) : resolve('unknown', defineTool({ name })))
