/** What hooks are sent: the event as agent runtimes send it. */
import type { HookEvent } from './hook-events.ts'
import type { HookedCall } from './hook-runner.ts'

/** Fields that every event has are there always; what the service does not know is an empty text. */
const UNKNOWN = ''

/** The body of the request; `reason`: why the call was denied. */
export function payloadOf(event: HookEvent, call: HookedCall, reason?: string): string {
  const { request, agent } = call
  return JSON.stringify({
    session_id: request.sessionId ?? UNKNOWN,
    transcript_path: UNKNOWN,
    cwd: request.cwd,
    permission_mode: call.mode,
    hook_event_name: event,
    tool_name: request.tool,
    tool_input: request.input,
    tool_use_id: event === 'PermissionRequest' ? undefined : (call.toolUseId ?? UNKNOWN),
    agent_id: agent?.id,
    agent_type: agent?.type,
    reason
  })
}
