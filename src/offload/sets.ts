/** Which policy sets a worker holds: the service decides that, and the worker never guesses. */
import { LRUCache } from 'lru-cache'
import type { BashReader } from '../engine/bash/reader.ts'
import type { Service } from '../engine/decide.ts'
import type { PolicyFile } from '../engine/decision.ts'
import { createService, type Memory } from '../engine/service.ts'
import { type Load, nameOf, type OffloadSet } from './messages.ts'

/** The newest sets: calls that began before a change still name the one before. */
const KEPT_SETS = 3

/** Compiled selections that a worker keeps of each set. */
const KEPT_SELECTIONS = 16

/** The service's side: what one worker was sent. */
export class SentSets {
  /** The one that was named last comes last. */
  readonly #digests: string[] = []

  /** What the worker has to be sent before a job over the set; undefined: it holds the set. */
  loadFor(set: OffloadSet): Load | undefined {
    const at = this.#digests.indexOf(set.digest)
    if (at !== -1) this.#digests.splice(at, 1)
    this.#digests.push(set.digest)
    if (at !== -1) return undefined
    const drop = this.#digests.length > KEPT_SETS ? this.#digests.shift() : undefined
    return { kind: 'load', set, drop }
  }
}

interface HeldSet {
  readonly policies: ReadonlyMap<string, PolicyFile>
  readonly services: LRUCache<string, Service>
}

/** The worker's side. */
export class HeldSets {
  readonly #sets = new Map<string, HeldSet>()

  constructor(
    private readonly reader: BashReader,
    private readonly memory: Memory
  ) {}

  load({ set: { digest, policies }, drop }: Load): void {
    if (drop !== undefined) this.#sets.delete(drop)
    this.#sets.set(digest, {
      policies: new Map(policies.map((policy) => [nameOf(policy), policy])),
      services: new LRUCache({ max: KEPT_SELECTIONS })
    })
  }

  /** The service over these policies of the set; undefined: they cannot be had, and no others stand in for them. */
  serviceOver(digest: string, names: readonly string[]): Service | undefined {
    const set = this.#sets.get(digest)
    if (set === undefined) return undefined
    const key = names.join('\n')
    const known = set.services.get(key)
    if (known !== undefined) return known
    const policies = names.flatMap((name) => set.policies.get(name) ?? [])
    if (policies.length !== names.length) return undefined
    const service = createService(this.reader, policies, this.memory)
    if ('problem' in service) return undefined
    set.services.set(key, service)
    return service
  }
}
