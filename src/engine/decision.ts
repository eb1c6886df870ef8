/** What goes into a decision and what comes out; the JSON of the HTTP contract, field by field. */
import type { CommandContext } from './bash/program.ts'
import type { Denials } from './breaker.ts'
import type { ParseOutcome } from './checks/parse-outcome.ts'
import type { RiskCode, RiskLevel } from './knowledge/risk-codes.ts'
import type { OpenQuestion } from './open-question.ts'
import type { Platform } from './paths/place.ts'
import type { StepId } from './steps.ts'
import type { Behavior, Issue, Kind, LayerName, Mode, Warning } from './verdict.ts'

/** Settings layers a caller may send; each value is a settings.json object, checked when compiled. */
export interface CallerLayers {
  readonly user?: unknown
  readonly project?: unknown
  readonly local?: unknown
  readonly flag?: unknown
  readonly session?: unknown
  /** Only where the service allows inline policy; adds to its own. */
  readonly policy?: unknown
}

/** The verdict of hooks that ran on the client. `defer` counts as `ask`. */
export interface HookVerdict {
  readonly decision?: 'allow' | 'ask' | 'deny' | 'defer' | undefined
  readonly reason?: string | undefined
  readonly updatedInput?: Readonly<Record<string, unknown>> | undefined
  /** Of hooks that the service asks: it refuses because they did not answer by the caller's deadline. */
  readonly isLate?: boolean | undefined
}

/** What every call of a session has in common. */
export interface CallContext {
  readonly sessionId?: string | undefined
  readonly cwd: string
  readonly projectDir?: string | undefined
  readonly homeDir?: string | undefined
  readonly additionalDirectories?: readonly string[] | undefined
  readonly platform?: Platform | undefined
  readonly mode?: Mode | undefined
  readonly headless?: boolean | undefined
  readonly settings?: CallerLayers | undefined
  readonly projectTrusted?: boolean | undefined
  readonly realPaths?: Readonly<Record<string, string>> | undefined
  readonly explain?: boolean | undefined
}

export interface DecideRequest extends CallContext {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly hook?: HookVerdict | undefined
  readonly permissionRequestHook?: HookVerdict | undefined
}

export interface DecidedBy {
  readonly step: StepId
  readonly kind: Kind
  readonly layer?: LayerName | undefined
  readonly rule?: string | undefined
  readonly detail?: string | undefined
  readonly retryable: boolean
}

export interface CallFacts {
  readonly readOnly: boolean
  readonly concurrencySafe: boolean
  readonly destructive: boolean | null
  readonly requiresUserInteraction: boolean
}

/** What asking the classifier came to. */
export interface ClassifierReport {
  readonly verdict: 'allow' | 'block' | 'none'
  /** The classifier's own words; where there is no verdict, why as a code. */
  readonly reason: string
  readonly category?: string | undefined
  readonly model: string
  /** Milliseconds. */
  readonly durationMs: number
  /** The verdict of an equal question asked lately. */
  readonly cached: boolean
  /** Asked before it was known to be needed. */
  readonly speculative: boolean
  readonly outcome: 'used' | 'discarded'
}

export interface TraceEntry {
  readonly step: StepId
  readonly outcome: 'pass' | Behavior
  readonly detail: string
}

export interface Decision {
  readonly decision: Behavior
  readonly reason: string
  readonly messageForModel?: string | undefined
  readonly decidedBy: DecidedBy
  readonly mode: Mode
  readonly updatedInput?: Readonly<Record<string, unknown>> | undefined
  readonly sandboxed?: boolean | undefined
  readonly facts: CallFacts
  readonly suggestions: readonly {
    readonly rule: string
    readonly behavior: Behavior
    readonly layer: LayerName
  }[]
  readonly warnings: readonly Warning[]
  readonly trace: readonly TraceEntry[]
  /** Of the session, after this call was counted; only where it was waited for. */
  readonly denials?: Denials | undefined
  /** Where the classifier was asked. */
  readonly classifier?: ClassifierReport | undefined
  /** Of a shell command: for counters and logs, not for the caller. */
  readonly parse?: ParseOutcome | undefined
  /** The rules of auto mode held. */
  readonly isAuto?: boolean | undefined
  /** An earlier call of the same response may have changed the directory that this one starts in (D20). */
  readonly directoryUnknown?: boolean | undefined
  /** The answer stands unless somebody answers this. For the service, not for the caller. */
  readonly open?: OpenQuestion | undefined
}

/** Settings the engine cannot work with: a layer of the wrong shape or over a bound. */
export interface SettingsProblem {
  readonly problem: 'invalid-layer' | 'too-many-rules'
  readonly issues: readonly Issue[]
}

/** A policy file after reading: its settings are the policy layer. Of several, the later one's scalars win. */
export interface PolicyFile {
  readonly id: string
  readonly settings: unknown
  readonly tools?: readonly ToolMapping[] | undefined
  readonly callers?: CallerPins | undefined
  /** Only what it restricts counts: whether the call is one it is for is not certain. */
  readonly onlyRestricts?: boolean | undefined
}

/** What a policy lets callers claim. */
export interface CallerPins {
  /** The modes there are. */
  readonly modes?: readonly Mode[] | undefined
  /** Layers that may widen what is allowed; any other can only restrict. */
  readonly layers?: readonly LayerName[] | undefined
  /** Stands above `projectTrusted`. Default: `declared`. */
  readonly trustProject?: 'always' | 'declared' | 'never' | undefined
  /** Stands above the request's. */
  readonly headless?: boolean | undefined
}

/** How a home-made tool is judged (policy files' `tools`). */
export interface ToolMapping {
  readonly name: string
  readonly as?: string | undefined
  /** Built-in field -> field of the home-made tool, e.g. `{command: 'cmd'}`. */
  readonly fields?: Readonly<Record<string, string>> | undefined
  readonly readOnly?: boolean | undefined
  readonly concurrencySafe?: boolean | undefined
  readonly requiresUserInteraction?: boolean | undefined
  readonly defer?: boolean | undefined
}

export interface BatchCall {
  readonly toolUseId: string
  readonly tool: unknown
  readonly input: unknown
  readonly cwd?: string | undefined
  readonly hook?: HookVerdict | undefined
  readonly permissionRequestHook?: HookVerdict | undefined
  readonly realPaths?: Readonly<Record<string, string>> | undefined
}

export interface BatchPlan {
  readonly concurrent: boolean
  readonly toolUseIds: readonly string[]
}

export interface BatchDecision {
  readonly decisions: readonly (Decision & { readonly toolUseId: string })[]
  readonly batches: readonly BatchPlan[]
  readonly maxConcurrency: number
}

export interface ClassifyRequest {
  readonly command?: string | undefined
  readonly tool?: string | undefined
  readonly input?: Readonly<Record<string, unknown>> | undefined
  readonly cwd?: string | undefined
  /** Where a command starts is not certain. */
  readonly startUnknown?: boolean | undefined
  readonly homeDir?: string | undefined
  readonly projectDir?: string | undefined
  readonly additionalDirectories?: readonly string[] | undefined
  readonly platform?: Platform | undefined
}

/** What is said of one command, and of all of them together. */
export interface Effects {
  /** Speaks of effects only, not of where paths lie. */
  readonly readOnly: boolean
  readonly concurrencySafe: boolean
  /** True as well where it could not be read. */
  readonly destructive: boolean
  readonly network: boolean
  /** Runs code that the command line does not show. */
  readonly executesCode: boolean
  readonly privileged: boolean
  readonly reads: readonly string[]
  readonly writes: readonly string[]
  readonly unknownReads: boolean
  readonly unknownWrites: boolean
}

export interface RiskReason {
  readonly code: RiskCode
  readonly message: string
  /** Source text of the command, or of the redirection of a group. */
  readonly command: string
  readonly span: readonly [number, number]
}

export interface ClassifiedCommand extends Effects {
  readonly argv: readonly string[]
  readonly text: string
  readonly span: readonly [number, number]
  readonly dynamic: readonly number[]
  readonly env: readonly { readonly name: string; readonly value: string }[]
  readonly wrappers: readonly string[]
  readonly cwd: string | null
  readonly redirects: readonly {
    readonly op: string
    readonly fd: number | null
    readonly target: string
    readonly writes: boolean
  }[]
  readonly reason: string
  readonly risk: RiskLevel
  readonly context: CommandContext
}

export interface Classification extends Effects {
  readonly parse: {
    readonly status: 'ok' | 'failClosed'
    readonly reason?: {
      readonly class: 'structure' | 'meaning'
      readonly code: string
      readonly message: string
    }
    readonly offset?: number
  }
  readonly risk: RiskLevel
  /** The worst first, so many at most; the flags and the level count what is left out as well. */
  readonly reasons: readonly RiskReason[]
  readonly commands: readonly ClassifiedCommand[]
  readonly suggestedRules: readonly {
    readonly rule: string
    readonly behavior: Behavior
    readonly layer: LayerName
  }[]
}
