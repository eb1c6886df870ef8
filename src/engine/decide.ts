/** The way in: one tool call and compiled layers give one decision with its trace. */

import { answerOf } from './answer.ts'
import { factsOf } from './call-facts.ts'
import { isAutoActive, modeOf } from './call-mode.ts'
import { placeOf } from './call-place.ts'
import type { CallState } from './call-state.ts'
import { type CallerLimits, isHeadless, isTrusted } from './caller-limits.ts'
import type { Verdict } from './cause.ts'
import type { Examination } from './checks/examination.ts'
import { examine } from './checks/examine.ts'
import type { Bench } from './checks/path-use.ts'
import type { ScriptAnalyser } from './checks/script-analyser.ts'
import type { DecideRequest, Decision, SettingsProblem, TraceEntry } from './decision.ts'
import { refuseByHook, refuseInput } from './entry.ts'
import { reasonOf } from './explain.ts'
import { fall } from './fall.ts'
import { HOME_UNKNOWN, speaksOfHome } from './home-unknown.ts'
import { type Answering, EXEMPT_TOOL, hookOf, isClean, rewrittenBy } from './hook-verdict.ts'
import type { LayerCache } from './layers/cache.ts'
import type { CompiledLayers } from './layers/compiled.ts'
import { type MaybePromise, whenKnown } from './maybe-promise.ts'
import { wrap } from './modes.ts'
import type { Attendance, OpenQuestion } from './open-question.ts'
import type { StepId } from './steps.ts'
import { type ToolInput, validateInput, withoutReserved } from './tools/input.ts'
import { findTool, type MappedTools, type ResolvedTool } from './tools/registry.ts'
import type { Mode, Warning } from './verdict.ts'
import { gravest } from './waterfall.ts'

/** What is the same for every call. */
export interface Service {
  readonly callers: CallerLimits
  readonly layers: LayerCache
  /** The policies without any settings of a request. */
  readonly base: CompiledLayers
  readonly tools: MappedTools
  readonly analyser: ScriptAnalyser
}

/** How a call stands in a batch. */
export interface BatchPosition {
  /** An earlier call may have changed the directory (D20). */
  readonly directoryUnknown: boolean
  /** Characters of commands that may still be read; what is read is taken off. */
  readonly allowance: { left: number }
}

/** A decision and what a batch needs to know of it. */
export interface Decided {
  readonly decision: Decision
  /** The call runs in the session's shell. */
  readonly isShell: boolean
  readonly changesDirectory: boolean
}

export const ALONE: BatchPosition = { directoryUnknown: false, allowance: { left: Number.POSITIVE_INFINITY } }

/** Decides one call. Total: a broken setting or input is an answer, never an exception. */
export function decideCall(
  request: DecideRequest,
  service: Service,
  position: BatchPosition = ALONE
): MaybePromise<Decided | SettingsProblem> {
  const compilation = service.layers.compile(request.settings ?? {}, isTrusted(request, service.callers))
  if ('problem' in compilation) return compilation
  return new DecidingCall(request, service, position, compilation.compiled).decide()
}

/** One call on its way through the steps. */
class DecidingCall {
  private readonly tool: ResolvedTool
  private readonly mode: Mode
  private readonly isAuto: boolean
  private readonly warnings: readonly Warning[]
  private readonly bench: Bench
  private readonly trace: TraceEntry[] = []

  constructor(
    private readonly request: DecideRequest,
    private readonly service: Service,
    private readonly position: BatchPosition,
    private readonly layers: CompiledLayers
  ) {
    this.tool = findTool(request.tool, service.tools)
    const { mode, warning } = modeOf(request, layers, service.callers)
    this.mode = mode
    this.isAuto = isAutoActive(mode, request, layers, service.callers)
    const place = placeOf(request, layers)
    const warnings =
      place.homeDir === undefined && speaksOfHome(layers)
        ? [...layers.warnings, HOME_UNKNOWN]
        : layers.warnings
    this.warnings = warning === undefined ? warnings : [...warnings, warning]
    this.bench = {
      place,
      layers,
      deny: layers.deny,
      ask: layers.ask,
      allow: this.isAuto ? layers.allow.withoutSuspended(layers.classifyAllShell) : layers.allow
    }
  }

  decide(): MaybePromise<Decided> {
    const { request, tool } = this
    const validated = validateInput(tool, request.input)
    if ('issues' in validated) return this.refuse(refuseInput(request.tool, validated.issues))
    this.trace.push({ step: 'input', outcome: 'pass', detail: 'the input fits the tool' })
    const { hook } = request
    if (hook?.decision === 'deny' && tool.definition.name !== EXEMPT_TOOL)
      return this.refuse(refuseByHook(hook))
    this.trace.push({
      step: 'hook',
      outcome: 'pass',
      detail: hook === undefined ? 'no hook spoke' : 'no hook refused'
    })
    if (hook?.updatedInput === undefined || hook.decision === 'defer') {
      return whenKnown(this.examine(validated.input, request.input), (examination) =>
        this.judge(examination, undefined, undefined)
      )
    }
    const updated = rewrittenBy(hook.updatedInput, tool)
    const rewritten = validateInput(tool, updated)
    if ('issues' in rewritten) return this.refuse(refuseInput(request.tool, rewritten.issues))
    return whenKnown(this.examine(validated.input, request.input), (original) =>
      whenKnown(this.examine(rewritten.input, updated), (examination) =>
        this.judge(examination, original, updated)
      )
    )
  }

  private examine(input: ToolInput, sent: ToolInput): MaybePromise<Examination> {
    return examine(
      {
        tool: this.tool,
        input,
        sent,
        startUnknown: this.position.directoryUnknown,
        mayRead: (length) => take(this.position.allowance, length)
      },
      this.bench,
      this.service.analyser
    )
  }

  private judge(
    examination: Examination,
    original: Examination | undefined,
    updatedInput: ToolInput | undefined
  ): MaybePromise<Decided> {
    const hook = this.request.permissionRequestHook
    const answering = hook?.updatedInput === undefined ? undefined : rewrittenBy(hook.updatedInput, this.tool)
    const rewrite = answering === undefined ? undefined : validateInput(this.tool, answering)
    if (rewrite === undefined || answering === undefined)
      return this.settle(examination, original, updatedInput, undefined)
    const answer = (answered: Examination | undefined): Decided =>
      this.settle(examination, original, updatedInput, {
        input: answering,
        examination: answered,
        isClean: () => answered !== undefined && isClean(this.state(answered, undefined, this.mode))
      })
    return 'issues' in rewrite ? answer(undefined) : whenKnown(this.examine(rewrite.input, answering), answer)
  }

  private settle(
    examination: Examination,
    original: Examination | undefined,
    updatedInput: ToolInput | undefined,
    answering: Answering | undefined
  ): Decided {
    const { request, layers, tool, mode, trace } = this
    const state = this.state(examination, original, mode)
    const inner = fall(state, trace)
    const { definition } = tool
    const attendance: Attendance = {
      headless: isHeadless(request, this.service.callers),
      denyInsteadOfPrompting: layers.denyInsteadOfPrompting,
      personOnly: gravest(state)?.approvable === false,
      permissionRequestHook: request.permissionRequestHook
    }
    const { verdict, openFrom } = wrap(
      inner,
      {
        ...attendance,
        mode,
        isAuto: this.isAuto,
        safeInAuto:
          definition.safeInAuto &&
          examination.parts.every((part) => part.free === 'tool' || part.rule !== undefined),
        allowedByAcceptEdits: () =>
          mode === 'auto' &&
          !definition.startsWork &&
          fall(this.state(examination, original, 'acceptEdits'), []).behavior === 'allow',
        rewriteIsClean: () => answering?.isClean() ?? true
      },
      trace
    )
    const isAnswered = verdict.answeredByHook === true && verdict.behavior === 'allow'
    const run = (isAnswered ? answering : undefined) ?? { examination, input: updatedInput }
    const decision = this.answer(verdict, run.examination, run.input)
    const open =
      openFrom !== undefined
        ? this.question(inner, attendance, answering, openFrom, updatedInput)
        : verdict.kind === 'unattended' && !attendance.personOnly
          ? FOR_HOOKS
          : undefined
    return {
      decision: open === undefined ? decision : { ...decision, open },
      isShell: definition.check === 'bash',
      changesDirectory: examination.changesDirectory || answering?.examination?.changesDirectory === true
    }
  }

  private question(
    inner: Verdict<StepId>,
    attendance: Attendance,
    answering: Answering | undefined,
    traced: number,
    updatedInput: ToolInput | undefined
  ): OpenQuestion {
    const { guidance, denialLimits } = this.layers
    return {
      kind: 'auto',
      because: reasonOf(inner),
      attendance,
      updatedInput: this.toRun(updatedInput),
      answered: answering && {
        isClean: attendance.permissionRequestHook?.decision === 'allow' && answering.isClean(),
        updatedInput: this.toRun(answering.input),
        sandboxed: answering.examination?.sandbox?.sandboxed,
        facts: factsOf(this.tool, answering.examination)
      },
      guidance,
      limits: denialLimits,
      traced
    }
  }

  /** What the caller must run instead of what was sent; undefined: it may run that. */
  private toRun(input: ToolInput | undefined): ToolInput | undefined {
    const rewritten = input === undefined ? undefined : withoutReserved(input)
    return sameInput(rewritten, this.request.input) ? undefined : rewritten
  }

  private state(examination: Examination, original: Examination | undefined, mode: Mode): CallState {
    const { tool, bench, layers } = this
    return {
      toolNames: tool.ruleNames,
      forbidNames: tool.definition.check === 'monitor' ? [...tool.ruleNames, 'Bash'] : tool.ruleNames,
      startsWork: tool.definition.startsWork,
      mode,
      deny: bench.deny,
      ask: bench.ask,
      allow: bench.allow,
      autoAllowReadOnly: layers.autoAllowReadOnly,
      hook: hookOf(this.request.hook),
      examination,
      original
    }
  }

  private refuse(verdict: Verdict<StepId>): Decided {
    this.trace.push({ step: verdict.step, outcome: 'deny', detail: verdict.detail ?? verdict.kind })
    return { decision: this.answer(verdict, undefined, undefined), isShell: false, changesDirectory: false }
  }

  private answer(
    verdict: Verdict<StepId>,
    examination: Examination | undefined,
    updatedInput: ToolInput | undefined
  ): Decision {
    return {
      ...answerOf(verdict),
      mode: this.mode,
      isAuto: this.isAuto,
      updatedInput: verdict.behavior === 'deny' ? undefined : this.toRun(updatedInput),
      sandboxed: examination?.sandbox?.sandboxed,
      facts: factsOf(this.tool, examination),
      suggestions: [],
      warnings: this.warnings,
      trace: this.trace,
      parse: examination?.parse,
      directoryUnknown: this.position.directoryUnknown && examination?.parse !== undefined
    }
  }
}

function take(allowance: { left: number }, length: number): boolean {
  allowance.left -= length
  return allowance.left >= 0
}

const FOR_HOOKS: OpenQuestion = { kind: 'permissionRequest' }

const sameInput = (a: ToolInput | undefined, b: ToolInput): boolean =>
  a === undefined || JSON.stringify(a) === JSON.stringify(b)
