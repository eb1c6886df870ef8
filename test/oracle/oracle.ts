/** Says what GNU bash runs for a script, without running any program: see docs/testing.md. */
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Oracle, OracleOptions, OracleResult, OracleRun } from './contract.ts'
import { Lane, STATUS_TIMED_OUT, showsSyntaxError } from './lane.ts'
import { type Mode, passesFor, preludeOf, type Stubs } from './prelude.ts'
import { checkSystem, prepareFolder } from './root.ts'
import { guess, learn, type Surroundings } from './surroundings.ts'

/** A pass is repeated as often as it finds something missing. */
const MAX_REPEATS = 3
/** Process ids of a lane start anew with it. */
const PROGRAMS_A_LANE = 2_000
/** One argument must stay under the kernel's 128 KiB. */
const MAX_SCRIPT = 100_000

/** Scripts that name what the oracle listens with are not fully heard. */
const TOUCHES_ORACLE = /PS4|BASH_XTRACEFD|BASH_ENV|xtrace|\b20[12]\b|set[ \t]+\+\w*x|command_not_found_handle/
const NEEDS_PROC = /[<>]\(|\/dev\/(?:fd|std)/

/** Opens the lanes; throws OracleUnavailable with one clear sentence. */
export async function openOracle(options: OracleOptions = {}): Promise<Oracle> {
  checkSystem()
  const folder = prepareFolder()
  const lanes = options.lanes ?? availableParallelism()
  try {
    const pool = new Pool(
      folder,
      await Promise.all(Array.from({ length: lanes }, (_, index) => Lane.open(folder, index)))
    )
    return {
      run: (script) => pool.use((slot) => program(slot, script, 'exec')),
      runBatch: (scripts) =>
        Promise.all(scripts.map((script) => pool.use((slot) => program(slot, script, 'fork')))),
      close: () => pool.close()
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** A place for a lane; the lane in it is replaced where need be. */
interface Slot {
  readonly index: number
  lane: Lane
  programs: number
}

class Pool {
  readonly #folder: string
  readonly #slots: readonly Slot[]
  readonly #free: Slot[]
  readonly #waiting: ((slot: Slot) => void)[] = []
  readonly #onExit = () => this.#abandon()

  constructor(folder: string, lanes: readonly Lane[]) {
    this.#folder = folder
    this.#slots = lanes.map((lane, index) => ({ index, lane, programs: 0 }))
    this.#free = [...this.#slots]
    process.once('exit', this.#onExit)
  }

  async use<T>(work: (slot: Slot & { renew(): Promise<void> }) => Promise<T>): Promise<T> {
    const slot = this.#free.pop() ?? (await new Promise<Slot>((resolve) => this.#waiting.push(resolve)))
    try {
      if (slot.programs++ >= PROGRAMS_A_LANE) await this.#renew(slot)
      return await work(Object.assign(slot, { renew: () => this.#renew(slot) }))
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#free.push(slot)
      else next(slot)
    }
  }

  async close(): Promise<void> {
    process.removeListener('exit', this.#onExit)
    await Promise.all(this.#slots.map(({ lane }) => lane.close()))
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #renew(slot: Slot): Promise<void> {
    await slot.lane.close()
    slot.lane = await Lane.open(this.#folder, slot.index)
    slot.programs = 1
  }

  #abandon(): void {
    for (const { lane } of this.#slots) lane.kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

async function program(
  slot: Slot & { renew(): Promise<void> },
  script: string,
  mode: Mode
): Promise<OracleResult> {
  if (script.includes('\0') || script.length > MAX_SCRIPT) return { accepted: false, runs: [] }
  const surroundings = guess(script)
  const runs: OracleRun[] = []
  for (const stubs of passesFor(script)) {
    const run = await settle(slot, script, mode, stubs, surroundings)
    runs.push(run)
    // It would hang again.
    if (run.status === STATUS_TIMED_OUT) break
  }
  return { accepted: await accepts(slot, script, runs), runs }
}

/** Where that is not plain from the runs, bash parses the script once more without running it. */
async function accepts(
  slot: Slot & { renew(): Promise<void> },
  script: string,
  runs: readonly OracleRun[]
): Promise<boolean> {
  const isDoubtful = runs.some(({ stderr, timedOut }) => timedOut || showsSyntaxError(stderr))
  // bash parses a line, runs it, and only then parses the next one.
  if (!isDoubtful && !(script.includes('\n') && MAY_STOP.test(script))) return true
  const accepted = await slot.lane.accepts(script)
  if (!slot.lane.isOpen) await slot.renew()
  return accepted ?? false
}

/** Something after which a later line may never be parsed. */
const MAY_STOP = /\$|\b(?:exit|exec|set|kill|return|trap|logout|suspend|eval|source)\b/

/** Repeats a pass until nothing is missing any more. */
async function settle(
  slot: Slot & { renew(): Promise<void> },
  script: string,
  mode: Mode,
  stubs: Stubs,
  surroundings: Surroundings
): Promise<OracleRun> {
  for (let repeat = 0; ; repeat++) {
    const { lane } = slot
    const prelude = preludeOf(mode, stubs, lane.marks, surroundings.programs)
    const pass = await lane.pass(mode, script, prelude, surroundings)
    if (!lane.isOpen) await slot.renew()
    const missing = learn(surroundings, pass.commands, pass.stderr)
    if (missing && repeat < MAX_REPEATS && !pass.timedOut) continue
    const { damaged, ...run } = pass
    return {
      ...run,
      stubs,
      settled: !missing,
      incomplete: damaged || TOUCHES_ORACLE.test(script) || (!lane.hasProc && NEEDS_PROC.test(script))
    }
  }
}
