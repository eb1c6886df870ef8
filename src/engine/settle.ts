/** The end of a decision that auto mode left open. */
import { answerOf } from './answer.ts'
import type { Decision, TraceEntry } from './decision.ts'
import type { Ruling } from './ruling.ts'
import { attend, rule } from './settlement.ts'

/** The decision under this ruling; one that is not open for it stays as it is. Pure, and total. */
export function settle(decision: Decision, ruling: Ruling): Decision {
  const { open } = decision
  if (open?.kind !== 'auto') return decision
  const { attendance, traced, updatedInput, answered } = open
  const trace: TraceEntry[] = decision.trace.slice(0, traced)
  const rewriteIsClean = (): boolean => answered?.isClean ?? true
  const verdict = attend(rule(ruling, trace), { ...attendance, rewriteIsClean }, trace)
  const isAnswered = verdict.answeredByHook === true && verdict.behavior === 'allow'
  const { facts, sandboxed } = decision
  const run = (isAnswered ? answered : undefined) ?? { updatedInput, facts, sandboxed }
  return {
    ...decision,
    ...answerOf(verdict),
    facts: run.facts,
    sandboxed: run.sandboxed,
    updatedInput: verdict.behavior === 'deny' ? undefined : run.updatedInput,
    denials: ruling.kind === 'stateUnknown' ? undefined : ruling.denials,
    trace,
    open: verdict.kind === 'unattended' && !attendance.personOnly ? { kind: 'permissionRequest' } : undefined
  }
}
