/** One decision as those hear of it who count, keep and log decisions. */
import type { Principal } from '../callers/principal.ts'
import type { Decision } from '../engine/decision.ts'
import type { MaybePromise } from '../engine/maybe-promise.ts'
import type { InputLogging } from '../policies/input-logging.ts'
import type { AppliedPolicy } from '../policies/policy-set.ts'

export interface DecisionEvent {
  readonly principal: Principal
  readonly requestId: string
  readonly traceId: string | undefined
  readonly sessionId: string | undefined
  readonly toolUseId: string | undefined
  readonly agent:
    | {
        readonly id?: string | undefined
        readonly type?: string | undefined
        readonly parentId?: string | undefined
      }
    | undefined
  /** As sent. */
  readonly headless?: boolean | undefined
  /** As sent; of a batch call anything may stand here. */
  readonly tool: unknown
  readonly input: unknown
  readonly decision: Decision
  readonly policy: AppliedPolicy
  /** What the policies say of logging the input. Default: its digest alone. */
  readonly log?: InputLogging | undefined
  /** Milliseconds from the routed request to the decision. */
  readonly durationMs: number
}

export interface DecisionObserver {
  /** The decision to answer: another one only where one that is not recorded must not stand. Never throws. */
  decided(event: DecisionEvent): MaybePromise<Decision>
}

/** Hears of every decision and leaves it as it is. */
export const unobserved: DecisionObserver = { decided: ({ decision }) => decision }
