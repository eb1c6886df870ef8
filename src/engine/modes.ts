/**
 * The mode wrapper: what a mode, and the absence of a person, make of the waterfall's ask. An ordered table, followed
 * by those of settlement.ts; allow and deny pass through untouched. A row that only passes an ask on leaves the inner step.
 */
import type { Verdict } from './cause.ts'
import type { TraceEntry } from './decision.ts'
import type { EntryStepId } from './entry.ts'
import type { Ruling } from './ruling.ts'
import {
  AUTO_STEPS,
  type AutoStepId,
  attend,
  type PersonStepId,
  refused,
  rule,
  type Unattended
} from './settlement.ts'
import type { Mode } from './verdict.ts'
import type { InnerStepId } from './waterfall.ts'

/** Rows do not care in which table the step stands. */
type AnyVerdict = Verdict<string>

/** What the rows may look at. */
export interface Unanswered extends Unattended {
  readonly mode: Mode
  /** The rules of auto mode hold. */
  readonly isAuto: boolean
  /** Listed as safe in auto mode, and for a file tool every path inside the working directories. */
  readonly safeInAuto: boolean
  /** Whether the same call would be allowed in `acceptEdits` (suspended rules stay suspended); not asked for tools that start work. */
  readonly allowedByAcceptEdits: () => boolean
}

type Outcome =
  | { readonly pass: string }
  /** The ask goes to a person whatever the rows of auto mode say. */
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
      if (!call.isAuto) return pass(NOT_AUTO)
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
      if (!call.isAuto) return pass(NOT_AUTO)
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
      if (!call.isAuto) return pass(NOT_AUTO)
      if (!call.safeInAuto) return pass('not on the safe list')
      return { verdict: { behavior: 'allow', kind: 'tool', cause: { kind: 'free', how: 'tool' } } }
    }
  }
] as const satisfies readonly Row[]

const NOT_AUTO = 'not auto mode'

/** What holds until somebody looks at the session and asks a classifier. */
const ALONE: Ruling = { kind: 'noClassifier', denials: undefined }

export type ModeStepId = (typeof ROWS)[number]['id']

/** What comes out of all tables. */
export type FinalVerdict = Verdict<EntryStepId | InnerStepId | ModeStepId | AutoStepId | PersonStepId>

/** The table, for readers and for the test that pins the ids. */
export const MODE_STEPS: readonly (Row & { readonly id: ModeStepId })[] = ROWS

export interface Wrapped {
  readonly verdict: FinalVerdict
  /** Breaker and classifier may still answer: how much of the trace stands whatever they say. */
  readonly openFrom: number | undefined
}

/** Leads an inner verdict through the tables; only an ask can change. Never throws. */
export function wrap(inner: Verdict<InnerStepId>, call: Unanswered, trace: TraceEntry[]): Wrapped {
  let verdict: FinalVerdict = inner
  let toPerson = false
  for (const row of MODE_STEPS) {
    if (verdict.behavior !== 'ask') return { verdict, openFrom: undefined }
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
  if (verdict.behavior !== 'ask') return { verdict, openFrom: undefined }
  const openFrom = call.isAuto && !toPerson ? trace.length : undefined
  if (openFrom !== undefined) verdict = rule(ALONE, trace)
  else if (!call.isAuto) {
    for (const { id } of AUTO_STEPS) trace.push({ step: id, outcome: 'pass', detail: NOT_AUTO })
  }
  return { verdict: attend(verdict, call, trace), openFrom }
}
