/** What the oracle says about a script: which commands GNU bash really ran, and which files came of it. */
import type { Reading } from '../../src/engine/bash/program.ts'

/** One pass: the script run once, with every program replaced by a stub of one kind of status. */
export interface OracleRun {
  /** argv of every simple command that bash executed in this pass, in the order seen. */
  readonly commands: readonly (readonly string[])[]
  /** Absolute paths of files that appeared or changed because of the script, sorted. */
  readonly writes: readonly string[]
  /** What the stand-ins for programs answer. */
  readonly stubs: 'succeed' | 'fail' | 'mixed'
  /** Every program, directory and file that the script asked for was there. */
  readonly settled: boolean
  readonly status: number
  readonly timedOut: boolean
  /** Something may have run that is not listed. */
  readonly incomplete: boolean
  readonly stderr: string
}

export interface OracleResult {
  /** `bash -n` finds no fault in it. */
  readonly accepted: boolean
  /** One for each kind of stub: all succeed, all fail, mixed; fewer where that cannot matter. */
  readonly runs: readonly OracleRun[]
}

export interface Oracle {
  /** Every pass in a bash process of its own, in a root that nothing has written to. */
  run(script: string): Promise<OracleResult>
  /** Independent programs in one go: results in the order of the scripts. */
  runBatch(scripts: readonly string[]): Promise<OracleResult[]>
  close(): Promise<void>
}

export interface OracleOptions {
  /** How many sandboxes work side by side; one a core unless told. */
  readonly lanes?: number
}

/** Thrown where scripts cannot be isolated; the message is one sentence. */
export class OracleUnavailable extends Error {
  override readonly name = 'OracleUnavailable'
}

/** Where our reading and what bash did part, and by which law. */
export interface Disagreement {
  readonly law: Law
  /** One sentence for a person. */
  readonly message: string
}

/** The laws that a reading is held to. */
export type Law =
  /** Everything that ran is in our list. */
  | 'listed'
  /** A straight-line script: the same commands equally often. */
  | 'multiset'
  /** A straight-line script outside pipelines and background jobs: the same order. */
  | 'order'
  /** A file that appeared is the target of a redirection of ours. */
  | 'write-listed'
  /** A straight-line script: a target of ours with a known place appeared. */
  | 'write-happened'
  /** A script that is called read-only writes nothing and runs only what is read-only. */
  | 'read-only'

/** A comparison in full; `compare` gives its `disagreement` alone. */
export interface Comparison {
  readonly disagreement: Disagreement | undefined
  /** Whether there was anything to compare: bash accepts the script and our reading has a structure. */
  readonly compared: boolean
  /** Held to equality, not only to inclusion. */
  readonly straight: boolean
  /** argv that ran, and those not held against the reading because the analysis says nothing about them. */
  readonly ran: number
  readonly excused: number
}

/** `compare.ts`: holds a reading against what ran. */
export type Compare = (script: string, reading: Reading, result: OracleResult) => Disagreement | undefined
/** `compare.ts`: the same with the counts. */
export type CompareFully = (script: string, reading: Reading, result: OracleResult) => Comparison
/** `oracle.ts`: throws OracleUnavailable. */
export type OpenOracle = (options?: OracleOptions) => Promise<Oracle>
