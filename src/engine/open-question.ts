/** An ask that somebody other than a person may still answer. Plain data: it may come from another thread. */
import type { DenialLimits } from './breaker.ts'
import type { CallFacts, HookVerdict } from './decision.ts'
import type { Guidance } from './layers/auto-mode.ts'
import type { LayerName } from './verdict.ts'

/** Who could answer an ask in place of a person, and whether there is a person. */
export interface Attendance {
  readonly headless: boolean
  readonly denyInsteadOfPrompting: LayerName | undefined
  /** A safety check that only a person may answer stands behind the ask, whatever was asked first. */
  readonly personOnly: boolean
  readonly permissionRequestHook: HookVerdict | undefined
}

/** What a PermissionRequest hook put in place of the input, as it would run. */
export interface AnsweredInput {
  /** It meets no deny, ask or safety check. */
  readonly isClean: boolean
  /** Where it differs from the input that was sent. */
  readonly updatedInput: Readonly<Record<string, unknown>> | undefined
  readonly sandboxed: boolean | undefined
  readonly facts: CallFacts
}

/** For the breaker and the classifier of auto mode. */
export interface AutoQuestion {
  readonly kind: 'auto'
  /** Why no rule settled the call, in a sentence. */
  readonly because: string
  readonly attendance: Attendance
  /** What hooks before the rules made of the input, where it differs from the one sent. */
  readonly updatedInput: Readonly<Record<string, unknown>> | undefined
  /** undefined: a PermissionRequest hook, if there is one, leaves the input as it is. */
  readonly answered: AnsweredInput | undefined
  readonly guidance: Guidance
  readonly limits: DenialLimits
  /** Entries of the trace that stand whatever comes of the question. */
  readonly traced: number
}

/** For PermissionRequest hooks, where nobody can answer: the refusal stands unless one of them answers. */
export interface HookQuestion {
  readonly kind: 'permissionRequest'
}

export type OpenQuestion = AutoQuestion | HookQuestion
