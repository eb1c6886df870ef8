/** Requests of `POST /decide` and `POST /decide/batch`. */
import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { checkPlaces, checkSession, refuse } from './conditions.ts'
import { hookVerdict, jsonObject, realPaths, session, toolUseId } from './fields.ts'

export const decideRequest = z
  .strictObject({
    ...session,
    toolUseId: toolUseId.optional(),
    tool: z
      .string()
      .min(1)
      .max(256)
      .meta({ description: 'Tool name, such as `Bash` or `mcp__github__create_issue`' }),
    input: jsonObject('The tool’s input'),
    hook: hookVerdict.optional().meta({ description: 'What PreToolUse hooks on the client said' }),
    permissionRequestHook: hookVerdict
      .optional()
      .meta({ description: 'What a PermissionRequest hook on the client said, where nobody can answer' })
  })
  .superRefine((body, context) => {
    checkPlaces(body, context)
    checkSession(body, context)
  })
  .meta({ id: 'DecideRequest', description: 'One tool call and where it stands' })

const batchCall = z
  .strictObject({
    toolUseId,
    tool: z
      .unknown()
      .optional()
      .meta({ description: 'Tool name; anything but a string is denied as invalid' }),
    input: z
      .unknown()
      .optional()
      .meta({ description: 'The tool’s input; anything but an object is denied as invalid' }),
    cwd: session.cwd.optional(),
    realPaths,
    hook: hookVerdict.optional(),
    permissionRequestHook: hookVerdict.optional()
  })
  .meta({ id: 'BatchCall', description: 'One call of a model response' })

// Counted before any call is read.
const calls = z.preprocess(
  (value, context) => {
    if (Array.isArray(value) && value.length > LIMITS.batchCalls) {
      const message = `a batch may hold ${LIMITS.batchCalls} calls, found ${value.length}`
      context.addIssue({ code: 'custom', message, params: { problem: 'too-many-calls' } })
    }
    return value
  },
  z.array(batchCall).meta({
    description: 'The calls in the order of the model response, each with its own `toolUseId`',
    maxItems: LIMITS.batchCalls
  })
)

export const batchRequest = z
  .strictObject({
    ...session,
    calls
  })
  .superRefine((body, context) => {
    checkPlaces(body, context)
    checkSession(body, context)
    const seen = new Set<string>()
    body.calls.forEach((call, index) => {
      checkPlaces(call, context, ['calls', index], body.platform)
      if (seen.has(call.toolUseId)) {
        refuse(context, ['calls', index, 'toolUseId'], 'duplicate', 'expected an id that no other call has')
      }
      seen.add(call.toolUseId)
    })
  })
  .meta({ id: 'BatchRequest', description: 'The calls of one model response, decided together and in order' })
