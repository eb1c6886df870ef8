/** Filters of jq and yq neither write nor run anything; some read other files. */
import type { ScriptFacts } from './table.ts'

const filterFacts = (readsOthers: boolean): ScriptFacts => ({
  harm: readsOthers ? 'has a filter that may read other files' : undefined,
  reads: [],
  writes: []
})

/** The facts of a jq filter. */
export const jqScript = (text: string): ScriptFacts =>
  filterFacts(/\b(?:import|include|modulemeta)\b/.test(text))

/** The facts of a yq expression. */
export const yqScript = (text: string): ScriptFacts =>
  filterFacts(/\b(?:load|include|import|system)/.test(text))
