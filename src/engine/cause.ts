/** Why a step answered; what `reason`, `messageForModel` and `decidedBy` are written from. */
import type { Denials } from './breaker.ts'
import type { Danger, RuleFinding, ToolRefusal } from './checks/examination.ts'
import type { Rule } from './rules/rule.ts'
import type { ClassifierVerdict } from './ruling.ts'
import type { Behavior, Issue, Kind, LayerName, Mode } from './verdict.ts'

export type Cause =
  | { readonly kind: 'wholeTool'; readonly rule: Rule; readonly tool: string }
  | { readonly kind: 'contentRule'; readonly finding: RuleFinding; readonly behavior: 'ask' | 'deny' }
  | { readonly kind: 'refusal'; readonly refusal: ToolRefusal }
  | { readonly kind: 'person'; readonly why: string }
  | { readonly kind: 'hook'; readonly behavior: Behavior; readonly reason: string | undefined }
  | { readonly kind: 'danger'; readonly danger: Danger }
  | { readonly kind: 'plan'; readonly why: string }
  | { readonly kind: 'mode'; readonly mode: Mode; readonly why: string }
  | {
      readonly kind: 'allowRules'
      readonly covered: readonly { readonly rule: Rule; readonly part: string }[]
    }
  | { readonly kind: 'sandbox' }
  | { readonly kind: 'free'; readonly how: 'readOnly' | 'tool' }
  | { readonly kind: 'open'; readonly part: string; readonly why: string }
  | { readonly kind: 'invalidInput'; readonly tool: string; readonly issues: readonly Issue[] }
  | { readonly kind: 'classifierMissing' }
  | { readonly kind: 'classifier'; readonly verdict: ClassifierVerdict }
  /** The classifier gave none. */
  | { readonly kind: 'noVerdict'; readonly code: string }
  /** `blocked`: the verdict that came of the call itself. */
  | {
      readonly kind: 'breaker'
      readonly denials: Denials
      readonly blocked: ClassifierVerdict | undefined
    }
  | { readonly kind: 'stateUnknown'; readonly blocked: ClassifierVerdict | undefined }

/** The answer of one step, before and after the wrappers. `S` is the table the step stands in. */
export interface Verdict<S extends string> {
  readonly behavior: Behavior
  readonly step: S
  readonly kind: Kind
  readonly layer?: LayerName | undefined
  readonly rule?: string | undefined
  readonly detail?: string | undefined
  readonly retryable?: boolean
  /** Only a person may answer the ask, in auto mode as well. */
  readonly forPerson?: boolean
  /** What settled other parts of the call before, in the order of the steps. */
  readonly earlier?: readonly Cause[]
  /** Nothing decided: no rule and no check speaks against the call. */
  readonly lastResort?: boolean
  /** A PermissionRequest hook gave this answer; what it put in place of the input counts. */
  readonly answeredByHook?: true
  readonly cause: Cause
}
