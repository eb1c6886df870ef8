/** An ask that somebody other than a person may still answer. Plain data: it may come from another thread. */
import type { DenialLimits } from './breaker.ts'
import type { HookVerdict } from './decision.ts'
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

/** For the breaker and the classifier of auto mode. */
export interface AutoQuestion {
  readonly kind: 'auto'
  /** Why no rule settled the call, in a sentence. */
  readonly because: string
  readonly attendance: Attendance
  /** What a PermissionRequest hook put in place of the input meets no deny, ask or safety check. */
  readonly rewriteIsClean: boolean
  /** The input to run where it differs from the one sent: as hooks before the rules left it, and as a PermissionRequest hook answered. */
  readonly updatedInput: Readonly<Record<string, unknown>> | undefined
  readonly answeredInput: Readonly<Record<string, unknown>> | undefined
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
