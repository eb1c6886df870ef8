/**
 * What a script says, before anybody asks where it runs: every command with what its program would do, every command
 * it runs in turn, every script it hands to another shell. Depends on the text alone, so it is kept per text.
 */
import type { CommandContext, Program, Redirection, SimpleCommand, StructureCode } from '../bash/program.ts'
import type { CommandFacts, MeaningCode } from '../knowledge/facts.ts'
import type { Place } from '../paths/place.ts'
import type { Level } from './bash-level.ts'
import type { LocatedScript } from './bash-located.ts'

/** Why a reading is not enough to judge a script (D13, first kind). */
export interface StructureProblem {
  /** `late`: says nothing of the text, but that reading it took longer than anybody waits (D14). */
  readonly code: StructureCode | 'late'
  readonly message: string
  readonly offset: number | undefined
}

/** Why the meaning of a command is not known (D13, second kind). */
export interface MeaningProblem {
  readonly code: MeaningCode
  readonly message: string
}

/** Text handed to another shell. */
export interface NestedScript {
  readonly text: string
  /** undefined: not statically known, or nested too deep. */
  readonly analysis: ScriptAnalysis | undefined
  /** The shell that gets it may not be bash, and read something in it otherwise. */
  readonly isForeign: boolean
}

export interface AnalysedCommand {
  readonly command: SimpleCommand
  readonly context: CommandContext
  /** undefined: a bare redirection or assignment. */
  readonly level: Level | undefined
  readonly facts: CommandFacts
  /** The level and everything below it, outermost first. */
  readonly levels: readonly Level[]
  readonly scripts: readonly NestedScript[]
  /** D13, second kind: of this command, or left behind by an earlier one. */
  readonly meaning: MeaningProblem | undefined
  /** Why it does more than read, with all that it runs; undefined: it only reads. */
  readonly effect: string | undefined
  /** The command whose output it reads, in a pipeline. */
  readonly feeder: AnalysedCommand | undefined
}

/** Redirections of a group, loop or test; they happen in the directory of the first command inside. */
export interface GroupRedirection {
  readonly redirection: Redirection
  readonly first: AnalysedCommand | undefined
}

export interface ScriptAnalysis {
  readonly text: string
  readonly program: Program | undefined
  readonly structure: StructureProblem | undefined
  /** In text order. Where the structure is unknown: what either reader found. */
  readonly commands: readonly AnalysedCommand[]
  readonly redirections: readonly GroupRedirection[]
  /** Where it was put last: the same commands come from the same place again and again. */
  readonly memo: { last: { readonly place: Place; readonly script: LocatedScript } | undefined }
}
