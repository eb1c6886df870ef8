/**
 * The life of a decision around the engine: hooks that the policies name, the engine, breaker and classifier of auto
 * mode, hooks in place of a person. A call that needs none of them is answered at once.
 */
import type { Classifier } from '../classifier/classifier.ts'
import type {
  BatchCall,
  BatchDecision,
  CallContext,
  Decision,
  HookVerdict,
  SettingsProblem
} from '../engine/decision.ts'
import { type MaybePromise, whenKnown } from '../engine/maybe-promise.ts'
import type { Ruling } from '../engine/ruling.ts'
import { settle } from '../engine/settle.ts'
import type { HookRunner } from '../hooks/hook-runner.ts'
import type { DenialStore } from '../sessions/denial-store.ts'
import { AutoPath, type Pending } from './auto-path.ts'
import { decideBatch } from './batch.ts'
import type { Call, Caller } from './call.ts'
import { HookSteps } from './hook-steps.ts'
import { mergeAnswers, mergeVerdicts } from './merge-verdicts.ts'
import { Speculation } from './speculation.ts'

export interface DeciderOptions {
  readonly denials: DenialStore
  /** Default: none; the calls it would judge go to a person. */
  readonly classifier?: Classifier | undefined
  /** Default: hooks of policies are not asked. */
  readonly hooks?: HookRunner | undefined
}

export class Decider {
  readonly #auto: AutoPath
  readonly #hooks: HookSteps

  constructor({ denials, classifier, hooks }: DeciderOptions) {
    this.#auto = new AutoPath(denials, classifier)
    this.#hooks = new HookSteps(hooks)
  }

  /** Decides one call. A layer of the wrong shape comes back as a problem; nothing throws. */
  decide(call: Call): MaybePromise<Decision | SettingsProblem> {
    return whenKnown(call.engine.decide(call.request), (first) => {
      if ('problem' in first) return first
      const said = this.#hooks.preToolUse(call, first)
      return said === undefined ? this.#finish(call, first) : this.#afterHooks(call, first, said)
    })
  }

  /** The calls of one model response, in their order. */
  decideBatch(
    caller: Caller,
    context: CallContext,
    calls: readonly BatchCall[]
  ): Promise<BatchDecision | SettingsProblem> {
    return decideBatch({ caller, context, calls, auto: this.#auto, hooks: this.#hooks })
  }

  async #afterHooks(
    call: Call,
    first: Decision,
    said: Promise<HookVerdict | undefined>
  ): Promise<Decision | SettingsProblem> {
    const ahead = this.#speculate(call, first)
    const verdict = await said
    if (verdict === undefined) return this.#finish(call, first, ahead)
    const { request, engine } = call
    const hooked = { ...call, request: { ...request, hook: mergeVerdicts(request.hook, verdict) } }
    const second = await engine.decide(hooked.request)
    if ('problem' in second) return second
    const isSameQuestion = second.open?.kind === 'auto' && second.open.updatedInput === undefined
    if (isSameQuestion) return this.#finish(hooked, second, ahead)
    const discarded = await ahead?.discard()
    const final = await this.#finish(hooked, second)
    return final.classifier === undefined && discarded !== undefined
      ? { ...final, classifier: discarded }
      : final
  }

  /** Asks the classifier while hooks are asked, where the call will need it unless they say otherwise. */
  #speculate(call: Call, first: Decision): Speculation | undefined {
    const { open, parse } = first
    if (open?.kind !== 'auto' || open.updatedInput !== undefined) return undefined
    if (parse === undefined || !this.#auto.canSpeculate) return undefined
    return new Speculation(this.#auto.begin(call, first, true))
  }

  #finish(call: Call, decision: Decision, ahead?: Speculation): MaybePromise<Decision> {
    const { open } = decision
    if (open === undefined) {
      if (decision.isAuto === true && decision.decision === 'allow') this.#auto.allowed(call)
      return decision
    }
    if (open.kind === 'permissionRequest') return this.#attend(call, decision, undefined)
    return this.#rule(call, decision, ahead?.asked ?? this.#auto.begin(call, decision, false))
  }

  async #rule(call: Call, decision: Decision, asked: Promise<Pending>): Promise<Decision> {
    const { ruling, report } = await this.#auto.settle(call, decision, await asked)
    const attended = await this.#attend(call, settle(decision, ruling), ruling)
    const told = await this.#hooks.denied(call, attended)
    return report === undefined ? told : { ...told, classifier: report }
  }

  /** Hooks may answer where nobody else can. */
  #attend(call: Call, decision: Decision, ruling: Ruling | undefined): MaybePromise<Decision> {
    const said = this.#hooks.permissionRequest(call, decision)
    return said === undefined ? decision : this.#answered(call, decision, ruling, said)
  }

  async #answered(
    call: Call,
    decision: Decision,
    ruling: Ruling | undefined,
    said: Promise<HookVerdict | undefined>
  ): Promise<Decision> {
    const verdict = await said
    if (verdict === undefined) return decision
    const { request, engine } = call
    const again = await engine.decide({
      ...request,
      permissionRequestHook: mergeAnswers(request.permissionRequestHook, verdict)
    })
    // The same settings held together a moment ago.
    if ('problem' in again) return decision
    const final = ruling === undefined ? again : settle(again, ruling)
    if (final.isAuto === true && final.decision === 'allow') this.#auto.allowed(call, 'hook')
    return final
  }
}
