/** What the world says of a call that no rule settled: its session's denials, and the classifier. Plain data. */
import type { Denials } from './breaker.ts'

/** What the classifier answered. */
export interface ClassifierVerdict {
  readonly block: boolean
  readonly reason: string
  readonly category: string
  /** It meets an entry of `hard_deny`: nothing lifts the block. */
  readonly hardDeny: boolean
}

export type Ruling =
  /** The state of the session is not known. */
  | { readonly kind: 'stateUnknown' }
  /** So many denials came before that the classifier is not asked. */
  | { readonly kind: 'breakerOpen'; readonly denials: Denials }
  | { readonly kind: 'noClassifier'; readonly denials: Denials | undefined }
  /** The classifier was asked in vain. */
  | {
      readonly kind: 'noVerdict'
      /** Why, as a code. */
      readonly code: string
      /** It was in vain so often that a person answers instead. */
      readonly askPerson: boolean
      readonly denials: Denials
    }
  | {
      readonly kind: 'verdict'
      readonly verdict: ClassifierVerdict
      /** The state after the verdict was counted; undefined: it could not be. */
      readonly denials: Denials | undefined
    }
