/** How often each rule of the policies decided a call since their set went live. */
import type { DecidedBy, Decision } from '../engine/decision.ts'
import type { Behavior } from '../engine/verdict.ts'
import type { LivePolicies } from './live.ts'
import type { Policy } from './policy-file.ts'
import type { AppliedPolicy } from './policy-set.ts'

export interface RuleHits {
  readonly rule: string
  readonly behavior: Behavior
  readonly layer: 'policy'
  readonly count: number
}

interface Decided {
  readonly decision: Decision
  readonly policy: AppliedPolicy
}

/** Counters for the rules of one set: nobody but its files can make more of them. */
type Counters = Readonly<Record<Behavior, ReadonlyMap<string, { count: number }>>>

const BEHAVIORS = ['allow', 'ask', 'deny'] as const

export class RuleHitCounter {
  readonly #policies: LivePolicies
  #digest = ''
  #counters: Counters = countersFor([])

  constructor(policies: LivePolicies) {
    this.#policies = policies
  }

  /** A call decided by a set that is in force no more is not counted. */
  count({ decision: { decision, decidedBy }, policy: { digest } }: Decided): void {
    const { layer, rule } = decidedBy
    if (layer !== 'policy' || rule === undefined) return
    this.#follow()
    if (digest !== this.#digest) return
    const counter = this.#counters[behaviorOf(decision, decidedBy)].get(rule)
    if (counter !== undefined) counter.count += 1
  }

  /** Every rule of the policy, also those that decided nothing. Files with the same rule share its count. */
  of(policy: Policy): readonly RuleHits[] {
    this.#follow()
    return BEHAVIORS.flatMap((behavior) =>
      rulesOf(policy, behavior).map((rule) => ({
        rule,
        behavior,
        layer: 'policy' as const,
        count: this.#counters[behavior].get(rule)?.count ?? 0
      }))
    )
  }

  #follow(): void {
    const { set } = this.#policies.current()
    if (set.digest === this.#digest) return
    this.#digest = set.digest
    this.#counters = countersFor(set.policies)
  }
}

/** Only what an ask rule asked is answered by anything but the rule itself: by a mode, a hook or nobody at all. */
const behaviorOf = (decision: Behavior, { kind }: DecidedBy): Behavior => (kind === 'rule' ? decision : 'ask')

function countersFor(policies: readonly Policy[]): Counters {
  const countersOf = (behavior: Behavior) =>
    new Map(policies.flatMap((policy) => rulesOf(policy, behavior)).map((rule) => [rule, { count: 0 }]))
  return { allow: countersOf('allow'), ask: countersOf('ask'), deny: countersOf('deny') }
}

/** The different rules of a list, as written. */
export function rulesOf({ settings }: Policy, behavior: Behavior): readonly string[] {
  const { permissions } = settings
  if (typeof permissions !== 'object' || permissions === null) return []
  const list: unknown = Object.entries(permissions).find(([key]) => key === behavior)?.[1]
  return Array.isArray(list) ? [...new Set(list.filter((rule) => typeof rule === 'string'))] : []
}
