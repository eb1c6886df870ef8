/** jq filters neither write nor run anything; modules are other files that they read. */
import type { ScriptFacts } from './table.ts'

/** The facts of a jq filter. */
export function jqScript(text: string): ScriptFacts {
  const harm = /\b(?:import|include|modulemeta)\b/.test(text)
    ? 'has a filter that may read a module'
    : undefined
  return { harm, reads: [], writes: [] }
}
