/** Asks the HTTP hooks of policies: all that match a call at once, each with a time-out of its own. */

import type { HookVerdict } from '../engine/decision.ts'
import { EXEMPT_TOOL } from '../engine/hook-verdict.ts'
import { type HookAnswer, readAnswer } from './answer.ts'
import { HookClient, type HookClientOptions, type HookFailureCode } from './hook-client.ts'
import type { HookEvent } from './hook-events.ts'
import type { HookedCall, HookRunner } from './hook-runner.ts'
import { type Asked, mergePermissionRequest, mergePreToolUse } from './merge.ts'
import { payloadOf } from './payload.ts'
import type { HttpHook, PolicyHooks } from './policy-hooks.ts'

/** What came of one call of a hook. `none`: it answered, and left the decision to others. */
export const HOOK_OUTCOMES = [
  'allow',
  'ask',
  'deny',
  'none',
  'failure',
  'timeout',
  'refused-address'
] as const
export type HookOutcome = (typeof HOOK_OUTCOMES)[number]

/** Calls of hooks so far. */
export type HookCounts = Readonly<Record<HookEvent, Readonly<Record<HookOutcome, number>>>>

/** A hook that gave no answer. */
export interface HookFailure {
  readonly event: HookEvent
  /** Without path and query, which may hold secrets. */
  readonly origin: string
  readonly code: HookFailureCode
}

/** One call of a hook that is over. */
export interface HookCall {
  readonly event: HookEvent
  readonly outcome: HookOutcome
  readonly durationMs: number
}

export interface HookRunnerOptions extends HookClientOptions {
  /** Hears of every failure. */
  readonly failed?: ((failure: HookFailure) => void) | undefined
  /** Hears of every call, on behalf of the request it belongs to. */
  readonly called?: ((call: HookCall) => void) | undefined
  readonly limits?: Partial<HookLimits> | undefined
}

/** Calls of hooks that are under way at once. */
export interface HookLimits {
  readonly inFlight: number
  /** To one server: a server that hangs leaves room for the others. */
  readonly perOrigin: number
}

const LIMITS: HookLimits = { inFlight: 256, perOrigin: 64 }

export class HttpHookRunner implements HookRunner {
  readonly #client: HookClient
  readonly #failed: (failure: HookFailure) => void
  readonly #called: (call: HookCall) => void
  readonly #limits: HookLimits
  readonly #counts = noCounts()
  readonly #inFlight = new Map<string, number>()
  #total = 0

  constructor({ failed = () => {}, called = () => {}, limits, ...client }: HookRunnerOptions = {}) {
    this.#client = new HookClient(client)
    this.#failed = failed
    this.#called = called
    this.#limits = { ...LIMITS, ...limits }
  }

  get counts(): HookCounts {
    return this.#counts
  }

  preToolUse(hooks: PolicyHooks, call: HookedCall): Promise<HookVerdict | undefined> | undefined {
    return this.#ask('PreToolUse', hooks, call)?.then((asked) => mergePreToolUse(asked, call.request.input))
  }

  permissionRequest(hooks: PolicyHooks, call: HookedCall): Promise<HookVerdict | undefined> | undefined {
    return this.#ask('PermissionRequest', hooks, call)?.then((asked) =>
      mergePermissionRequest(asked, call.request.input)
    )
  }

  permissionDenied(
    hooks: PolicyHooks,
    call: HookedCall & { readonly reason: string }
  ): Promise<{ readonly retry: boolean }> | undefined {
    return this.#ask('PermissionDenied', hooks, call, call.reason)?.then((asked) => ({
      retry: asked.some((one) => 'answer' in one && one.answer.retry)
    }))
  }

  close(): Promise<void> {
    return this.#client.close()
  }

  /** undefined: no hook speaks of the call. */
  #ask(
    event: HookEvent,
    hooks: PolicyHooks,
    call: HookedCall,
    reason?: string
  ): Promise<readonly Asked[]> | undefined {
    const { engine, request, startUnknown } = call
    if (hooks[event].length === 0 || request.tool === EXEMPT_TOOL) return undefined
    const names = engine.toolNames(request.tool)
    const matching = hooks[event].filter(({ matches }) => matches(names))
    const met = matching.map(
      ({ condition }) => condition === undefined || engine.meets(condition, request, startUnknown)
    )
    if (met.every((one) => one === false)) return undefined
    return Promise.all(met).then((known) => {
      const asking = once(matching.filter((_, index) => known[index] === true))
      const body = payloadOf(event, call, reason)
      return Promise.all(asking.map((hook) => this.#askOne(event, hook, body, call.signal)))
    })
  }

  async #askOne(
    event: HookEvent,
    hook: HttpHook,
    body: string,
    signal: AbortSignal | undefined
  ): Promise<Asked> {
    const since = performance.now()
    const said = await this.#said(event, hook, body, signal)
    const outcome = outcomeOf(said)
    this.#counts[event][outcome] += 1
    this.#called({ event, outcome, durationMs: performance.now() - since })
    if (typeof said !== 'string') return { hook, answer: said }
    this.#failed({ event, origin: hook.url.origin, code: said })
    return { hook, failure: said }
  }

  /** The answer, or why there is none. */
  async #said(
    event: HookEvent,
    hook: HttpHook,
    body: string,
    signal: AbortSignal | undefined
  ): Promise<HookAnswer | HookFailureCode> {
    const { origin } = hook.url
    const toOrigin = this.#inFlight.get(origin) ?? 0
    if (this.#total >= this.#limits.inFlight || toOrigin >= this.#limits.perOrigin) return 'busy'
    this.#count(origin, 1)
    try {
      const reply = await this.#client.post(hook, body, signal)
      if ('failure' in reply) return reply.failure
      return readAnswer(event, reply.body) ?? 'unreadable'
    } finally {
      this.#count(origin, -1)
    }
  }

  #count(origin: string, change: 1 | -1): void {
    this.#total += change
    const left = (this.#inFlight.get(origin) ?? 0) + change
    if (left === 0) this.#inFlight.delete(origin)
    else this.#inFlight.set(origin, left)
  }
}

const FAILED_OUTCOMES: Readonly<Partial<Record<HookFailureCode, HookOutcome>>> = {
  timeout: 'timeout',
  late: 'timeout',
  address: 'refused-address'
}

function outcomeOf(said: HookAnswer | HookFailureCode): HookOutcome {
  if (typeof said === 'string') return FAILED_OUTCOMES[said] ?? 'failure'
  return said.retry ? 'allow' : (said.decision ?? 'none')
}

/** Each handler once; what stands first counts. */
function once(hooks: readonly HttpHook[]): readonly HttpHook[] {
  const seen = new Set<string>()
  return hooks.filter(({ identity }) => !seen.has(identity) && seen.add(identity))
}

function noCounts(): Record<HookEvent, Record<HookOutcome, number>> {
  const none = (): Record<HookOutcome, number> => ({
    allow: 0,
    ask: 0,
    deny: 0,
    none: 0,
    failure: 0,
    timeout: 0,
    'refused-address': 0
  })
  return { PreToolUse: none(), PermissionRequest: none(), PermissionDenied: none() }
}
