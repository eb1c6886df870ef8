/** What hooks answer, read as agent runtimes read it. */
import { z } from 'zod'
import { isObject } from '../engine/layers/findings.ts'
import { readJson } from '../json-text.ts'
import { LIMITS } from '../limits.ts'
import { repeatsKey } from '../repeated-keys.ts'
import type { HookEvent } from './hook-events.ts'

/** What one hook said. */
export interface HookAnswer {
  readonly decision: 'allow' | 'ask' | 'deny' | undefined
  readonly reason: string | undefined
  readonly updatedInput: Readonly<Record<string, unknown>> | undefined
  /** PermissionDenied: the model may try again. */
  readonly retry: boolean
}

export const NOTHING_SAID: HookAnswer = {
  decision: undefined,
  reason: undefined,
  updatedInput: undefined,
  retry: false
}

type JsonObject = Readonly<Record<string, unknown>>

const updatedInput = z.custom<JsonObject>(isObject).optional()
const text = z.string().optional()

/** What would decide in its own place, and must not be passed over in another. */
const misplaced = z.undefined().optional()

const preToolUse = z.looseObject({
  hookSpecificOutput: z
    .looseObject({
      hookEventName: z.literal('PreToolUse'),
      permissionDecision: z.enum(['allow', 'ask', 'deny', 'defer']).optional(),
      permissionDecisionReason: text,
      updatedInput,
      decision: misplaced
    })
    .optional(),
  /** The form before `hookSpecificOutput`. */
  decision: z.enum(['approve', 'block']).optional(),
  reason: text,
  permissionDecision: misplaced,
  updatedInput: misplaced
})

const permissionRequest = z.looseObject({
  hookSpecificOutput: z
    .looseObject({
      hookEventName: z.literal('PermissionRequest'),
      decision: z.looseObject({ behavior: z.enum(['allow', 'deny']), message: text, updatedInput }).optional()
    })
    .optional()
})

const permissionDenied = z.looseObject({
  hookSpecificOutput: z
    .looseObject({ hookEventName: z.literal('PermissionDenied'), retry: z.boolean().optional() })
    .optional()
})

/** The body of an answer; undefined: it is none. */
export function readAnswer(event: HookEvent, body: string): HookAnswer | undefined {
  if (body.trim() === '') return NOTHING_SAID
  const read = readJson(body, LIMITS.nesting, LIMITS.members)
  return read.kind !== 'value' || repeatsKey(body) ? undefined : READERS[event](read.value)
}

const READERS: Readonly<Record<HookEvent, (value: unknown) => HookAnswer | undefined>> = {
  PreToolUse: readPreToolUse,
  PermissionRequest: readPermissionRequest,
  PermissionDenied(value) {
    const { success, data } = permissionDenied.safeParse(value)
    return success ? { ...NOTHING_SAID, retry: data.hookSpecificOutput?.retry === true } : undefined
  }
}

function readPreToolUse(value: unknown): HookAnswer | undefined {
  const { success, data } = preToolUse.safeParse(value)
  if (!success) return undefined
  const said = data.hookSpecificOutput
  const decision = said?.permissionDecision
  // Whoever says both things is taken at the stricter word.
  if (data.decision === 'block' && decision !== 'deny')
    return { ...NOTHING_SAID, decision: 'deny', reason: data.reason }
  if (decision === undefined) {
    const approves = data.decision === 'approve'
    const reason = said?.permissionDecisionReason ?? data.reason
    return {
      ...NOTHING_SAID,
      decision: approves ? 'allow' : undefined,
      reason,
      updatedInput: said?.updatedInput
    }
  }
  const reason = said?.permissionDecisionReason
  if (decision === 'defer') return { ...NOTHING_SAID, decision: 'ask', reason }
  return { ...NOTHING_SAID, decision, reason, updatedInput: said?.updatedInput }
}

function readPermissionRequest(value: unknown): HookAnswer | undefined {
  const { success, data } = permissionRequest.safeParse(value)
  if (!success) return undefined
  const decision = data.hookSpecificOutput?.decision
  if (decision === undefined) return NOTHING_SAID
  const { behavior, message, updatedInput: updated } = decision
  return { ...NOTHING_SAID, decision: behavior, reason: message, updatedInput: updated }
}
