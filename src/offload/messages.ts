/** What the service and its workers say to each other: plain data. */
import type { ReaderCounters } from '../engine/bash/reader.ts'
import type { Decided } from '../engine/decide.ts'
import type {
  Classification,
  ClassifyRequest,
  DecideRequest,
  PolicyFile,
  SettingsProblem
} from '../engine/decision.ts'

export interface WorkerData {
  readonly policies: readonly PolicyFile[]
}

export type Job =
  | {
      readonly kind: 'decide'
      readonly request: DecideRequest
      readonly directoryUnknown: boolean
      /** Characters of commands that may still be read. */
      readonly left: number
    }
  | { readonly kind: 'classify'; readonly request: ClassifyRequest }

/** What came of a job. */
export type Outcome =
  | { readonly kind: 'decide'; readonly decided: Decided | SettingsProblem; readonly left: number }
  | { readonly kind: 'classify'; readonly classification: Classification }
  | { readonly kind: 'failed' }

export type FromWorker =
  | {
      readonly kind: 'ready'
      /** The worker's thread, as the system calls it; undefined where it does not tell. */
      readonly thread: string | undefined
    }
  | {
      readonly kind: 'done'
      readonly outcome: Outcome
      /** Since the worker started. */
      readonly counters: ReaderCounters
      /** Its parser's runtime failed: it is to be replaced. */
      readonly isBroken: boolean
    }
