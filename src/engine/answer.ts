/** The part of a decision that its verdict alone tells. */
import type { Verdict } from './cause.ts'
import type { Decision } from './decision.ts'
import { messageForModel, reasonOf } from './explain.ts'
import type { StepId } from './steps.ts'

type Told = Pick<Decision, 'decision' | 'reason' | 'messageForModel' | 'decidedBy'>

export function answerOf(verdict: Verdict<StepId>): Told {
  const { behavior, step, kind, layer, rule, detail } = verdict
  const reason = reasonOf(verdict)
  return {
    decision: behavior,
    reason,
    messageForModel: messageForModel(verdict, reason),
    decidedBy: {
      step,
      kind,
      layer,
      rule,
      detail,
      retryable: kind === 'degraded' && verdict.retryable === true
    }
  }
}
