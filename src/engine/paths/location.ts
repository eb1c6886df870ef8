/** One file as every name it may go by: deny looks at all of them, allow needs all that are certain. */
import { fold } from './glob.ts'
import { join, segmentsOf } from './normalise.ts'
import { inspectSpelling } from './odd-spelling.ts'
import type { Place } from './place.ts'
import { realPathOf, walkLinks } from './real-path.ts'
import { literalSteps, type Step } from './sequence.ts'

/** A normalised path cut into segments once, as written and folded for comparison without case. */
export interface PathName {
  readonly path: string
  readonly segments: readonly string[]
  readonly folded: readonly string[]
  /** The same as folded steps; made when first asked for. */
  readonly steps: readonly Step[]
}

export interface Location {
  /** As spelled, absolute and normalised. */
  readonly path: string
  /** The directory from which it was named; relative deny and ask rules are tried here too (D16). */
  readonly base: string
  /** Why this spelling never passes without a person (D18). */
  readonly odd: string | undefined
  /** The link path, and what it resolves to: allow needs all of them. */
  readonly certain: readonly PathName[]
  /** `certain` and the plain forms of an odd spelling: deny, ask and safety checks need one of them. */
  readonly possible: readonly PathName[]
}

class SegmentedName implements PathName {
  readonly segments: readonly string[]
  readonly folded: readonly string[]
  #steps: readonly Step[] | undefined

  constructor(readonly path: string) {
    const folded = fold(path)
    this.segments = segmentsOf(path)
    this.folded = folded === path ? this.segments : segmentsOf(folded)
  }

  get steps(): readonly Step[] {
    this.#steps ??= literalSteps(this.segments)
    return this.#steps
  }
}

export const pathName = (path: string): PathName => new SegmentedName(path)

/** Where text leads for a shell, which expanded `~` before. */
export function locate(text: string, base: string, place: Place): Location {
  const path = join(base, text, place.platform)
  const { odd, plain } = inspectSpelling(text, base, place.platform)
  const certain = [path]
  if (place.realPaths.size > 0) {
    add(certain, realPathOf(path, place))
    add(certain, walkLinks(base, text, place))
  }
  const names = certain.map(pathName)
  if (plain.length === 0) return { path, base, odd, certain: names, possible: names }
  const possible = [...certain]
  for (const form of plain) {
    add(possible, form)
    add(possible, realPathOf(form, place))
  }
  return { path, base, odd, certain: names, possible: possible.map(pathName) }
}

function add(paths: string[], path: string): void {
  if (!paths.includes(path)) paths.push(path)
}

/**
 * Where the home directory may be. D16: without `homeDir`, the usual places stand in for it, all at once;
 * `~` is the name of nobody.
 */
export function possibleHomes(place: Place): readonly string[] {
  return place.homeDir === undefined ? ['/root', '/home/~', '/Users/~'] : [place.homeDir]
}

/** Where a path in a tool's input leads, `~` expanded; more than one only while the home directory is unknown. */
export function locateFile(text: string, place: Place): readonly Location[] {
  if (text !== '~' && !/^~[\\/]/.test(text)) return [locate(text, place.cwd, place)]
  return possibleHomes(place).map((home) => locate(home + text.slice(1), place.cwd, place))
}
