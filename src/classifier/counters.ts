/** What is counted of a classifier beside its answers, which decisions tell of. */
export interface ClassifierCounters {
  /** Consultations before it was known whether they are needed. Some are neither used nor wasted: not yet. */
  readonly speculations: Record<'started' | 'used' | 'wasted', number>
  /** Questions that found an equal one under way. */
  shared: number
  /** Requests that were made again. */
  retried: number
}

/** All counted nought times. */
export const newCounters = (): ClassifierCounters => ({
  speculations: { started: 0, used: 0, wasted: 0 },
  shared: 0,
  retried: 0
})
