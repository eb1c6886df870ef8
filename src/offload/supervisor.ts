/** Has heavy calls decided in worker threads: what is heavy, over which policies, and what a batch may cost there. */
import type { CountedReader, ReaderCounters } from '../engine/bash/reader.ts'
import { ALONE } from '../engine/decide.ts'
import type { DecideRequest } from '../engine/decision.ts'
import type { Elsewhere } from '../engine/elsewhere.ts'
import type { LayerSettings } from '../engine/layers/compile.ts'
import type { MaybePromise } from '../engine/maybe-promise.ts'
import { checkSettings, type SettingsChecked } from '../engine/settings-check.ts'
import { moduleBeside } from './entry.ts'
import { OFFLOAD_LIMITS, type OffloadCounters, type OffloadLimits } from './limits.ts'
import type { Job, OffloadSelection, OffloadSet } from './messages.ts'
import { compilingMs, hasHeavySettings, isHeavyCall } from './weight.ts'
import { WorkerPool } from './worker-pool.ts'

export interface SupervisorOptions {
  /** The service's own reader: once it is broken every command is heavy. */
  readonly reader: CountedReader
  readonly limits?: Partial<OffloadLimits>
  /** The worker's module. */
  readonly entry?: URL
}

/** What settings that come without a call are weighed with. */
const NO_CALL = { tool: '', input: {}, cwd: '/' } as const

export class Supervisor {
  readonly #reader: CountedReader
  readonly #limits: OffloadLimits
  readonly #pool: WorkerPool
  /** Milliseconds that workers spent on a batch, by its allowance. */
  readonly #spent = new WeakMap<object, number>()

  constructor({ reader, limits, entry = moduleBeside('worker') }: SupervisorOptions) {
    this.#reader = reader
    this.#limits = { ...OFFLOAD_LIMITS, ...limits }
    this.#pool = new WorkerPool(this.#limits, entry)
  }

  get counters(): Readonly<OffloadCounters> {
    return this.#pool.counters
  }

  /** Parses of all workers, those that are gone included. */
  get parsed(): ReaderCounters {
    return this.#pool.parsed
  }

  /** Workers that could take a call, or are at one. */
  get ready(): number {
    return this.#pool.ready
  }

  /** Resolves once a worker is ready; rejects where one does not even start before that. */
  start(): Promise<void> {
    return this.#pool.start()
  }

  close(): Promise<void> {
    return this.#pool.close()
  }

  /** Sends the set to all workers, so that no call has to wait for that. */
  activate(set: OffloadSet): void {
    this.#pool.activate(set)
  }

  /** Decides by these policies and no others, whatever set is active meanwhile. */
  over(selection: OffloadSelection): Elsewhere {
    return {
      isHeavy: (request) => this.#reader.isBroken || isHeavyCall(request),
      hasHeavySettings,
      decide: async (request, { directoryUnknown, allowance }) => {
        const { left } = allowance
        const spent = this.#spent.get(allowance) ?? 0
        if (spent >= this.#limits.batchMs + compilingMs(request)) return undefined
        const job: Job = { kind: 'decide', request, directoryUnknown, left }
        const { outcome, computed } = await this.#pool.submit(job, selection)
        // All calls that come alone share theirs.
        if (allowance !== ALONE.allowance) this.#spent.set(allowance, spent + computed)
        if (outcome.kind !== 'decide') return undefined
        allowance.left = outcome.left
        return outcome.decided
      },
      classify: async (request) => {
        const { outcome } = await this.#pool.submit({ kind: 'classify', request }, selection)
        return outcome.kind === 'classify' ? outcome.classification : undefined
      }
    }
  }

  /** Settings of few rules are checked at once; undefined: no worker had the time for so many. */
  checkSettings(settings: LayerSettings): MaybePromise<SettingsChecked | undefined> {
    const request: DecideRequest = { ...NO_CALL, settings }
    if (!hasHeavySettings(request)) return checkSettings(settings)
    const set = this.#pool.current
    if (set === undefined) return undefined
    return this.#pool
      .submit({ kind: 'settings', request }, { set, policies: [] })
      .then(({ outcome }) => (outcome.kind === 'settings' ? outcome.checked : undefined))
  }
}
