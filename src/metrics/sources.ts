/** Figures that parts of the service keep anyway; each is asked for when somebody scrapes. */
import type { CacheFigures } from '../engine/cache-figures.ts'
import type { PolicyStatus } from '../policies/live.ts'

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
  readonly policies?: () => Pick<PolicyStatus, 'digest' | 'reloads' | 'lastSuccess'>
  readonly caches?: Readonly<Record<string, () => CacheFigures>>
  readonly offload?: () => OffloadFigures
  readonly decisionLog?: () => DecisionLogFigures
  readonly storeIsUp?: () => boolean
}
