/** Figures that parts of the service keep anyway; each is asked for when somebody scrapes. */
import type { ClassifierCounters } from '../classifier/counters.ts'
import type { CacheFigures } from '../engine/cache-figures.ts'
import type { HookCounts } from '../hooks/http-hook-runner.ts'
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

export interface ClassifierFigures {
  readonly speculations: ClassifierCounters['speculations']
  /** Questions that wait for their turn. */
  readonly waiting: number
  /** Questions that are at the model. */
  readonly inFlight: number
  /** A tenant's calls go to persons, because it gave no verdicts lately. */
  readonly isPaused: boolean
}

/** A part that is not there has no metrics. */
export interface MetricSources {
  readonly policies?: () => Pick<PolicyStatus, 'digest' | 'reloads' | 'lastSuccess'>
  readonly caches?: Readonly<Record<string, () => CacheFigures>>
  readonly offload?: () => OffloadFigures
  readonly decisionLog?: () => DecisionLogFigures
  readonly classifier?: () => ClassifierFigures
  readonly hooks?: () => HookCounts
  readonly storeIsUp?: () => boolean
}
