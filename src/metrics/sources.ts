/** Figures that parts of the service keep anyway; each is asked for when somebody scrapes. */

export interface CacheFigures {
  readonly hits: number
  readonly misses: number
  readonly entries: number
}

export interface PolicyFigures {
  readonly digest: string
  readonly reloads: { readonly success: number; readonly failure: number }
  /** Milliseconds since 1970 of the last set that went live. */
  readonly lastSuccess: number
}

export interface DecisionLogFigures {
  readonly written: number
  readonly dropped: number
  readonly buffered: number
}

/** Calls that were decided in workers. */
export interface OffloadFigures {
  readonly outcomes: Readonly<Record<'answered' | 'terminated' | 'crashed' | 'refused', number>>
  readonly workers: number
}

/** A part that is not there has no metrics. */
export interface MetricSources {
  readonly policies?: () => PolicyFigures
  readonly caches?: Readonly<Record<string, () => CacheFigures>>
  readonly offload?: () => OffloadFigures
  readonly decisionLog?: () => DecisionLogFigures
  readonly storeIsUp?: () => boolean
}
