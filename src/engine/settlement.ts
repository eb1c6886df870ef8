/**
 * What becomes of an ask in the end: breaker and classifier of auto mode, then the absence of a person. Two ordered
 * tables. What the world says comes in as a ruling; nothing is called from here.
 */
import type { Denials } from './breaker.ts'
import type { Verdict } from './cause.ts'
import type { TraceEntry } from './decision.ts'
import type { Attendance } from './open-question.ts'
import type { ClassifierVerdict, Ruling } from './ruling.ts'

/** Rows do not care in which table the step stands. */
type AnyVerdict = Verdict<string>

type Outcome = { readonly pass: string } | { readonly verdict: Omit<AnyVerdict, 'step'> }

const pass = (why: string): Outcome => ({ pass: why })

const ask = (verdict: Pick<AnyVerdict, 'kind' | 'cause' | 'detail' | 'retryable'>): Outcome => ({
  verdict: { behavior: 'ask', ...verdict }
})

/** The session cannot be looked up, or the verdict cannot be counted. */
const stateUnknown = (blocked: ClassifierVerdict | undefined): Outcome =>
  ask({
    kind: 'degraded',
    detail: 'session-store-unavailable',
    retryable: true,
    cause: { kind: 'stateUnknown', blocked }
  })

/** `blocked`: the verdict that opened it. */
const breakerOpen = (denials: Denials, blocked: ClassifierVerdict | undefined): Outcome =>
  ask({ kind: 'breaker', detail: openBecause(denials), cause: { kind: 'breaker', denials, blocked } })

/** The steps of auto mode that look beyond the call, in order. */
const AUTO_ROWS = [
  {
    id: 'auto.4',
    question: 'auto: is the circuit breaker open?',
    judge: (ruling: Ruling): Outcome => {
      if (ruling.kind === 'stateUnknown') return stateUnknown(undefined)
      if (ruling.kind === 'breakerOpen') return breakerOpen(ruling.denials, undefined)
      if (ruling.kind !== 'verdict' || !ruling.verdict.block || ruling.verdict.hardDeny) {
        return pass('the session may be judged')
      }
      const { denials, verdict } = ruling
      // A block that nobody counted would let the model try for ever.
      if (denials === undefined) return stateUnknown(verdict)
      return denials.breakerOpen ? breakerOpen(denials, verdict) : pass('the session may be judged')
    }
  },
  {
    id: 'auto.5',
    question: 'auto: what does the classifier say?',
    judge: (ruling: Ruling): Outcome => {
      switch (ruling.kind) {
        case 'verdict': {
          const { block, category } = ruling.verdict
          return {
            verdict: {
              behavior: block ? 'deny' : 'allow',
              kind: 'classifier',
              detail: category,
              cause: { kind: 'classifier', verdict: ruling.verdict }
            }
          }
        }
        case 'noVerdict': {
          const { code, askPerson } = ruling
          return {
            verdict: {
              behavior: askPerson ? 'ask' : 'deny',
              kind: 'degraded',
              detail: code,
              retryable: true,
              cause: { kind: 'noVerdict', code }
            }
          }
        }
        default:
          return ask({
            kind: 'degraded',
            detail: 'classifier-not-configured',
            retryable: false,
            cause: { kind: 'classifierMissing' }
          })
      }
    }
  }
] as const

const openBecause = ({ consecutive, total, limits }: Denials): string =>
  total >= limits.total ? `${total} denials in this session` : `${consecutive} denials in a row`

/** What the last rows may look at. */
export interface Unattended extends Attendance {
  /** What a PermissionRequest hook put in place of the input meets no deny, ask or safety check. */
  readonly rewriteIsClean: () => boolean
}

/** Where nobody can answer. */
const PERSON_ROWS = [
  {
    id: 'denyInsteadOfPrompting',
    question: 'do the settings refuse every prompt?',
    judge: (asked: AnyVerdict, call: Unattended): Outcome => {
      if (call.denyInsteadOfPrompting === undefined) return pass('the settings allow prompts')
      return askHook(asked, call) ?? refused(asked, 'unattended')
    }
  },
  {
    id: 'headless',
    question: 'is there no person to ask?',
    judge: (asked: AnyVerdict, call: Unattended): Outcome =>
      call.headless ? (askHook(asked, call) ?? refused(asked, 'unattended')) : pass('a person can answer')
  }
] as const

export type AutoStepId = (typeof AUTO_ROWS)[number]['id']
export type PersonStepId = (typeof PERSON_ROWS)[number]['id']

/** The tables, for readers and for the test that pins the ids. */
export const AUTO_STEPS: readonly { readonly id: AutoStepId; readonly question: string }[] = AUTO_ROWS
export const PERSON_STEPS: readonly { readonly id: PersonStepId; readonly question: string }[] = PERSON_ROWS

/** What a ruling makes of the call. Never throws. */
export function rule(ruling: Ruling, trace: TraceEntry[]): Verdict<AutoStepId> {
  for (const { id, judge } of AUTO_ROWS) {
    const outcome = judge(ruling)
    if ('verdict' in outcome) return noted({ ...outcome.verdict, step: id }, trace)
    trace.push({ step: id, outcome: 'pass', detail: outcome.pass })
  }
  // INVARIANT: the last row always answers; a table without it must still fail closed.
  return { behavior: 'ask', step: 'auto.5', kind: 'degraded', cause: { kind: 'classifierMissing' } }
}

/** What is left of an ask where nobody may be there to answer. Allow and deny pass through. Never throws. */
export function attend<S extends string>(
  verdict: Verdict<S>,
  call: Unattended,
  trace: TraceEntry[]
): Verdict<S | PersonStepId> {
  if (verdict.behavior !== 'ask') return verdict
  for (const { id, judge } of PERSON_ROWS) {
    const outcome = judge(verdict, call)
    if ('verdict' in outcome) return noted({ ...outcome.verdict, step: id }, trace)
    trace.push({ step: id, outcome: 'pass', detail: outcome.pass })
  }
  return verdict
}

function noted<S extends TraceEntry['step']>(verdict: Verdict<S>, trace: TraceEntry[]): Verdict<S> {
  const { step, behavior, detail, kind } = verdict
  trace.push({ step, outcome: behavior, detail: detail ?? kind })
  return verdict
}

/** The refusal of an ask that nobody answers. */
export const refused = (
  asked: AnyVerdict,
  kind: 'mode' | 'unattended'
): { readonly verdict: Omit<AnyVerdict, 'step'> } => ({
  verdict: { ...asked, behavior: 'deny', kind, detail: innerDetail(asked), retryable: false }
})

const innerDetail = (asked: AnyVerdict): string =>
  `${asked.step} ${asked.kind}${asked.detail === undefined ? '' : `: ${asked.detail}`}`

/** A PermissionRequest hook answers for the person; an allow never opens what only a person may open. */
function askHook(asked: AnyVerdict, call: Unattended): Outcome | undefined {
  const hook = call.permissionRequestHook
  if (hook === undefined || call.personOnly) return undefined
  const by = (behavior: 'allow' | 'deny'): Outcome => ({
    verdict: {
      ...asked,
      behavior,
      kind: 'hook',
      answeredByHook: true,
      detail: innerDetail(asked),
      cause: { kind: 'hook', behavior, reason: hook.reason }
    }
  })
  if (hook.decision === 'deny') return by('deny')
  if (hook.decision !== 'allow' || !call.rewriteIsClean()) return undefined
  // H8: what a person would have to fill in, the hook has to bring along.
  const answers = asked.cause.kind !== 'person' || hook.updatedInput !== undefined
  return answers ? by('allow') : undefined
}
