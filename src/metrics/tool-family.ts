/** Which family of tools a call belongs to: a closed list, whatever name a caller sends. */
import type { ParseOutcome } from '../engine/checks/parse-outcome.ts'
import { isMcpName } from '../engine/rules/mcp.ts'
import { AGENT_TOOLS } from '../engine/tools/agents.ts'
import { FILE_TOOLS } from '../engine/tools/files.ts'
import { MCP_TOOLS } from '../engine/tools/mcp.ts'
import { PLAN_TOOLS } from '../engine/tools/plan.ts'
import { SCHEDULING_TOOLS } from '../engine/tools/scheduling.ts'
import { SEARCH_TOOLS } from '../engine/tools/search.ts'
import { SHELL_TOOLS } from '../engine/tools/shell.ts'
import { TASK_TOOLS } from '../engine/tools/tasks.ts'
import type { ToolDefinition } from '../engine/tools/tool.ts'
import { WEB_TOOLS } from '../engine/tools/web.ts'

export type ToolFamily =
  | 'bash'
  | 'powershell'
  | 'read'
  | 'edit'
  | 'search'
  | 'web'
  | 'agent'
  | 'task'
  | 'plan'
  | 'schedule'
  | 'mcp'
  | 'other'

const named = (
  tools: readonly ToolDefinition[],
  family: ToolFamily | ((tool: ToolDefinition) => ToolFamily)
): readonly (readonly [string, ToolFamily])[] =>
  tools.flatMap((tool) =>
    [tool.name, ...tool.aliases].map(
      (name) => [name, typeof family === 'string' ? family : family(tool)] as const
    )
  )

const FAMILIES: ReadonlyMap<string, ToolFamily> = new Map([
  ...named(SHELL_TOOLS, ({ check }) => (check === 'powershell' ? 'powershell' : 'bash')),
  ...named(FILE_TOOLS, ({ check }) => (check === 'file-read' ? 'read' : 'edit')),
  ...named(SEARCH_TOOLS, 'search'),
  ...named(WEB_TOOLS, 'web'),
  ...named(AGENT_TOOLS, 'agent'),
  ...named(TASK_TOOLS, 'task'),
  ...named(PLAN_TOOLS, 'plan'),
  ...named(SCHEDULING_TOOLS, 'schedule'),
  ...named(MCP_TOOLS, 'mcp')
])

/** Total. A home-made tool that was read as a shell belongs to it. */
export function toolFamily(tool: unknown, parse: ParseOutcome | undefined): ToolFamily {
  if (typeof tool !== 'string') return 'other'
  const family = FAMILIES.get(tool)
  if (family !== undefined) return family
  if (parse !== undefined) return 'code' in parse && parse.code === 'no-parser' ? 'powershell' : 'bash'
  return isMcpName(tool) ? 'mcp' : 'other'
}
