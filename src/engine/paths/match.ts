/** Does a path rule cover a file, or all that a target stands for? */
import { type Start, startsOf } from './anchor.ts'
import { literalGlob } from './glob.ts'
import { type Location, type PathName, pathName } from './location.ts'
import type { PathPattern } from './pattern.ts'
import type { Place } from './place.ts'
import { climbs, coversSteps, matchesSteps, nameStep, type Step } from './sequence.ts'
import type { Target } from './target.ts'
import { linksMeet } from './working-directories.ts'

/** Does the pattern match one normalised path, taken as given? */
export function matchesPath(pattern: PathPattern, path: string, place: Place): boolean {
  return matchesName(pattern, pathName(path), place.cwd, place)
}

/** For deny rules, ask rules and safety checks: any name that the file may go by is enough. */
export function matchesEither(pattern: PathPattern, location: Location, place: Place): boolean {
  return location.possible.some((name) => matchesName(pattern, name, location.base, place))
}

/** For allow rules: the link path and what it resolves to have to match; an odd spelling never does. */
export function matchesBoth(pattern: PathPattern, location: Location, place: Place): boolean {
  if (location.odd !== undefined) return false
  return location.certain.every((name) => matchesName(pattern, name, location.base, place))
}

/** For allow rules: does the pattern cover everything that the target can be, and with `recursive` all below it? */
export function coversTarget(
  pattern: PathPattern,
  target: Target,
  recursive: boolean,
  place: Place
): boolean {
  if (recursive && pattern.steps.at(-1)?.kind !== 'depth') return false
  switch (target.kind) {
    case 'path':
      return matchesBoth(pattern, target.location, place)
    case 'glob': {
      const { odd, base, certain } = target.directory
      if (odd !== undefined || target.steps.some(climbs) || linksMeet(target, place)) return false
      const starts = startsOf(pattern, base, place)
      return certain.every(({ segments }) => {
        const steps = [...writtenSteps(segments), ...target.written]
        return starts.some((start) => coversSteps([...writtenSteps(exactOf(start)), ...pattern.steps], steps))
      })
    }
    case 'unknown':
      return false
  }
}

const writtenSteps = (segments: readonly string[]): readonly Step[] =>
  segments.map((segment) => nameStep(literalGlob(segment)))

/** Only the starts of deny and ask rules have open segments. */
const exactOf = (start: Start): readonly string[] => start.exact.map((segment) => segment ?? '')

function matchesName(pattern: PathPattern, name: PathName, base: string, place: Place): boolean {
  const careful = pattern.behavior !== 'allow'
  const segments = careful ? name.folded : name.segments
  if (pattern.needle !== undefined && !segments.includes(pattern.needle)) return false
  for (const start of startsOf(pattern, base, place)) {
    const first = careful ? start.folded : start.exact
    if (startsWith(segments, first) && matchesSteps(pattern.steps, segments, first.length)) return true
  }
  return false
}

function startsWith(segments: readonly string[], first: readonly (string | undefined)[]): boolean {
  if (segments.length < first.length) return false
  for (let at = first.length - 1; at >= 0; at -= 1) {
    const wanted = first[at]
    if (wanted !== undefined && wanted !== segments[at]) return false
  }
  return true
}
