/** An endless row of scripts, the same for the same seed. */
import fc from 'fast-check'
import type { Construct } from './constructs.ts'
import { grammarScript } from './grammar/script.ts'
import { mutatedScript } from './mutate.ts'

/** Where a script comes from; with it the script can be made and shrunk again. */
export interface Origin {
  readonly kind: 'grammar' | 'mutation'
  readonly seed: number
  readonly index: number
}

export interface Specimen {
  readonly script: string
  readonly constructs: ReadonlySet<Construct>
  readonly origin: Origin
}

const CHUNK = 50
/** Of ten scripts so many come from the grammar. */
const GRAMMAR_SHARE = 7

const NO_CONSTRUCTS: ReadonlySet<Construct> = new Set()

/** Scripts of the grammar. */
export const fromGrammar = (seed: number, count: number): Specimen[] =>
  fc.sample(grammarScript, { seed, numRuns: count }).map(({ script, constructs }, index) => ({
    script,
    constructs,
    origin: { kind: 'grammar', seed, index }
  }))

/** Changed scripts of the corpus. */
export const fromCorpus = (seed: number, count: number): Specimen[] =>
  fc.sample(mutatedScript, { seed, numRuns: count }).map((script, index) => ({
    script,
    constructs: NO_CONSTRUCTS,
    origin: { kind: 'mutation', seed, index }
  }))

/** Seeds of chunks of one run are its own. */
const chunkSeed = (seed: number, chunk: number): number => (seed * 1_000_003 + chunk) | 0

/** Of so many scripts the one most worth running is taken. */
const SOUGHT_AMONG = 40

/** Scripts of the grammar, each the one of several that is worth most. */
export function* soughtSpecimens(
  seed: number,
  worth: (specimen: Specimen) => number
): Generator<Specimen, never> {
  for (let chunk = -1; ; chunk -= 1) {
    const some = fromGrammar(chunkSeed(seed, chunk), SOUGHT_AMONG)
    yield some.reduce((best, one) => (worth(one) > worth(best) ? one : best))
  }
}

/** Scripts of both kinds in turn. */
export function* specimens(seed: number): Generator<Specimen, never> {
  for (let chunk = 0; ; chunk += 1) {
    const own = chunkSeed(seed, chunk)
    yield* chunk % 10 < GRAMMAR_SHARE ? fromGrammar(own, CHUNK) : fromCorpus(own, CHUNK)
  }
}
