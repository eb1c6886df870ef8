/** Is a target inside the working directories (D3, D5, D16)? */
import type { Location } from './location.ts'
import { isInside, segmentsOf } from './normalise.ts'
import type { Place } from './place.ts'
import { realPathOf } from './real-path.ts'
import { climbs, literalSteps, meetingLengths } from './sequence.ts'
import type { Target } from './target.ts'

/**
 * Inside projectDir or an additional directory (the current directory does not count by itself), by its link path
 * and by what it resolves to. Never true of an odd spelling.
 */
export function isInsideWorkingDirectories(location: Location, place: Place): boolean {
  if (location.odd !== undefined) return false
  return location.certain.every((name) => isNameInside(name.path, place))
}

/** As above for one normalised path, taken as given. */
export function isNameInside(path: string, place: Place): boolean {
  return place.workingDirectories.some(
    (directory) => isInside(path, directory) || isInside(path, realPathOf(directory, place))
  )
}

/** As above for every target; what is not known is not inside, nor a glob that could name a link. */
export function isTargetInside(target: Target, place: Place): boolean {
  switch (target.kind) {
    case 'path':
      return isInsideWorkingDirectories(target.location, place)
    case 'glob':
      return (
        !target.steps.some(climbs) &&
        isInsideWorkingDirectories(target.directory, place) &&
        !linksMeet(target, place)
      )
    case 'unknown':
      return false
  }
}

/** Could the glob, or a folder on its way, be a link that the client resolved? */
export function linksMeet(target: Target & { kind: 'glob' }, place: Place): boolean {
  for (const link of place.realPaths.keys()) {
    const steps = literalSteps(segmentsOf(link))
    for (const { segments } of target.directory.certain) {
      const lengths = meetingLengths(steps, [...literalSteps(segments), ...target.steps])
      if (lengths.some((length) => length > segments.length)) return true
    }
  }
  return false
}
