/** Does a path rule cover a file? */
import { startsOf } from './anchor.ts'
import { type Location, type PathName, pathName } from './location.ts'
import type { PathPattern } from './pattern.ts'
import type { Place } from './place.ts'
import { matchesSteps } from './sequence.ts'

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

function matchesName(pattern: PathPattern, name: PathName, base: string, place: Place): boolean {
  const careful = pattern.behavior !== 'allow'
  const segments = careful ? name.folded : name.segments
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
