/** The policies in force: what routes ask for, whatever keeps them up to date. */
import type { Engine } from '../engine/engine.ts'
import { type AppliedPolicy, type PolicySet, policySet } from './policy-set.ts'

/** Whose call it is, as far as policies can tell calls apart. */
export interface PolicySubject {
  readonly tenant: string
  readonly projectDir: string
  readonly agent?: { readonly id?: string | undefined; readonly type?: string | undefined } | undefined
}

/** The policies that apply to a call, and the engine over them. */
export interface Selection {
  readonly engine: Engine
  readonly policy: AppliedPolicy
}

/** One whole, immutable set. A request takes it once and keeps to it. */
export interface ActivePolicies {
  readonly set: PolicySet
  /** Total and synchronous; the same value for the same policies. */
  select(subject: PolicySubject): Selection
}

export interface LivePolicies {
  current(): ActivePolicies
}

/** The same engine for every call, for good. */
export function fixedPolicies(engine: Engine, set: PolicySet = policySet([])): LivePolicies {
  const selection: Selection = { engine, policy: { digest: set.digest, ids: set.ids } }
  const active: ActivePolicies = { set, select: () => selection }
  return { current: () => active }
}
