/** The end of a decision that auto mode left open. */
import { answerOf } from './answer.ts'
import type { Decision, TraceEntry } from './decision.ts'
import type { Ruling } from './ruling.ts'
import { attend, rule } from './settlement.ts'

/** The decision under this ruling; one that is not open for it stays as it is. Pure, and total. */
export function settle(decision: Decision, ruling: Ruling): Decision {
  const { open } = decision
  if (open?.kind !== 'auto') return decision
  const { attendance, rewriteIsClean, traced, updatedInput, answeredInput } = open
  const trace: TraceEntry[] = decision.trace.slice(0, traced)
  const verdict = attend(rule(ruling, trace), { ...attendance, rewriteIsClean: () => rewriteIsClean }, trace)
  const input = verdict.answeredByHook === true ? (answeredInput ?? updatedInput) : updatedInput
  return {
    ...decision,
    ...answerOf(verdict),
    updatedInput: verdict.behavior === 'deny' ? undefined : input,
    denials: ruling.kind === 'stateUnknown' ? undefined : ruling.denials,
    trace,
    open: verdict.kind === 'unattended' && !attendance.personOnly ? { kind: 'permissionRequest' } : undefined
  }
}
