/** Tools of MCP servers: their resources, and the description of a tool that only its name says something about. */
import { z } from 'zod'
import { defineTool, SHOWS, type ToolDefinition } from './tool.ts'

const RESOURCE = z.strictObject({ server: z.string(), uri: z.string() })

/** The tools of this family. */
export const MCP_TOOLS = [
  defineTool({
    ...SHOWS,
    name: 'ListMcpResourcesTool',
    concurrencySafe: true,
    safeInAuto: true,
    shouldDefer: true,
    input: z.strictObject({ server: z.string().optional() })
  }),
  defineTool({
    ...SHOWS,
    name: 'ReadMcpResourceTool',
    concurrencySafe: true,
    shouldDefer: true,
    input: RESOURCE
  }),
  defineTool({
    ...SHOWS,
    name: 'ReadMcpResourceDirTool',
    concurrencySafe: true,
    shouldDefer: true,
    input: RESOURCE
  }),
  defineTool({ ...SHOWS, name: 'WaitForMcpServers', safeInAuto: true, interruptBehavior: 'cancel' }),
  defineTool({ name: 'RefreshMcpTools', startsWork: false, planBlocked: false, shouldDefer: true })
]

/** What is assumed of an MCP tool that the policy says nothing about. */
export const describeMcpTool = (name: string): ToolDefinition => defineTool({ name, shouldDefer: true })
