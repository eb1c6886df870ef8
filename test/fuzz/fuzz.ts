/** The long run: generates, reads, runs what is accepted under the oracle, and keeps what disagrees. */
import type { Reading } from '../../src/engine/bash/program.ts'
import { compareFully } from '../oracle/compare.ts'
import type { Comparison, Disagreement, Oracle } from '../oracle/contract.ts'
import { keepRegression } from './regressions.ts'
import { smallest } from './shrink.ts'
import { type Specimen, soughtSpecimens, specimens } from './source.ts'
import { bashAccepts } from './syntax.ts'
import { Tally } from './tally.ts'

export interface FuzzOptions {
  readonly seed: number
  readonly lanes: number
  /** Milliseconds since the epoch. */
  readonly until: number
  readonly read: (script: string) => Reading
  readonly oracle: Oracle
  /** The folder for counter-examples. */
  readonly into: string
  readonly say: (line: string) => void
}

/** Read programs of the grammar among which the next to run is chosen. */
const CHOICE = 60
const BATCH = 24
/** Programs run separately between two batches. */
const BETWEEN_BATCHES = 60
/** So many programs in a row are given to `bash -n`, and then none until so many more are generated. */
const SYNTAX_SAMPLE = { size: 40, every: 800 } as const
/** Shrinking takes hundreds of runs; what comes later is most likely the same again. */
const MAX_SHRUNK = 12

interface Read {
  readonly specimen: Specimen
  readonly reading: Reading
}

export class Fuzz {
  readonly tally = new Tally()
  readonly #options: FuzzOptions
  readonly #source: Iterator<Specimen, never>
  readonly #sought: Iterator<Specimen, never>
  readonly #grammar: Read[] = []
  readonly #mutated: Read[] = []
  readonly #spare: Read[] = []
  readonly #kept = new Set<string>()
  readonly #sample: Read[] = []
  #taken = 0
  #shrunk = 0
  #syntax: Promise<void> = Promise.resolve()

  constructor(options: FuzzOptions) {
    this.#options = options
    this.#source = specimens(options.seed)
    this.#sought = soughtSpecimens(options.seed, (specimen) => this.tally.worth(specimen))
  }

  /** Runs until the time is over. */
  async run(): Promise<void> {
    const lane = async (): Promise<void> => {
      while (Date.now() < this.#options.until) await this.#step()
    }
    // One more than there are sandboxes, so that none waits for a reading.
    await Promise.all(Array.from({ length: this.#options.lanes + 1 }, lane))
    await this.#syntax
  }

  async #step(): Promise<void> {
    this.#taken += 1
    if (this.#taken % BETWEEN_BATCHES === 0 && this.#spare.length >= BATCH) {
      await this.#runBatch(this.#spare.splice(0, BATCH))
    } else {
      await this.#runAlone(this.#next())
    }
  }

  /** The program most worth a run; now and then a mutated one. */
  #next(): Read {
    this.#generate()
    const mutated = this.#taken % 4 === 0 ? this.#mutated.shift() : undefined
    this.#spare.push(...this.#mutated.splice(BATCH))
    if (mutated !== undefined) return mutated
    while (this.#grammar.length < CHOICE) this.#generate()
    const ranked = this.#grammar.map((one) => [this.tally.worth(one.specimen), one] as const)
    ranked.sort(([a], [b]) => b - a)
    const [best, ...others] = ranked.map(([, one]) => one)
    if (best === undefined) throw new Error('nothing to choose from')
    this.#grammar.splice(0, Number.POSITIVE_INFINITY, ...others.slice(0, CHOICE))
    this.#spare.push(...others.slice(CHOICE))
    this.#spare.splice(0, this.#spare.length - 4 * BATCH)
    return best
  }

  #generate(): void {
    const plain = this.#source.next().value
    const reading = this.#take(plain, false)
    this.#sampleSyntax(plain, reading)
    this.#take(this.#sought.next().value, true)
  }

  #take(specimen: Specimen, isSought: boolean): Reading {
    const reading = this.#options.read(specimen.script)
    this.tally.sawReading(specimen, reading, isSought)
    const queue = specimen.origin.kind === 'mutation' ? this.#mutated : this.#grammar
    if (reading.status === 'read') queue.push({ specimen, reading })
    return reading
  }

  #sampleSyntax(specimen: Specimen, reading: Reading): void {
    if (this.tally.generated % SYNTAX_SAMPLE.every < SYNTAX_SAMPLE.size)
      this.#sample.push({ specimen, reading })
    if (this.#sample.length < SYNTAX_SAMPLE.size) return
    const sample = this.#sample.splice(0)
    this.#syntax = this.#syntax
      .then(() => bashAccepts(sample.map((one) => one.specimen.script)))
      .then((answers) => {
        for (const [index, one] of sample.entries()) {
          this.tally.sawSyntax(one.reading.status === 'read', answers[index] === true)
        }
      })
  }

  async #runAlone({ specimen, reading }: Read): Promise<void> {
    const { script } = specimen
    const comparison = compareFully(script, reading, await this.#options.oracle.run(script))
    this.tally.sawRun(specimen, 'separately', comparison)
    await this.#consider(specimen, comparison)
  }

  async #runBatch(batch: readonly Read[]): Promise<void> {
    const results = await this.#options.oracle.runBatch(batch.map(({ specimen }) => specimen.script))
    for (const [index, result] of results.entries()) {
      const one = batch[index]
      if (one === undefined) continue
      const comparison = compareFully(one.specimen.script, one.reading, result)
      this.tally.sawRun(one.specimen, 'in batches', comparison)
      await this.#consider(one.specimen, comparison)
    }
  }

  async #judge(script: string): Promise<Disagreement | undefined> {
    const reading = this.#options.read(script)
    if (reading.status !== 'read') return undefined
    return compareFully(script, reading, await this.#options.oracle.run(script)).disagreement
  }

  async #consider(specimen: Specimen, { disagreement }: Comparison): Promise<void> {
    if (disagreement === undefined) return
    const { say, seed, into } = this.#options
    say(`DISAGREEMENT (${disagreement.law}): ${disagreement.message}\n  ${JSON.stringify(specimen.script)}`)
    if (this.#shrunk >= MAX_SHRUNK) return
    this.#shrunk += 1
    const found = new Map<string, Disagreement>()
    const fails = async (script: string): Promise<boolean> => {
      const again = await this.#judge(script)
      if (again?.law !== disagreement.law) return false
      found.set(script, again)
      return true
    }
    if (!(await fails(specimen.script))) {
      say('  it does not happen again')
      return
    }
    const script = await smallest(specimen, fails)
    const smallestFound = found.get(script) ?? disagreement
    if (this.#kept.has(script)) return
    this.#kept.add(script)
    say(`  kept as ${keepRegression(into, script, smallestFound, seed)}`)
    say(`  ${JSON.stringify(script)}: ${smallestFound.message}`)
  }
}
