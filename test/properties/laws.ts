/** Words that several laws share. */
import type { DecideRequest, Decision } from '../../src/engine/decision.ts'
import type { StepId } from '../../src/engine/steps.ts'

/** Steps whose answer nobody but a person may lift: denials, asks by rule, hook or tool, safety checks, plan mode. */
export const STOPPING_STEPS: ReadonlySet<StepId> = new Set([
  'input',
  'hook',
  '1a',
  '1b',
  '1d',
  '1e',
  '1f',
  '1g',
  '1h'
])

/** What a decision says, without the words for people. */
export function verdictOf(decision: Decision): Record<string, unknown> {
  const { detail: _, ...by } = decision.decidedBy
  return { decision: decision.decision, by, facts: decision.facts, sandboxed: decision.sandboxed }
}

/** The same call where a person can answer and no mode or setting hides who asked. */
export function unwrapped(request: DecideRequest): DecideRequest {
  const mode = request.mode === 'dontAsk' || request.mode === 'auto' ? 'default' : request.mode
  const text = JSON.stringify(request.settings ?? {})
  const settings: unknown = JSON.parse(text, (key, value) =>
    key === 'denyInsteadOfPrompting' ? undefined : value
  )
  return { ...request, mode, headless: false, settings: settings as NonNullable<DecideRequest['settings']> }
}

/** A request as it is shown when a law fails. */
export const shown = (request: DecideRequest): string => JSON.stringify(request)
