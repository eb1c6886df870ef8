/** One call on its way to a decision, with what belongs to it beside the engine's request. */
import type { TranscriptEntry } from '../classifier/classifier.ts'
import type { DecideRequest } from '../engine/decision.ts'
import type { Engine } from '../engine/engine.ts'
import type { HookedCall } from '../hooks/hook-runner.ts'
import type { PolicyHooks } from '../hooks/policy-hooks.ts'

/** What all calls of one HTTP request have in common. */
export interface Caller {
  readonly tenant: string
  readonly engine: Engine
  /** Of the policies that apply; undefined: there are none. */
  readonly hooks: PolicyHooks | undefined
  /** Which agent calls, as sent. */
  readonly agent: HookedCall['agent']
  readonly transcript: readonly TranscriptEntry[]
  /** Milliseconds from `since` that the caller waits; undefined: it does not say. */
  readonly deadlineMs: number | undefined
  /** When the request came, by the monotonic clock. */
  readonly since: number
}

export interface Call extends Caller {
  readonly request: DecideRequest
  readonly toolUseId: string | undefined
}

/** Milliseconds that are left to the caller; undefined: it does not say. */
export const leftOf = ({ deadlineMs, since }: Caller): number | undefined =>
  deadlineMs === undefined ? undefined : Math.max(0, deadlineMs - (performance.now() - since))
