/** Where the policies' hooks are asked on the way of a call, and what their words come to. */
import type { Decision, HookVerdict } from '../engine/decision.ts'
import type { HookedCall, HookRunner } from '../hooks/hook-runner.ts'
import { type Call, leftOf } from './call.ts'
import { leftBy } from './merge-verdicts.ts'

type Said = Promise<HookVerdict | undefined> | undefined

const MAY_RETRY = 'You may try this call once more.'

export class HookSteps {
  readonly #runner: HookRunner | undefined

  constructor(runner: HookRunner | undefined) {
    this.#runner = runner
  }

  /** Before the rules count; undefined: there is nothing to wait for. */
  preToolUse(call: Call, first: Decision): Said {
    if (call.hooks === undefined || this.#runner === undefined) return undefined
    // An input that no tool takes never reaches a hook, and a refusal by the client's own is final.
    if (first.decidedBy.kind === 'invalidInput' || call.request.hook?.decision === 'deny') return undefined
    return this.#runner.preToolUse(call.hooks, hookedCall(call, first))
  }

  /** In place of a person, where nobody can answer. */
  permissionRequest(call: Call, decision: Decision): Said {
    if (decision.open?.kind !== 'permissionRequest') return undefined
    if (call.hooks === undefined || this.#runner === undefined) return undefined
    return this.#runner.permissionRequest(call.hooks, hookedCall(call, decision))
  }

  /** Of what the classifier denied; a hook may let the model try again. */
  async denied(call: Call, decision: Decision): Promise<Decision> {
    const { decidedBy, reason } = decision
    if (decision.decision !== 'deny' || decidedBy.kind !== 'classifier') return decision
    if (call.hooks === undefined || this.#runner === undefined) return decision
    const heard = await this.#runner.permissionDenied(call.hooks, { ...hookedCall(call, decision), reason })
    if (heard?.retry !== true) return decision
    return { ...decision, messageForModel: `${decision.messageForModel ?? reason} ${MAY_RETRY}` }
  }
}

function hookedCall(call: Call, { mode, directoryUnknown }: Decision): HookedCall {
  const { request, toolUseId, agent, engine } = call
  const left = leftOf(call)
  const input = leftBy(request.hook) ?? request.input
  return {
    request: input === request.input ? request : { ...request, input },
    toolUseId,
    agent,
    startUnknown: directoryUnknown,
    mode,
    engine,
    signal: left === undefined ? undefined : AbortSignal.timeout(Math.ceil(left))
  }
}
