/** Hooks that the service itself asks: the port, as the decision path sees it. */
import type { DecideRequest, HookVerdict } from '../engine/decision.ts'
import type { Engine } from '../engine/engine.ts'
import type { Mode } from '../engine/verdict.ts'
import type { PolicyHooks } from './policy-hooks.ts'

/** One call as hooks get to see it. */
export interface HookedCall {
  /** The call itself; `input` as the client's own hooks left it. */
  readonly request: DecideRequest
  readonly toolUseId: string | undefined
  readonly agent?: { readonly id?: string | undefined; readonly type?: string | undefined } | undefined
  /** An earlier call of the same response may have changed the directory that it starts in. */
  readonly startUnknown?: boolean | undefined
  /** The effective mode. */
  readonly mode: Mode
  /** Evaluates `if`. */
  readonly engine: Pick<Engine, 'meets' | 'toolNames'>
  readonly signal?: AbortSignal | undefined
}

/** What the hooks of an event said together: deny before ask before allow. */
export interface HookRunner {
  /** undefined: no hook of the policies speaks of this call, or none had anything to say. Never rejects. */
  preToolUse(hooks: PolicyHooks, call: HookedCall): Promise<HookVerdict | undefined> | undefined
  permissionRequest(hooks: PolicyHooks, call: HookedCall): Promise<HookVerdict | undefined> | undefined
  /** Tells of a denial; whether a hook lets the model try again. */
  permissionDenied(
    hooks: PolicyHooks,
    call: HookedCall & { readonly reason: string }
  ): Promise<{ readonly retry: boolean }> | undefined
  close(): Promise<void>
}
