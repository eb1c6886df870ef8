/** What deciding a call may cost, told from the texts of its commands alone: cheap, counted, the same every time. */
import type { ClassifyRequest, DecideRequest } from '../engine/decision.ts'

/** What a text may weigh that is decided at once: about ten milliseconds at the worst, a tenth of one as a rule. */
const LIGHT = 1_500

/** A character that may begin a command, an expansion or a pattern weighs as much as so many others. */
const MARK = 8
const MARKS = new Set(Array.from('\n;&|()<>`$*?[{~=', (mark) => mark.charCodeAt(0)))

/** A blank may begin a word. */
const BLANK = 4
const SPACE = 32

/** Whether reading and judging the command may hold up other callers. */
export function isHeavyText(text: string): boolean {
  if (text.length > LIGHT) return true
  // What is that short is light whatever it holds.
  if (text.length * (MARK + 1) <= LIGHT) return false
  let weight = text.length
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === SPACE) weight += BLANK
    else if (MARKS.has(code)) weight += MARK
  }
  return weight > LIGHT
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
