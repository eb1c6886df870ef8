/** What a fuzz run counts, and how it is printed. */
import type { Reading } from '../../src/engine/bash/program.ts'
import type { Comparison } from '../oracle/contract.ts'
import { CONSTRUCTS, type Construct } from './constructs.ts'
import type { Specimen } from './source.ts'

/** Every construct of the accepted subset must be run so often. */
const ENOUGH = 200

interface Count {
  generated: number
  accepted: number
  run: number
}

export type Manner = 'separately' | 'in batches'

export class Tally {
  readonly #constructs = new Map<Construct, Count>(
    CONSTRUCTS.map((construct) => [construct, { generated: 0, accepted: 0, run: 0 }])
  )
  readonly #rejected = new Map<string, number>()
  readonly #runs = new Map<Manner, number>([
    ['separately', 0],
    ['in batches', 0]
  ])
  generated = 0
  accepted = 0
  /** Programs generated besides, for the sake of constructs that were run seldom. */
  sought = 0
  /** Programs given to `bash -n`, whether read or not, and those it took. */
  readonly syntax = { checked: 0, accepted: 0, acceptedByBoth: 0 }
  compared = 0
  straight = 0
  commands = 0
  excused = 0
  disagreements = 0

  /** `isSought`: it was made because of its constructs, so it says nothing of how many are accepted. */
  sawReading({ constructs }: Specimen, reading: Reading, isSought: boolean): void {
    const isRead = reading.status === 'read'
    if (isSought) this.sought += 1
    else {
      this.generated += 1
      if (isRead) this.accepted += 1
      else this.#rejected.set(reading.code, (this.#rejected.get(reading.code) ?? 0) + 1)
    }
    for (const count of this.#counts(constructs)) {
      count.generated += 1
      if (isRead) count.accepted += 1
    }
  }

  sawSyntax(isRead: boolean, isBash: boolean): void {
    this.syntax.checked += 1
    if (isBash) this.syntax.accepted += 1
    if (isBash && isRead) this.syntax.acceptedByBoth += 1
  }

  sawRun({ constructs }: Specimen, manner: Manner, comparison: Comparison): void {
    this.#runs.set(manner, this.ran(manner) + 1)
    this.commands += comparison.ran
    this.excused += comparison.excused
    if (comparison.compared) this.compared += 1
    if (comparison.straight) this.straight += 1
    if (comparison.disagreement !== undefined) this.disagreements += 1
    if (manner === 'separately') for (const count of this.#counts(constructs)) count.run += 1
  }

  ran(manner: Manner): number {
    return this.#runs.get(manner) ?? 0
  }

  /** The more, the seldomer its rarest construct was run; short scripts, and constructs that are read, before others. */
  worth({ constructs, script }: Specimen): number {
    let worth = 0
    for (const { generated, accepted, run } of this.#counts(constructs)) {
      worth = Math.max(worth, (accepted + 1) / ((generated + 1) * (run + 1)))
    }
    return worth / (200 + script.length)
  }

  *#counts(constructs: ReadonlySet<Construct>): Generator<Count> {
    for (const construct of constructs) {
      const count = this.#constructs.get(construct)
      if (count !== undefined) yield count
    }
  }

  progress(): string {
    const { accepted, generated } = this
    const alone = this.ran('separately')
    return `${generated} generated, ${accepted} accepted (${percent(accepted, generated)}), ${alone} run separately, ${this.ran('in batches')} in batches, ${this.disagreements} disagreements`
  }

  *report(): Generator<string> {
    const { generated, accepted, syntax } = this
    yield `programs generated            ${generated}, and ${this.sought} for the sake of rare constructs`
    yield `accepted by bash -n           ${percent(syntax.accepted, syntax.checked)} of ${syntax.checked} looked at`
    yield `accepted by the reader        ${accepted} (${percent(accepted, generated)}; ${percent(syntax.acceptedByBoth, syntax.accepted)} of those bash accepts)`
    yield `run separately                ${this.ran('separately')}`
    yield `run in batches                ${this.ran('in batches')}`
    yield `compared with what ran        ${this.compared}, ${this.straight} of them for equality`
    yield `commands that ran             ${this.commands}, ${this.excused} excused (meaning unknown)`
    yield `disagreements                 ${this.disagreements}`
    yield 'not accepted, by reason'
    for (const [code, count] of [...this.#rejected].sort((a, b) => b[1] - a[1])) {
      yield `  ${code.padEnd(28)}${count}`
    }
    yield ''
    yield* this.#table()
  }

  *#table(): Generator<string> {
    yield `${'construct'.padEnd(38)}${['generated', 'accepted', 'run'].map((name) => name.padStart(10)).join('')}`
    for (const [construct, { generated, accepted, run }] of this.#constructs) {
      const numbers = [generated, accepted, run].map((number) => String(number).padStart(10))
      yield `${construct.padEnd(38)}${numbers.join('')}`
    }
    const subset = [...this.#constructs].filter(([, { accepted }]) => accepted > 0)
    const few = subset
      .filter(([, { run }]) => run < ENOUGH)
      .map(([construct, { run }]) => `${construct} (${run})`)
    yield ''
    yield `${subset.length} of ${this.#constructs.size} constructs are of the accepted subset`
    yield few.length === 0
      ? `each of them was run ${ENOUGH} times or more`
      : `run fewer than ${ENOUGH} times: ${few.join(', ')}`
  }
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`
