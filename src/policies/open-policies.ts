/** Policies from a folder, kept up to date: a set goes live whole, checked and tested, or not at all. */
import { basename, sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { OffloadSet } from '../offload/messages.ts'
import { type WatchTiming, watchPaths } from '../watch.ts'
import { activeSet, type EngineOver, offloadSet } from './active-set.ts'
import { describeFault, whereIs } from './describe-fault.ts'
import { runTests, testFaults } from './file-tests.ts'
import { policyFolder } from './folder.ts'
import type { ActivePolicies, LivePolicies, PolicyStatus } from './live.ts'
import type { PolicyFault, PolicySource } from './policy-set.ts'
import { faultsOf, type PolicyRemark, remarksOn } from './remarks.ts'
import { steadyReading } from './steady-reading.ts'

export interface OpenPoliciesOptions {
  readonly folder: string
  readonly engineOver: EngineOver
  /** Hears of each set before calls are decided by it. */
  readonly activated?: (set: OffloadSet) => void
  readonly logger: Logger
  readonly timing?: Partial<WatchTiming>
}

export interface OpenPolicies extends LivePolicies {
  /** Why what is in force is not what is in the folder. */
  health(): string | undefined
  /** Stops looking for changes. */
  close(): void
}

/** The policies of the folder; or, where its first set is broken, what is wrong with it. */
export async function openPolicies(
  options: OpenPoliciesOptions
): Promise<OpenPolicies | { readonly faults: readonly PolicyFault[] }> {
  // Watched first: what changes while it is read is noticed.
  let first: PolicyKeeper | undefined
  const changed = async (): Promise<void> => {
    await opened
    await first?.reload()
  }
  let isOpen = (): void => {}
  const opened = new Promise<void>((resolve) => {
    isOpen = resolve
  })
  const watching = await watchPaths([options.folder], changed, options.timing)
  const source = steadyReading(options.folder, policyFolder(options.folder))
  const loaded = await load(source, options, undefined)
  if ('faults' in loaded) {
    watching.close()
    return loaded
  }
  const keeper = new PolicyKeeper(source, options, loaded)
  first = keeper
  isOpen()
  return {
    current: () => keeper.current,
    status: () => keeper.status(),
    health: () => keeper.health(),
    close: () => watching.close()
  }
}

class PolicyKeeper {
  readonly #source: PolicySource
  readonly #options: OpenPoliciesOptions
  current: ActivePolicies
  #lastSuccess = Date.now()
  readonly #reloads = { success: 0, failure: 0, unchanged: 0 }
  #fault: string | undefined
  #place: string | undefined

  constructor(source: PolicySource, options: OpenPoliciesOptions, first: Loaded) {
    this.#source = source
    this.#options = options
    this.current = first.active
    this.#begin(first)
  }

  status(): PolicyStatus {
    return {
      digest: this.current.set.digest,
      lastSuccess: this.#lastSuccess,
      reloads: this.#reloads,
      fault: this.#fault
    }
  }

  health(): string | undefined {
    // Anybody may ask; what the policies say stands in the log.
    return this.#place === undefined
      ? undefined
      : `the newest policy set is broken: ${this.#place}; the log has the reason`
  }

  /** Rejects where the folder holds no set that can go live: it is worth another try. */
  async reload(): Promise<void> {
    const loaded = await load(this.#source, this.#options, this.current)
    if ('faults' in loaded) {
      this.#keepLastGood(loaded.faults)
      throw new Error('the newest policy set is broken')
    }
    this.#fault = undefined
    this.#place = undefined
    this.#lastSuccess = Date.now()
    if (loaded.active.set.digest === this.current.set.digest) {
      this.#reloads.unchanged += 1
      this.current = loaded.active
      return
    }
    this.#reloads.success += 1
    this.#goLive(loaded)
  }

  #goLive(loaded: Loaded): void {
    this.#begin(loaded)
    const { digest, ids } = loaded.active.set
    this.#options.logger.info({ policy: { digest, ids } }, 'other policies are in force')
  }

  #begin({ active, remarks }: Loaded): void {
    const { activated, logger } = this.#options
    activated?.(offloadSet(active.set))
    this.current = active
    for (const { file, code, rule, message } of remarks) {
      logger.warn({ policy: basename(file), code, rule }, message)
    }
  }

  #keepLastGood(faults: readonly PolicyFault[]): void {
    const { folder, logger } = this.#options
    const told = faults.slice(0, TOLD_FAULTS).map((fault) => withoutFolder(fault, folder))
    const [first = { file: '', place: '', reason: 'unknown' }] = told
    const fault = describeFault(first)
    const isNew = this.#fault !== fault
    this.#fault = fault
    this.#place = whereIs(first)
    // The same state is looked at again and again.
    if (!isNew) return
    this.#reloads.failure += 1
    logger.warn(
      { faults: told, more: faults.length - told.length },
      'the newest policy set is broken: the last good one stays in force'
    )
  }
}

/** Faults of one broken set that are logged. */
const TOLD_FAULTS = 10

/** Where the folder lies is nobody's business. */
const withoutFolder = (fault: PolicyFault, folder: string): PolicyFault => ({
  ...fault,
  file: basename(fault.file),
  reason: fault.reason.replaceAll(`${folder}${sep}`, '')
})

interface Loaded {
  readonly active: ActivePolicies
  /** What somebody should know of. */
  readonly remarks: readonly PolicyRemark[]
}

/** How long a reload computes before others have their turn. */
const PIECE_MS = 4

function betweenPieces(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < PIECE_MS) return
    await setImmediate()
    since = performance.now()
  }
}

/** Reads, compiles and tests, and lets others have their turn between the pieces. */
async function load(
  source: PolicySource,
  { engineOver }: OpenPoliciesOptions,
  current: ActivePolicies | undefined
): Promise<Loaded | { readonly faults: readonly PolicyFault[] }> {
  const reading = await source.read()
  if ('faults' in reading) return reading
  const { set, files } = reading
  const faults: PolicyFault[] = []
  const remarks: PolicyRemark[] = []
  const pause = betweenPieces()
  for (const policy of set.policies) {
    await pause()
    // What is compiled here is not compiled again below.
    const engine = engineOver([policy], undefined)
    if ('problem' in engine) faults.push(...faultsOf(engine.issues, files))
    else remarks.push(...remarksOn([policy], files))
  }
  if (faults.length > 0) return { faults }

  await pause()
  const about = {
    set,
    files: new Map([...files].map(([id, { file }]) => [id, basename(file)])),
    loadedAt: current?.set.digest === set.digest ? current.loadedAt : new Date()
  }
  if (set.policies.some(({ tests }) => tests !== undefined)) {
    // What a test gives must not depend on how busy the workers are.
    const tested = activeSet({ ...about, engineOver: (policies) => engineOver(policies, undefined) })
    if ('problem' in tested) return { faults: faultsOf(tested.issues, files) }
    const failed = testFaults(await runTests(tested, pause), files)
    if (failed.length > 0) return { faults: failed }
    await pause()
  }
  const active = activeSet({ ...about, engineOver })
  if ('problem' in active) return { faults: faultsOf(active.issues, files) }
  return { active, remarks }
}
