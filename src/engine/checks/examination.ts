/** What a tool's own check of one input found (step 1c); the waterfall only reads it. */
import type { Rule } from '../rules/rule.ts'
import type { LayerName } from '../verdict.ts'
import type { ParseOutcome } from './parse-outcome.ts'

/** A content rule that met the call. */
export interface RuleFinding {
  readonly rule: Rule
  /** The command, target or path it met, as written. */
  readonly part: string
  /** Why, where it is not plain that it did: the rule is met only by a value nobody can see. */
  readonly guess?: string
  /** The form of the call that this rule would let pass, where there is one. */
  readonly advice?: string
}

/** A refusal by the tool itself (`block...OutsideWorkingDirectories`, a private address). */
export interface ToolRefusal {
  readonly part: string
  readonly why: string
  readonly layer?: LayerName
}

/** Something no rule may lift: step 1g. */
export interface Danger {
  /** `degraded`: nothing speaks against the call itself; asked again, it may be read. */
  readonly kind: 'safetyCheck' | 'undecidable' | 'degraded'
  readonly part: string
  readonly why: string
  /** May the auto-mode classifier judge it? */
  readonly approvable: boolean
  /** Machine-readable cause, e.g. `protected-path`, or a code of D13. */
  readonly code: string
  /** Whose setting it comes from, where it is one. */
  readonly layer?: LayerName
}

/**
 * A piece of the call that must be allowed by somebody: a simple command, a redirection target, a path, or the call.
 * The flags say which steps would settle it.
 */
export interface Part {
  readonly text: string
  /** 2a in `acceptEdits`. */
  readonly acceptEdits: boolean
  /** 2b: the content rule that covers it. */
  readonly rule: Rule | undefined
  /** 2d: read-only Bash, or a tool that needs no permission for this. */
  readonly free: 'readOnly' | 'tool' | undefined
  /** What is missing, as a phrase for the reason, e.g. "may change something". */
  readonly open: string
}

export interface SandboxVerdict {
  readonly sandboxed: boolean
  /** An ask rule for all of Bash is skipped (step 1b). */
  readonly skipsAsk: boolean
  /** Nothing but the mode stands against step 2c. */
  readonly autoAllow: boolean
  /** Why not, for the trace. */
  readonly why: string
}

export interface Examination {
  readonly denyRules: readonly RuleFinding[]
  readonly refusals: readonly ToolRefusal[]
  readonly askRules: readonly RuleFinding[]
  /** Not approvable ones first. */
  readonly dangers: readonly Danger[]
  readonly parts: readonly Part[]
  /** Where plan mode stops it: why the call may change something. */
  readonly mayChange: string | undefined
  /** The tool needs a person whatever the rules say (step 1e). */
  readonly needsPerson: string | undefined
  /** Bash: whether it runs inside the sandbox, and what that alone settles. */
  readonly sandbox: SandboxVerdict | undefined
  /** Shell commands: whether the text could be read. */
  readonly parse: ParseOutcome | undefined
  /** D13, second kind, passed through by the opt-out; named in the trace. */
  readonly optedOut: string | undefined
  /** A protected path was let through by an exception; named in the trace. */
  readonly exceptions: readonly string[]
  readonly readOnly: boolean
  readonly concurrencySafe: boolean
  readonly destructive: boolean | null
  /** Bash: the call may leave the shell in another directory (D20). */
  readonly changesDirectory: boolean
}
