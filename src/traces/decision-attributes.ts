/** What the span of a request says of the calls that were decided in it. */
import type { Attributes, DecidedCall } from './tracing.ts'

/** One call is told of by itself, several in numbers. */
export function decisionAttributes(calls: readonly DecidedCall[]): Attributes {
  const [only, ...others] = calls
  if (only === undefined) return {}
  if (others.length === 0) {
    return {
      'portcullis.decision': only.decision,
      'portcullis.step': only.step,
      'portcullis.kind': only.kind,
      'portcullis.tool_family': only.toolFamily
    }
  }
  const number = (behavior: DecidedCall['decision']): number =>
    calls.filter(({ decision }) => decision === behavior).length
  return {
    'portcullis.calls': calls.length,
    'portcullis.decisions.allow': number('allow'),
    'portcullis.decisions.ask': number('ask'),
    'portcullis.decisions.deny': number('deny')
  }
}
