/** What is looked at before the waterfall: one table. */
import type { Verdict } from './cause.ts'
import type { HookVerdict } from './decision.ts'
import type { Issue } from './verdict.ts'

/** The steps before the waterfall, in order. */
export const ENTRY_STEPS = [
  { id: 'input', question: 'does the input fit the tool?' },
  { id: 'hook', question: 'did a hook refuse?' }
] as const

export type EntryStepId = (typeof ENTRY_STEPS)[number]['id']

/** Longest text of a caller or hook that an answer repeats. */
const MAX_DETAIL = 1_000

export const refuseInput = (tool: string, issues: readonly Issue[]): Verdict<EntryStepId> => ({
  behavior: 'deny',
  step: 'input',
  kind: 'invalidInput',
  detail: issues
    .map((issue) => `${issue.path === '' ? '/' : issue.path}: ${issue.message}`)
    .join('; ')
    .slice(0, MAX_DETAIL),
  cause: { kind: 'invalidInput', tool, issues }
})

export const refuseByHook = ({ reason, isLate }: HookVerdict): Verdict<EntryStepId> => ({
  behavior: 'deny',
  step: 'hook',
  kind: isLate === true ? 'degraded' : 'hook',
  detail: isLate === true ? 'hook-deadline' : reason?.slice(0, MAX_DETAIL),
  retryable: isLate === true,
  cause: { kind: 'hook', behavior: 'deny', reason }
})
