/** What became of the text of a shell command, in two words: for those who count. */
import type { MeaningCode } from '../knowledge/facts.ts'
import type { ScriptAnalysis, StructureProblem } from './bash-analysis.ts'

/** Where a command was read, and where not, why it failed closed (D13). */
export type ParseOutcome =
  | { readonly status: 'ok' }
  | { readonly status: 'failClosed'; readonly class: 'structure'; readonly code: ShellCode }
  | { readonly status: 'failClosed'; readonly class: 'meaning'; readonly code: MeaningCode }

/** `no-parser`: PowerShell, which nothing here parses. */
type ShellCode = StructureProblem['code'] | 'no-parser'

const OK: ParseOutcome = { status: 'ok' }

/** The outcome of every PowerShell command. */
export const NOT_PARSED: ParseOutcome = { status: 'failClosed', class: 'structure', code: 'no-parser' }

/** Of several commands whose meaning is not known, the first counts. */
export function parseOutcome({ structure, commands }: ScriptAnalysis): ParseOutcome {
  if (structure !== undefined) return { status: 'failClosed', class: 'structure', code: structure.code }
  for (const { meaning } of commands) {
    if (meaning !== undefined) return { status: 'failClosed', class: 'meaning', code: meaning.code }
  }
  return OK
}
