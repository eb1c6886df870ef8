/**
 * The mode wrapper: what a mode, and the absence of a person, make of the waterfall's ask. One ordered table;
 * allow and deny pass through untouched. A row that only passes an ask on leaves the inner step.
 */
import type { Verdict } from './cause.ts'
import type { HookVerdict, TraceEntry } from './decision.ts'
import type { EntryStepId } from './entry.ts'
import type { LayerName, Mode } from './verdict.ts'
import type { InnerStepId } from './waterfall.ts'

/** Rows do not care in which table the step stands. */
type AnyVerdict = Verdict<string>

/** What the rows may look at. */
export interface Unanswered {
  readonly mode: Mode
  readonly headless: boolean
  readonly denyInsteadOfPrompting: LayerName | undefined
  /** Listed as safe in auto mode, and for a file tool every path inside the working directories. */
  readonly safeInAuto: boolean
  /** Whether the same call would be allowed in `acceptEdits` (suspended rules stay suspended); not asked for tools that start work. */
  readonly allowedByAcceptEdits: () => boolean
  /** A safety check that only a person may answer stands behind the ask, whatever was asked first. */
  readonly personOnly: boolean
  readonly permissionRequestHook: HookVerdict | undefined
  /** What a PermissionRequest hook put in place of the input meets no deny, ask or safety check. */
  readonly rewriteIsClean: () => boolean
}

type Outcome =
  | { readonly pass: string }
  /** The ask goes to a person whatever the rows of auto mode below say. */
  | { readonly toPerson: string }
  | { readonly verdict: Omit<AnyVerdict, 'step'> }

interface Row {
  readonly id: string
  readonly question: string
  /** Passed over once an ask goes to a person. */
  readonly notForPerson?: true
  readonly judge: (ask: AnyVerdict, call: Unanswered) => Outcome
}

const pass = (why: string): Outcome => ({ pass: why })

const refused = (ask: AnyVerdict, kind: 'mode' | 'unattended'): Outcome => ({
  verdict: { ...ask, behavior: 'deny', kind, detail: innerDetail(ask), retryable: false }
})

const innerDetail = (ask: AnyVerdict): string =>
  `${ask.step} ${ask.kind}${ask.detail === undefined ? '' : `: ${ask.detail}`}`

/** A PermissionRequest hook answers for the person; an allow never opens what only a person may open. */
function askHook(ask: AnyVerdict, call: Unanswered): Outcome | undefined {
  const hook = call.permissionRequestHook
  if (hook === undefined || call.personOnly) return undefined
  const by = (behavior: 'allow' | 'deny'): Outcome => ({
    verdict: {
      ...ask,
      behavior,
      kind: 'hook',
      answeredByHook: true,
      detail: innerDetail(ask),
      cause: { kind: 'hook', behavior, reason: hook.reason }
    }
  })
  if (hook.decision === 'deny') return by('deny')
  if (hook.decision !== 'allow' || !call.rewriteIsClean()) return undefined
  // H8: what a person would have to fill in, the hook has to bring along.
  const answers = ask.cause.kind !== 'person' || hook.updatedInput !== undefined
  return answers ? by('allow') : undefined
}

const ROWS = [
  {
    id: 'mode.dontAsk',
    question: 'does the mode ask nobody?',
    judge: (ask, call) => (call.mode === 'dontAsk' ? refused(ask, 'mode') : pass('the mode may ask'))
  },
  {
    id: 'auto.1',
    question: 'auto: must a person answer this ask?',
    judge: (ask, call) => {
      if (call.mode !== 'auto') return pass('not auto mode')
      if (ask.forPerson === true) return { toPerson: 'somebody asked for a person on purpose' }
      return call.personOnly
        ? { toPerson: 'a safety check that only a person may answer' }
        : pass('the ask may be settled without a person')
    }
  },
  {
    id: 'auto.2',
    notForPerson: true,
    question: 'auto: would acceptEdits allow it?',
    judge: (_ask, call) => {
      if (call.mode !== 'auto') return pass('not auto mode')
      if (!call.allowedByAcceptEdits()) return pass('acceptEdits would not allow it')
      return {
        verdict: {
          behavior: 'allow',
          kind: 'mode',
          cause: { kind: 'mode', mode: 'auto', why: 'an edit that acceptEdits would allow' }
        }
      }
    }
  },
  {
    id: 'auto.3',
    notForPerson: true,
    question: 'auto: is the tool on the safe list?',
    judge: (_ask, call) => {
      if (call.mode !== 'auto') return pass('not auto mode')
      if (!call.safeInAuto) return pass('not on the safe list')
      return { verdict: { behavior: 'allow', kind: 'tool', cause: { kind: 'free', how: 'tool' } } }
    }
  },
  {
    id: 'auto.4',
    notForPerson: true,
    question: 'auto: is the circuit breaker open?',
    judge: (_ask, call) =>
      pass(call.mode === 'auto' ? 'no denials are counted without a classifier' : 'not auto mode')
  },
  {
    id: 'auto.5',
    notForPerson: true,
    question: 'auto: what does the classifier say?',
    judge: (_ask, call) => {
      if (call.mode !== 'auto') return pass('not auto mode')
      return {
        verdict: {
          behavior: 'ask',
          kind: 'degraded',
          detail: 'classifier-not-configured',
          retryable: false,
          cause: { kind: 'classifierMissing' }
        }
      }
    }
  },
  {
    id: 'denyInsteadOfPrompting',
    question: 'do the settings refuse every prompt?',
    judge: (ask, call) => {
      if (call.denyInsteadOfPrompting === undefined) return pass('the settings allow prompts')
      return askHook(ask, call) ?? refused(ask, 'unattended')
    }
  },
  {
    id: 'headless',
    question: 'is there no person to ask?',
    judge: (ask, call) =>
      call.headless ? (askHook(ask, call) ?? refused(ask, 'unattended')) : pass('a person can answer')
  }
] as const satisfies readonly Row[]

export type WrapperStepId = (typeof ROWS)[number]['id']

/** What comes out of the table. */
export type FinalVerdict = Verdict<EntryStepId | InnerStepId | WrapperStepId>

/** The table, for readers and for the test that pins the ids. */
export const WRAPPER_STEPS: readonly (Row & { readonly id: WrapperStepId })[] = ROWS

/** Leads an inner verdict through the table; only an ask can change. Never throws. */
export function wrap(inner: Verdict<InnerStepId>, call: Unanswered, trace: TraceEntry[]): FinalVerdict {
  let verdict: FinalVerdict = inner
  let toPerson = false
  for (const row of WRAPPER_STEPS) {
    if (verdict.behavior !== 'ask') return verdict
    if (toPerson && row.notForPerson === true) continue
    const outcome = row.judge(verdict, call)
    if ('verdict' in outcome) {
      verdict = { ...outcome.verdict, step: row.id }
      trace.push({ step: row.id, outcome: verdict.behavior, detail: verdict.detail ?? verdict.kind })
    } else {
      if ('toPerson' in outcome) toPerson = true
      trace.push({
        step: row.id,
        outcome: 'pass',
        detail: 'pass' in outcome ? outcome.pass : outcome.toPerson
      })
    }
  }
  return verdict
}
