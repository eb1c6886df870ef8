/** Runs the inner waterfall from the top and keeps the trace. */
import type { CallState } from './call-state.ts'
import type { Cause, Verdict } from './cause.ts'
import type { Part } from './checks/examination.ts'
import type { TraceEntry } from './decision.ts'
import { type Answer, INNER_STEPS, type InnerStepId } from './waterfall.ts'

type Step = (typeof INNER_STEPS)[number]

/** Pushes one trace entry a row looked at. Never throws. */
export function fall(call: CallState, trace: TraceEntry[]): Verdict<InnerStepId> {
  let open = call.examination.parts
  let held: Verdict<InnerStepId> | undefined
  let heldUntil: string | undefined
  const earlier: Cause[] = []
  for (const row of INNER_STEPS) {
    const outcome = row.judge(call, open)
    if ('pass' in outcome) {
      trace.push({ step: row.id, outcome: 'pass', detail: outcome.pass })
    } else if ('settled' in outcome) {
      const { settled } = outcome
      open = open.filter((part) => !settled.includes(part))
      if (open.length === 0) return { ...decided(row, outcome.by, trace, settled), earlier }
      earlier.push(outcome.by.cause)
      trace.push({ step: row.id, outcome: 'pass', detail: `settles ${quoteAll(settled)}` })
    } else if (row.heldUntil !== undefined) {
      held = decided(row, outcome, trace)
      heldUntil = row.heldUntil
    } else {
      return decided(row, outcome, trace)
    }
    if (held !== undefined && row.id === heldUntil) return held
  }
  // INVARIANT: the last row always answers; a table without it must still fail closed.
  return { behavior: 'ask', step: '3', kind: 'default', cause: { kind: 'open', part: '', why: '' } }
}

function decided(
  row: Step,
  answer: Answer,
  trace: TraceEntry[],
  settled?: readonly Part[]
): Verdict<InnerStepId> {
  const { rule, detail } = answer
  const by = rule === undefined ? (detail ?? answer.kind) : rule.text
  trace.push({
    step: row.id,
    outcome: answer.behavior,
    detail: settled === undefined ? by : `${by} settles ${quoteAll(settled)}`
  })
  return {
    behavior: answer.behavior,
    step: row.id,
    kind: answer.kind,
    cause: answer.cause,
    layer: rule?.layer ?? answer.layer,
    rule: rule?.text,
    detail,
    retryable: answer.retryable === true,
    forPerson: row.forPerson === true,
    lastResort: row.lastResort === true
  }
}

const quoteAll = (parts: readonly Part[]): string => parts.map((part) => `\`${part.text}\``).join(', ')
