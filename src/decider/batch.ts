/** The calls of one model response: asked about side by side, settled in their order. */
import { requestOf } from '../engine/batch.ts'
import { afterEvent, denialsOf } from '../engine/breaker.ts'
import type {
  BatchCall,
  BatchDecision,
  CallContext,
  ClassifierReport,
  Decision,
  HookVerdict,
  SettingsProblem
} from '../engine/decision.ts'
import { isObject } from '../engine/layers/findings.ts'
import type { Ruling } from '../engine/ruling.ts'
import { partition } from '../engine/schedule.ts'
import { settle } from '../engine/settle.ts'
import type { AutoPath, Pending, Ruled, State } from './auto-path.ts'
import type { Call, Caller } from './call.ts'
import type { HookSteps } from './hook-steps.ts'
import { mergeAnswers, mergeVerdicts } from './merge-verdicts.ts'

/** So many calls of a batch wait for the classifier at once. */
const ASKED_AT_ONCE = 8

/** About so many calls of a batch hooks are asked at once: one batch must not use up what all callers may have under way. */
const HOOKED_AT_ONCE = 16

export interface Batch {
  readonly caller: Caller
  readonly context: CallContext
  readonly calls: readonly BatchCall[]
  readonly auto: AutoPath
  readonly hooks: HookSteps
}

/** A layer of the wrong shape comes back as a problem; nothing throws. */
export async function decideBatch(batch: Batch): Promise<BatchDecision | SettingsProblem> {
  const { engine } = batch.caller
  const first = await engine.decideBatch(batch.context, batch.calls)
  if ('problem' in first) return first
  const hooked = await withVerdicts(batch, first, 'hook', (call, decision) =>
    batch.hooks.preToolUse(call, decision)
  )
  const decided = hooked === batch ? first : await engine.decideBatch(hooked.context, hooked.calls)
  if ('problem' in decided) return decided
  const ruled = await settleInOrder(hooked, decided)
  return attended(hooked, decided, ruled)
}

/** What became of each call: nothing more, or what the world ruled. */
type Rulings = readonly (Ruled | undefined)[]

/** A denial counts for the calls behind it; so many of them are asked about ahead. */
async function settleInOrder(
  { caller, context, calls, auto }: Batch,
  decided: BatchDecision
): Promise<Rulings> {
  const made = decided.decisions.map((decision, index) => ({
    decision,
    call: callOf(caller, context, calls[index])
  }))
  const open = made.filter(({ decision }) => decision.open?.kind === 'auto')
  const [foremost] = open
  let state: State = foremost && (await auto.stateFor(foremost.call, foremost.decision))
  const asked = new Map<Decision, Promise<Pending>>()
  const rulings: (Ruled | undefined)[] = []
  /** Of those that are open. */
  let settled = 0
  for (const { decision, call } of made) {
    if (decision.open?.kind !== 'auto') {
      rulings.push(undefined)
      if (decision.open === undefined && decision.isAuto === true && decision.decision === 'allow') {
        auto.allowed(call)
        state = state && denialsOf(afterEvent(state, 'success'), state.limits)
      }
      continue
    }
    for (const next of open.slice(settled, settled + ASKED_AT_ONCE)) {
      if (asked.has(next.decision)) continue
      asked.set(next.decision, auto.ask(next.call, next.decision, state, false))
    }
    settled += 1
    const pending = await asked.get(decision)
    const ruled = pending && (await settleOne(auto, call, decision, pending, state))
    rulings.push(ruled)
    if (ruled?.ruling.kind === 'verdict') state = ruled.ruling.denials
  }
  return rulings
}

/**
 * What was asked ahead counts for nothing where a call before it opened the breaker, and what was not asked is asked where
 * one closed it.
 */
async function settleOne(
  auto: AutoPath,
  call: Call,
  decision: Decision,
  pending: Pending,
  state: State
): Promise<Ruled> {
  if (pending.kind === 'asked' && state?.breakerOpen !== false) {
    pending.consultation.discard()
    const ruling: Ruling =
      state === undefined ? { kind: 'stateUnknown' } : { kind: 'breakerOpen', denials: state }
    return { ruling, report: undefined }
  }
  if (state === undefined) return auto.settle(call, decision, pending)
  const now =
    pending.kind === 'asked' ? { ...pending, denials: state } : await auto.ask(call, decision, state, false)
  return auto.settle(call, decision, now)
}

/** Hooks in place of a person, and those that hear of denials. */
async function attended(
  batch: Batch,
  decided: BatchDecision,
  rulings: Rulings
): Promise<BatchDecision | SettingsProblem> {
  const ruled = under(decided, rulings)
  const answered = await withVerdicts(batch, ruled, 'permissionRequestHook', (call, decision) =>
    batch.hooks.permissionRequest(call, decision)
  )
  const again = answered === batch ? ruled : await decidedAgain(answered, decided, rulings)
  if ('problem' in again) return again
  const { caller, context, calls, hooks, auto } = batch
  const decisions = await atMost(HOOKED_AT_ONCE, again.decisions, async (decision, index) => {
    const call = callOf(caller, context, calls[index])
    const isAnswered = ruled.decisions[index]?.decision !== 'allow' && decision.decision === 'allow'
    if (isAnswered && decision.isAuto === true) auto.allowed(call, 'hook')
    const told = await hooks.denied(call, decision)
    return { ...told, toolUseId: decision.toolUseId }
  })
  return { ...again, decisions }
}

/** What was ruled stands, except on calls of which it is now open where they start, for what a hook put in before them. */
async function decidedAgain(
  batch: Batch,
  before: BatchDecision,
  rulings: Rulings
): Promise<BatchDecision | SettingsProblem> {
  const { caller, context, calls, auto } = batch
  const again = await caller.engine.decideBatch(context, calls)
  if ('problem' in again) return again
  const standing: (Ruled | undefined)[] = []
  for (const [index, decision] of again.decisions.entries()) {
    const isSame = decision.directoryUnknown === before.decisions[index]?.directoryUnknown
    const isOpen = decision.open?.kind === 'auto'
    if (isSame || !isOpen) standing.push(rulings[index])
    else standing.push(await auto.rule(callOf(caller, context, calls[index]), decision))
  }
  return under(again, standing)
}

function under(decided: BatchDecision, rulings: Rulings): BatchDecision {
  const decisions = decided.decisions.map((decision, index) => {
    const ruled = rulings[index]
    if (ruled === undefined) return decision
    const settled = { ...settle(decision, ruled.ruling), toolUseId: decision.toolUseId }
    const classifier: ClassifierReport | undefined = ruled.report
    return classifier === undefined ? settled : { ...settled, classifier }
  })
  if (decisions.every(({ facts }, index) => facts === decided.decisions[index]?.facts))
    return { ...decided, decisions }
  // What a hook put in place of an input has other needs.
  const scheduled = decisions.map(({ toolUseId, facts: { concurrencySafe } }) => ({
    toolUseId,
    concurrencySafe
  }))
  return { ...decided, decisions, batches: partition(scheduled) }
}

/** The batch with what hooks said of its calls; the same where none said anything. */
async function withVerdicts(
  batch: Batch,
  decided: BatchDecision,
  field: 'hook' | 'permissionRequestHook',
  askOf: (call: Call, decision: Decision) => Promise<HookVerdict | undefined> | undefined
): Promise<Batch> {
  const { caller, context, calls } = batch
  const merge = field === 'hook' ? mergeVerdicts : mergeAnswers
  const verdicts = await atMost(HOOKED_AT_ONCE, decided.decisions, (decision, index) =>
    askOf(callOf(caller, context, calls[index]), decision)
  )
  if (verdicts.every((verdict) => verdict === undefined)) return batch
  const changed = calls.map((call, index) => {
    const verdict = verdicts[index]
    return verdict === undefined ? call : { ...call, [field]: merge(call[field], verdict) }
  })
  return { ...batch, calls: changed }
}

/** What `use` makes of each, so many at once. */
async function atMost<T, R>(
  most: number,
  values: readonly T[],
  use: (value: T, index: number) => Promise<R> | R
): Promise<readonly R[]> {
  const results: R[] = []
  const left = values.entries()
  const work = async (): Promise<void> => {
    for (const [index, value] of left) results[index] = await use(value, index)
  }
  await Promise.all(Array.from({ length: Math.min(most, values.length) }, work))
  return results
}

function callOf(caller: Caller, context: CallContext, call: BatchCall | undefined): Call {
  const tool = typeof call?.tool === 'string' ? call.tool : ''
  const input = isObject(call?.input) ? call.input : {}
  const toolUseId = call?.toolUseId
  const request = requestOf(context, call ?? { toolUseId: '', tool, input }, tool, input)
  return { ...caller, request, toolUseId }
}
