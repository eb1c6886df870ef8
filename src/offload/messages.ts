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
import type { SettingsChecked } from '../engine/settings-check.ts'

/** All policies that are in force at one moment, in every form in which they may apply to a call. */
export interface OffloadSet {
  readonly digest: string
  readonly policies: readonly PolicyFile[]
}

/** Those of one set that apply to a call, in their order. */
export interface OffloadSelection {
  readonly set: OffloadSet
  readonly policies: readonly PolicyFile[]
}

/** What tells a policy of a set from all others, and from itself in another form. */
export const nameOf = ({ id, onlyRestricts }: PolicyFile): string =>
  onlyRestricts === true ? `${id} restricts` : id

export type Job =
  | {
      readonly kind: 'decide'
      readonly request: DecideRequest
      readonly directoryUnknown: boolean
      /** Characters of commands that may still be read. */
      readonly left: number
    }
  | { readonly kind: 'classify'; readonly request: ClassifyRequest }
  /** The settings alone count; they come in a call because that is what is weighed. */
  | { readonly kind: 'settings'; readonly request: DecideRequest }

/** A set that jobs will name, and one that none names any more. */
export interface Load {
  readonly kind: 'load'
  readonly set: OffloadSet
  readonly drop: string | undefined
}

export type ToWorker =
  | Load
  | { readonly kind: 'job'; readonly job: Job; readonly digest: string; readonly names: readonly string[] }

/** What came of a job. */
export type Outcome =
  | { readonly kind: 'decide'; readonly decided: Decided | SettingsProblem; readonly left: number }
  | { readonly kind: 'classify'; readonly classification: Classification }
  | { readonly kind: 'settings'; readonly checked: SettingsChecked }
  | { readonly kind: 'failed' }

export const FAILED: Outcome = { kind: 'failed' }

export type FromWorker =
  | {
      readonly kind: 'ready'
      /** The worker's thread, as the system calls it; undefined where it does not tell. */
      readonly thread: string | undefined
    }
  /** The policies of the job are compiled: only from here on it is the job that takes time. */
  | { readonly kind: 'begun' }
  | {
      readonly kind: 'done'
      readonly outcome: Outcome
      /** Since the worker started. */
      readonly counters: ReaderCounters
      /** Its parser's runtime failed: it is to be replaced. */
      readonly isBroken: boolean
    }
