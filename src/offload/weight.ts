/** What deciding a call may cost, told from the texts of its commands alone: cheap, counted, the same every time. */
import type { ClassifyRequest, DecideRequest } from '../engine/decision.ts'

/** Nothing of this length or less takes the parsers long, and few commands of agents are longer. */
const LIGHT_LENGTH = 1_024

/** Characters that may begin a command, an expansion or a pattern: each is worth many of the others. */
const LIGHT_MARKS = 128

const MARKS = new Set(Array.from('\n;&|()<>`$*?[{~=', (mark) => mark.charCodeAt(0)))

/** Whether reading and judging the command may hold up other callers. */
export function isHeavyText(text: string): boolean {
  if (text.length <= LIGHT_MARKS) return false
  if (text.length > LIGHT_LENGTH) return true
  let marks = 0
  for (let at = 0; at < text.length; at += 1) if (MARKS.has(text.charCodeAt(at))) marks += 1
  return marks > LIGHT_MARKS
}

/** Whether any command of the call is heavy, those that hooks put in included. */
export function isHeavyCall(request: DecideRequest | ClassifyRequest): boolean {
  if ('command' in request && request.command !== undefined && isHeavyText(request.command)) return true
  if (isHeavyInput(request.input)) return true
  if (!('hook' in request || 'permissionRequestHook' in request)) return false
  return isHeavyInput(request.hook?.updatedInput) || isHeavyInput(request.permissionRequestHook?.updatedInput)
}

function isHeavyInput(input: Readonly<Record<string, unknown>> | undefined): boolean {
  const command = input?.command
  return typeof command === 'string' && isHeavyText(command)
}
