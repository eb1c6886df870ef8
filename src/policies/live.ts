/** The policies in force: what routes ask for, whatever keeps them up to date. */
import type { Engine } from '../engine/engine.ts'
import type { Platform } from '../engine/paths/place.ts'
import type { PolicyHooks } from '../hooks/policy-hooks.ts'
import type { InputLogging } from './input-logging.ts'
import { type AppliedPolicy, type PolicySet, policySet } from './policy-set.ts'

/** Whose call it is, as far as policies can tell calls apart. */
export interface PolicySubject {
  readonly tenant: string
  readonly projectDir: string
  /** How `projectDir` is written. Default: `linux`. */
  readonly platform?: Platform | undefined
  readonly agent?: { readonly id?: string | undefined; readonly type?: string | undefined } | undefined
}

/** The policies that apply to a call, and the engine over them. */
export interface Selection {
  readonly engine: Engine
  readonly policy: AppliedPolicy
  /** Default: digests stand for inputs. */
  readonly log?: InputLogging | undefined
  /** That the policies name; undefined: there are none. */
  readonly hooks?: PolicyHooks | undefined
}

/** One whole, immutable set. A request takes it once and keeps to it. */
export interface ActivePolicies {
  readonly set: PolicySet
  /** The file of each policy by its id, without its folder. */
  readonly files: ReadonlyMap<string, string>
  /** When a set of this digest went live. */
  readonly loadedAt: Date
  /** Synchronous; the same value for the same policies. */
  select(subject: PolicySubject): Selection
}

/** How keeping the policies up to date goes. */
export interface PolicyStatus {
  /** Of the set in force. */
  readonly digest: string
  /** Milliseconds since 1970 of the last reading that succeeded. */
  readonly lastSuccess: number
  /** Changes that were noticed, by what came of them; `unchanged` decides as before. */
  readonly reloads: { readonly success: number; readonly failure: number; readonly unchanged: number }
  /** Why the newest set is not in force; undefined: it is. */
  readonly fault: string | undefined
}

export interface LivePolicies {
  current(): ActivePolicies
  status(): PolicyStatus
}

/** The same engine for every call, for good. */
export function fixedPolicies(engine: Engine, set: PolicySet = policySet([])): LivePolicies {
  const selection: Selection = { engine, policy: { digest: set.digest, ids: set.ids } }
  const loadedAt = new Date()
  const files = new Map(set.ids.map((id) => [id, `${id}.json`]))
  const active: ActivePolicies = { set, files, loadedAt, select: () => selection }
  const status: PolicyStatus = {
    digest: set.digest,
    lastSuccess: loadedAt.getTime(),
    reloads: { success: 0, failure: 0, unchanged: 0 },
    fault: undefined
  }
  return { current: () => active, status: () => status }
}
