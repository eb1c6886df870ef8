/** Names of MCP tools, `mcp__<server>__<tool>`, and the rules that name a server or its tools (R8, R74, R75). */

const PREFIX = 'mcp__'
const SEPARATOR = '__'

export const isMcpName = (name: string): boolean => name.startsWith(PREFIX)

/** End of the server's name in `name`, or -1. */
const serverEnd = (name: string, from = PREFIX.length + 1): number => name.indexOf(SEPARATOR, from)

/** `mcp__server__*` says the same as `mcp__server`. */
export function withoutToolStar(name: string): string {
  if (!isMcpName(name) || !name.endsWith(`${SEPARATOR}*`)) return name
  const server = name.slice(0, -SEPARATOR.length - 1)
  return server.length > PREFIX.length && !server.includes('*') ? server : name
}

/** A glob that an allow list may hold: everything up to the end of the server's name is literal. */
export function isAnchoredGlob(name: string): boolean {
  const end = serverEnd(name)
  return isMcpName(name) && end > 0 && !name.slice(0, end).includes('*')
}

/**
 * The names of rules that cover every tool of the server that `tool` belongs to, shortest first. A server's name may
 * itself hold `__`: `everyReading` gives all servers it could be, else only the first.
 */
export function serverNames(tool: string, everyReading: boolean): readonly string[] {
  if (!isMcpName(tool)) return []
  const names: string[] = []
  for (let end = serverEnd(tool); end > 0; end = serverEnd(tool, end + 1)) {
    names.push(tool.slice(0, end))
    if (!everyReading) break
  }
  return names
}
