/** What an examination says that a call does. */
import type { Examination } from './checks/examination.ts'
import type { CallFacts } from './decision.ts'
import type { ResolvedTool } from './tools/registry.ts'

/** Without an examination: the careful answer. */
export function factsOf(tool: ResolvedTool, examination: Examination | undefined): CallFacts {
  return {
    readOnly: examination?.readOnly ?? false,
    concurrencySafe: examination?.concurrencySafe ?? false,
    destructive: examination === undefined ? null : examination.destructive,
    requiresUserInteraction: tool.definition.requiresUserInteraction
  }
}
