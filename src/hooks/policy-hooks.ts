/** The hooks that policies name, ready to be matched. */

/** A handler of `type: "http"` under one matcher. */
export interface HttpHook {
  /** Matches tool names; undefined: all. */
  readonly matches: (tool: string) => boolean
  /** A permission rule that the call must meet. */
  readonly condition: string | undefined
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly allowedEnvVars: readonly string[]
  readonly timeoutMs: number
  readonly onFailure: 'block' | 'continue'
}

export const HOOK_EVENTS = ['PreToolUse', 'PermissionRequest', 'PermissionDenied'] as const
export type HookEvent = (typeof HOOK_EVENTS)[number]

/** Of the policies that apply to a call. */
export interface PolicyHooks {
  readonly on: Readonly<Record<HookEvent, readonly HttpHook[]>>
  /** URL patterns; undefined: every public address. */
  readonly allowedUrls: readonly string[] | undefined
  /** Environment variables that headers may use; undefined: those that a hook lists itself. */
  readonly allowedEnvVars: readonly string[] | undefined
}
