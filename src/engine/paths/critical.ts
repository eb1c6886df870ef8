/** Removals that are stopped in every mode (E41 to E45, D2, D18). */
import type { NameFilter } from '../knowledge/facts.ts'
import { fold, literalGlob, readGlob } from './glob.ts'
import { matchesEverything } from './glob-relations.ts'
import { parentOf, segmentsOf } from './normalise.ts'
import type { Place } from './place.ts'
import { realPathOf } from './real-path.ts'
import { literalSteps, type Step, sequencesMeet } from './sequence.ts'
import type { Target } from './target.ts'

/**
 * Why the removal of this target is critical, as the end of a sentence about it. `filter`: only names that match
 * are removed (`find P -name X -delete`).
 */
export function criticalRemoval(target: Target, place: Place, filter?: NameFilter): string | undefined {
  if (filter !== undefined && isNarrow(filter)) return undefined
  switch (target.kind) {
    case 'path':
      return firstReason(target.location.possible.map(({ path }) => criticalPath(path, place)))
    case 'glob':
      return firstReason(target.directory.possible.map(({ path }) => criticalGlob(path, target.steps, place)))
    case 'unknown':
      return criticalUnknown(target)
  }
}

/** A name filter that cannot match everything makes a removal an ordinary one. */
function isNarrow({ includes }: NameFilter): boolean {
  return (
    includes.length > 0 &&
    !includes.some((source) => matchesEverything(readGlob(source, true) ?? literalGlob(source)))
  )
}

const firstReason = (reasons: readonly (string | undefined)[]): string | undefined =>
  reasons.find((reason) => reason !== undefined)

function criticalPath(path: string, place: Place): string | undefined {
  const name = comparable(path, place)
  const root = rootReason(name, place)
  if (root !== undefined) return root
  return criticalPlaces(place).directories.find((one) => one.name === name)?.reason
}

function comparable(path: string, place: Place): string {
  return place.platform === 'linux' ? path : fold(path)
}

/** The root, what lies directly in it, and what stands for the root elsewhere. */
function rootReason(path: string, place: Place): string | undefined {
  const segments = segmentsOf(path)
  const [first = '', second] = segments
  if (segments.length === 0) return 'is the root of the file system'
  if (segments.length === 1) return 'lies directly in the root of the file system'
  if (place.platform === 'darwin' && first === 'private' && segments.length === 2) {
    return `is \`/${second ?? ''}\` of the system`
  }
  if (place.platform === 'win32' && /^[a-z]$/.test(first) && segments.length === 2) {
    return 'lies directly in the root of a drive'
  }
  return undefined
}

/** A directory whose removal is critical, in the forms it is compared in. */
interface Critical {
  readonly directory: string
  /** As `comparable` gives it. */
  readonly name: string
  readonly steps: readonly Step[]
  readonly reason: string
}

interface CriticalPlaces {
  readonly directories: readonly Critical[]
  /** Directories under which a glob that matches everything is critical: these and the additional ones (E41). */
  readonly underGlob: readonly Critical[]
}

const criticals = new WeakMap<Place, CriticalPlaces>()

function criticalPlaces(place: Place): CriticalPlaces {
  const known = criticals.get(place)
  if (known !== undefined) return known
  const directories = [...criticalDirectories(place)].map((one) => critical(one, place))
  const working = place.workingDirectories.flatMap((directory) => [
    ...withParents(directory, 'is a working directory', place)
  ])
  const places = { directories, underGlob: [...directories, ...working.map((one) => critical(one, place))] }
  criticals.set(place, places)
  return places
}

const critical = ([directory, reason]: readonly [string, string], place: Place): Critical => ({
  directory,
  name: comparable(directory, place),
  steps: literalSteps(segmentsOf(directory)),
  reason
})

/** Home, the project, the current directory and what holds them; parents follow the directory. */
function* criticalDirectories(place: Place): Generator<readonly [directory: string, reason: string]> {
  if (place.homeDir !== undefined) yield* withRealPath(place.homeDir, 'is the home directory', place)
  yield* withParents(place.projectDir, 'is the project directory', place)
  if (place.cwd !== place.projectDir) yield* withParents(place.cwd, 'is the current directory', place)
}

function* withRealPath(
  directory: string,
  reason: string,
  place: Place
): Generator<readonly [directory: string, reason: string]> {
  yield [directory, reason]
  const real = realPathOf(directory, place)
  if (real !== directory) yield [real, reason]
}

function* withParents(
  directory: string,
  reason: string,
  place: Place
): Generator<readonly [directory: string, reason: string]> {
  for (const [start] of withRealPath(directory, reason, place)) {
    yield [start, reason]
    for (let path = start; path !== '/'; ) {
      path = parentOf(path)
      yield [path, `holds \`${directory}\``]
    }
  }
}

function criticalGlob(directory: string, steps: readonly Step[], place: Place): string | undefined {
  if (steps.every(matchesAll)) {
    const name = comparable(directory, place)
    const root = rootReason(name, place)
    if (root !== undefined) return `takes everything in \`${directory}\`, which ${root}`
    const found = criticalPlaces(place).underGlob.find((one) => one.name === name)
    if (found !== undefined) return `takes everything in \`${directory}\`, which ${found.reason}`
  }
  return meetsCritical([...literalSteps(segmentsOf(directory)), ...steps], place)
}

/** A glob that can match a critical directory by name: `/h*`, `../ap*`. */
function meetsCritical(target: readonly Step[], place: Place): string | undefined {
  if (target.length === 1) return 'could match what lies directly in the root of the file system'
  const found = criticalPlaces(place).directories.find(({ steps }) => sequencesMeet(steps, target))
  return found && `could match \`${found.directory}\`, which ${found.reason}`
}

const matchesAll = (step: Step): boolean => step.kind === 'depth' || matchesEverything(step.glob)

/** E42: an empty variable makes what follows it start at the root; likewise `cd` into nowhere. */
function criticalUnknown(target: Target & { kind: 'unknown' }): string | undefined {
  const everything = target.tail.every(matchesAll)
  switch (target.begins) {
    case 'variable':
      if (!target.slash || !everything) return undefined
      return 'starts with something unknown: if that is empty, it is the root of the file system'
    case 'user':
      return everything ? 'is the home directory of a user, or all that is in it' : undefined
    case 'directory':
      return everything ? 'depends on a directory that is not known' : undefined
    case 'text':
      return target.head === '/' ? 'may be the root of the file system or lie directly in it' : undefined
  }
}
