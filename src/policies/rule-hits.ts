/** How often each rule of the policies decided a call of a tenant since their set went live. */
import { LRUCache } from 'lru-cache'
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
  readonly principal: { readonly tenant: string }
  readonly decision: Decision
  readonly policy: AppliedPolicy
}

/** The rules of one set: nothing else is counted. */
type Rules = Readonly<Record<Behavior, ReadonlySet<string>>>

const BEHAVIORS = ['allow', 'ask', 'deny'] as const

/** Counts kept at once, of all tenants; the one that was needed least recently begins anew. */
const MAX_COUNTS = 100_000

/** Each tenant has its own counts: nobody learns from a rule's count what others do. */
export class RuleHitCounter {
  readonly #policies: LivePolicies
  readonly #counts: LRUCache<string, { count: number }>
  #digest = ''
  #rules: Rules = rulesIn([])

  constructor(policies: LivePolicies, maxCounts = MAX_COUNTS) {
    this.#policies = policies
    this.#counts = new LRUCache({ max: maxCounts })
  }

  /** A call decided by a set that is in force no more is not counted. */
  count({ principal: { tenant }, decision: { decision, decidedBy }, policy: { digest } }: Decided): void {
    const { layer, rule } = decidedBy
    if (layer !== 'policy' || rule === undefined) return
    this.#follow()
    if (digest !== this.#digest) return
    const behavior = behaviorOf(decision, decidedBy)
    if (!this.#rules[behavior].has(rule)) return
    const key = keyOf(tenant, behavior, rule)
    const counter = this.#counts.get(key)
    if (counter === undefined) this.#counts.set(key, { count: 1 })
    else counter.count += 1
  }

  /** Every rule of the policy, also those that decided nothing. Files with the same rule share its count. */
  of(policy: Policy, tenant: string): readonly RuleHits[] {
    this.#follow()
    return BEHAVIORS.flatMap((behavior) =>
      rulesOf(policy, behavior).map((rule) => ({
        rule,
        behavior,
        layer: 'policy' as const,
        count: this.#counts.peek(keyOf(tenant, behavior, rule))?.count ?? 0
      }))
    )
  }

  #follow(): void {
    const { set } = this.#policies.current()
    if (set.digest === this.#digest) return
    this.#digest = set.digest
    this.#rules = rulesIn(set.policies)
    this.#counts.clear()
  }
}

/** No tenant holds a blank. */
const keyOf = (tenant: string, behavior: Behavior, rule: string): string => `${tenant} ${behavior} ${rule}`

/** Only what an ask rule asked is answered by anything but the rule itself: by a mode, a hook or nobody at all. */
const behaviorOf = (decision: Behavior, { kind }: DecidedBy): Behavior => (kind === 'rule' ? decision : 'ask')

function rulesIn(policies: readonly Policy[]): Rules {
  const setOf = (behavior: Behavior) => new Set(policies.flatMap((policy) => rulesOf(policy, behavior)))
  return { allow: setOf('allow'), ask: setOf('ask'), deny: setOf('deny') }
}

/** The different rules of a list, as written. */
export function rulesOf({ settings }: Policy, behavior: Behavior): readonly string[] {
  const { permissions } = settings
  if (typeof permissions !== 'object' || permissions === null) return []
  const list: unknown = Object.entries(permissions).find(([key]) => key === behavior)?.[1]
  return Array.isArray(list) ? [...new Set(list.filter((rule) => typeof rule === 'string'))] : []
}
