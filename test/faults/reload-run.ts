/** Policies change again and again under a steady load. */
import { setTimeout } from 'node:timers/promises'
import {
  BEHAVIORS,
  BREAKS,
  decisionsOf,
  filesOf,
  type KnownSet,
  PARTS,
  type PolicyStand
} from './policy-sets.ts'
import { type LoadReport, SteadyLoad } from './reload-load.ts'

export interface ReloadReport extends LoadReport {
  readonly changes: number
  readonly broken: number
  /** Milliseconds from each valid change until an answer by it, ascending. */
  readonly delays: readonly number[]
}

export interface ReloadRun {
  readonly origin: string
  readonly stand: PolicyStand
  readonly perSecond: number
  /** Until the load is a steady one: workers start, and code that runs often is compiled. */
  readonly steadyMs: number
  readonly changes: number
  /** Between a set that answers and the next change. */
  readonly restMs: number
  /** How long a change may take to be live. */
  readonly liveMs: number
}

/** One change in so many breaks the set, one in so many replaces a single file. */
const BROKEN_EVERY = 4
const REPLACED_EVERY = 3

/** Each valid set stays until an answer names it; each broken one until it is told of. */
export async function runReloads({
  origin,
  stand,
  perSecond,
  steadyMs,
  changes,
  restMs,
  liveMs
}: ReloadRun): Promise<ReloadReport> {
  const load = new SteadyLoad(origin, perSecond, stand.known)
  const faults: string[] = []
  const delays: number[] = []
  let broken = 0
  let current = [...stand.known.values()][0]
  load.start()
  await setTimeout(steadyMs)
  for (let change = 1; change <= changes && current !== undefined; change += 1) {
    if (change % BROKEN_EVERY === 0) {
      broken += 1
      const [what, file, text] = BREAKS[change % BREAKS.length] ?? BREAKS[0] ?? ['', '', '']
      await stand.swap({ ...filesOf(change), [file]: text })
      if (!(await within(liveMs, () => isDegraded(origin)))) faults.push(`nobody was told of ${what}`)
    } else {
      const since = performance.now()
      current = await changeTo(stand, change, current)
      const { digest } = current
      if (await within(liveMs, () => load.seen.has(digest))) delays.push(performance.now() - since)
      else faults.push(`change ${change} was not live in ${liveMs} ms`)
    }
    await setTimeout(restMs)
  }
  const report = await load.stop()
  return {
    ...report,
    faults: [...faults, ...report.faults],
    changes,
    broken,
    delays: delays.sort((a, b) => a - b)
  }
}

async function changeTo(stand: PolicyStand, change: number, current: KnownSet): Promise<KnownSet> {
  const isAfterBroken = (change - 1) % BROKEN_EVERY === 0
  if (change % REPLACED_EVERY === 0 && !isAfterBroken) {
    const part = PARTS[change % PARTS.length] ?? 'alpha'
    return stand.replace(part, BEHAVIORS[change % 2] ?? 'ask', change, current)
  }
  return (await stand.swap(filesOf(change), decisionsOf(change))) ?? current
}

const isDegraded = async (origin: string): Promise<boolean> =>
  (await (await fetch(`${origin}/readyz`)).text()).includes('the newest policy set is broken')

async function within(ms: number, holds: () => boolean | Promise<boolean>): Promise<boolean> {
  const until = performance.now() + ms
  while (!(await holds())) {
    if (performance.now() > until) return false
    await setTimeout(10)
  }
  return true
}
