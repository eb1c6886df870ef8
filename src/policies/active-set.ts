/** One set in force: an engine for each selection of its policies that calls ask for. */
import { LRUCache } from 'lru-cache'
import type { PolicyFile, SettingsProblem } from '../engine/decision.ts'
import type { Engine } from '../engine/engine.ts'
import { compilePolicyHooks } from '../hooks/policy-hooks.ts'
import type { OffloadSet } from '../offload/messages.ts'
import { inputLogging } from './input-logging.ts'
import type { ActivePolicies, Selection } from './live.ts'
import { type PolicySelection, policySelector } from './match.ts'
import type { PolicySet } from './policy-set.ts'
import { restrictionsOf } from './restrictions.ts'

/**
 * An engine over some policies of a set, in their order, or what is wrong with them. Workers take its heavy calls;
 * where the set is undefined, nobody does.
 */
export type EngineOver = (
  policies: readonly PolicyFile[],
  set: OffloadSet | undefined
) => Engine | SettingsProblem

/** Engines that are kept for one set; making one anew costs a merge. */
const KEPT_ENGINES = 64

export interface ActiveSetOptions {
  readonly set: PolicySet
  readonly files: ReadonlyMap<string, string>
  readonly loadedAt: Date
  readonly engineOver: EngineOver
}

/** The set, ready to decide by; or what is wrong with its policies taken together. */
export function activeSet({
  set,
  files,
  loadedAt,
  engineOver
}: ActiveSetOptions): ActivePolicies | SettingsProblem {
  const { digest } = set
  const offloaded = offloadSet(set)
  const selectionOver = (applied: PolicySelection['policies']): Selection | SettingsProblem => {
    const engine = engineOver(applied, offloaded)
    if ('problem' in engine) return engine
    const compiled = compilePolicyHooks(applied)
    if ('problem' in compiled) return compiled
    const { hooks } = compiled
    return { engine, policy: { digest, ids: applied.map(({ id }) => id) }, log: inputLogging(applied), hooks }
  }

  const { all, select } = policySelector(set.policies)
  // What all of them make together, some of them do.
  const whole = selectionOver(all.policies)
  if ('problem' in whole) return whole

  const kept = new LRUCache<string, Selection>({ max: KEPT_ENGINES })
  return {
    set,
    files,
    loadedAt,
    select(subject) {
      const { key, policies } = select(subject)
      if (policies === all.policies) return whole
      const known = kept.get(key)
      if (known !== undefined) return known
      const selection = selectionOver(policies)
      // No other policies stand in for those that should apply.
      if ('problem' in selection) throw new Error('policies that hold together fail apart')
      kept.set(key, selection)
      return selection
    }
  }
}

/** The set as workers get it: policies that may apply in part are in it in both forms. */
export const offloadSet = ({ digest, policies }: PolicySet): OffloadSet => ({
  digest,
  policies: [
    ...policies,
    ...policies.filter(({ match }) => match !== undefined).map((policy) => restrictionsOf(policy))
  ]
})
