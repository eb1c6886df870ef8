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

/** The facts of a yq expression. A subcommand in its place makes the next word the expression. */
export const yqScript = (text: string): ScriptFacts => ({
  ...filterFacts(YQ_UNCLEAR.test(text)),
  reads: YQ_FILE.test(text) ? [text] : []
})

const YQ_UNCLEAR = /\b(?:load|include|import|system|eval)|^(?:e|ea|help|completion|shell-completion)$|\.yq$/
/** Where there is a file of this name, it is read instead. */
const YQ_FILE = /^[\w./~-]*\w$/
