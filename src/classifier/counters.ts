/** What is counted of a classifier. */
import { NO_VERDICT_CODES, type NoVerdictCode } from './classifier.ts'

export interface ClassifierCounters {
  /** Answers with a verdict. */
  readonly verdicts: Record<'allow' | 'block', number>
  /** Answers without, by why. */
  readonly none: Record<NoVerdictCode, number>
  /** Consultations before it was known whether they are needed. Some are neither used nor wasted: not yet. */
  readonly speculations: Record<'started' | 'used' | 'wasted', number>
  /** Answers that were known already. */
  cached: number
  /** Questions that found an equal one under way. */
  shared: number
  /** Requests that were made again. */
  retried: number
}

/** All counted nought times. */
export function newCounters(): ClassifierCounters {
  // Every code of the list is there, which the type of `fromEntries` does not know.
  const none = Object.fromEntries(NO_VERDICT_CODES.map((code) => [code, 0])) as Record<NoVerdictCode, number>
  return {
    verdicts: { allow: 0, block: 0 },
    none,
    speculations: { started: 0, used: 0, wasted: 0 },
    cached: 0,
    shared: 0,
    retried: 0
  }
}
