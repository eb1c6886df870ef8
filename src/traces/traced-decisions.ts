/** Notes on the span of a request what was decided in it. */
import { whenKnown } from '../engine/maybe-promise.ts'
import type { DecisionObserver } from '../log/decision-event.ts'
import { toolFamily } from '../metrics/tool-family.ts'
import type { Tracing } from './tracing.ts'

/** The same observer; spans tell of what it lets stand. */
export const tracedDecisions = (observer: DecisionObserver, tracing: Tracing): DecisionObserver => ({
  decided: (event) =>
    whenKnown(observer.decided(event), (final) => {
      const { step, kind } = final.decidedBy
      const family = toolFamily(event.tool, event.decision.parse)
      tracing.current()?.decided({ decision: final.decision, step, kind, toolFamily: family })
      return final
    })
})
