/** What the verdict of a hook counts as. */
import type { CallState } from './call-state.ts'
import type { Examination } from './checks/examination.ts'
import type { HookVerdict } from './decision.ts'
import { fall } from './fall.ts'
import { NO_RULES } from './rules/rule-set.ts'
import { type ToolInput, withoutReserved } from './tools/input.ts'
import type { ResolvedTool } from './tools/registry.ts'
import type { Behavior } from './verdict.ts'

/** What a PermissionRequest hook put in place of the input. */
export interface Answering {
  readonly input: ToolInput
  /** undefined: it does not fit the tool. */
  readonly examination: Examination | undefined
  readonly isClean: () => boolean
}

/** Ends the conversation whatever rules and hooks say (section 5 of the semantics): no hook is asked about it. */
export const EXEMPT_TOOL = 'EndConversation'

/** `defer` leaves the question to a person. */
export function hookOf(hook: HookVerdict | undefined): CallState['hook'] {
  if (hook?.decision === undefined) return undefined
  const behavior: Behavior = hook.decision === 'defer' ? 'ask' : hook.decision
  return { behavior, reason: hook.reason }
}

/** What a hook put in. Fields that only the permission system may set are refused in a built-in, dropped elsewhere. */
export const rewrittenBy = (input: ToolInput, tool: ResolvedTool): ToolInput =>
  tool.kind === 'built-in' ? input : withoutReserved(input)

/** D8 for what a PermissionRequest hook puts in: no deny, ask or safety check may meet it. */
export function isClean(state: CallState): boolean {
  // The hook answers for the person that the tool needs.
  const examination = { ...state.examination, needsPerson: undefined }
  const { behavior, lastResort } = fall({ ...state, examination, hook: undefined, allow: NO_RULES }, [])
  return behavior === 'allow' || lastResort === true
}
