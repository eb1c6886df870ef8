/** The events whose hooks run on the server. */
export const HOOK_EVENTS = ['PreToolUse', 'PermissionRequest', 'PermissionDenied'] as const
export type HookEvent = (typeof HOOK_EVENTS)[number]
