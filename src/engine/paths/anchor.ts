/** Where the patterns of each layer start (R52, R53, D16). */
import { ANY_NAME, fold, literalGlob } from './glob.ts'
import { Memo } from './memo.ts'
import { join, parentOf, segmentsOf } from './normalise.ts'
import type { PathPattern } from './pattern.ts'
import type { Place } from './place.ts'
import { realPathOf } from './real-path.ts'
import { nameStep, type Step } from './sequence.ts'

/** Segments of a directory; undefined stands for any one name. */
export interface Start {
  readonly exact: readonly (string | undefined)[]
  readonly folded: readonly (string | undefined)[]
  /** Whole sequences that begin here, by the steps that follow. */
  readonly sequences: WeakMap<readonly Step[], readonly Step[]>
}

/** D16: where a home directory usually is, for deny and ask rules while `homeDir` is unknown. */
const USUAL_HOMES: readonly (readonly (string | undefined)[])[] = [
  ['root'],
  ['home', undefined],
  ['Users', undefined]
]

// One call asks for the same few starts again and again, once for each rule and path.
const starts = new WeakMap<Place, Memo<Map<PathPattern, readonly Start[]>>>()

/** The directories that a pattern starts from; `base` is where the command stands. None: it matches nothing. */
export function startsOf(pattern: PathPattern, base: string, place: Place): readonly Start[] {
  let known = starts.get(place)
  if (known === undefined) {
    known = new Memo()
    starts.set(place, known)
  }
  const careful = pattern.behavior !== 'allow'
  const moves = pattern.anchor === 'relative' && careful
  const here = known.of(moves ? base : ANYWHERE, newMap)
  let found = here.get(pattern)
  if (found === undefined) {
    found = findStarts(pattern, careful, base, place)
    here.set(pattern, found)
  }
  return found
}

/** Patterns that start in the same place wherever a command stands; no directory is called so. */
const ANYWHERE = ''

const newMap = (): Map<PathPattern, readonly Start[]> => new Map()

function findStarts(pattern: PathPattern, careful: boolean, base: string, place: Place): readonly Start[] {
  switch (pattern.anchor) {
    case 'root':
      return [startOf([])]
    case 'home':
      return homeStarts([], pattern, careful, place)
    case 'source':
      // R53; what a managed file is anchored at is not stated: projectDir, as D16 says.
      return pattern.layer === 'user'
        ? homeStarts(['.claude'], pattern, careful, place)
        : directoryStarts([place.projectDir], pattern, place)
    case 'relative':
      // D16: nobody walks out of a deny with `cd`.
      return directoryStarts(
        careful ? [place.projectDir, place.cwd, base] : [place.projectDir],
        pattern,
        place
      )
  }
}

function homeStarts(
  below: readonly string[],
  pattern: PathPattern,
  careful: boolean,
  place: Place
): readonly Start[] {
  if (place.homeDir !== undefined) {
    return directoryStarts([join(place.homeDir, below.join('/'), place.platform)], pattern, place)
  }
  if (!careful) return []
  return USUAL_HOMES.map((home) => {
    const segments = [...home, ...below]
    return startOf(segments.slice(0, Math.max(0, segments.length - pattern.climbs)))
  })
}

function directoryStarts(
  directories: readonly string[],
  pattern: PathPattern,
  place: Place
): readonly Start[] {
  const paths = new Set<string>()
  for (const directory of directories) {
    for (let path of [directory, realPathOf(directory, place)]) {
      for (let up = 0; up < pattern.climbs; up += 1) path = parentOf(path)
      paths.add(path)
    }
  }
  return [...paths].map((path) => startOf(segmentsOf(path)))
}

function startOf(segments: readonly (string | undefined)[]): Start {
  return {
    exact: segments,
    folded: segments.map((segment) => (segment === undefined ? segment : fold(segment))),
    sequences: new WeakMap()
  }
}

/** A start and what follows it as one sequence, folded. */
export function sequenceFrom(start: Start, steps: readonly Step[]): readonly Step[] {
  const known = start.sequences.get(steps)
  if (known !== undefined) return known
  const first = start.folded.map((segment) =>
    nameStep(segment === undefined ? ANY_NAME : literalGlob(segment))
  )
  const sequence = [...first, ...steps]
  start.sequences.set(steps, sequence)
  return sequence
}
