/**
 * Could a deny or ask rule cover something that a target stands for (D18)? Exact for plain paths; for globs,
 * recursive uses and unknown words it errs on the side of yes only.
 */
import type { PathUse } from '../knowledge/facts.ts'
import { sequenceFrom, startsOf } from './anchor.ts'
import { ANY_NAME, type Glob, readGlob } from './glob.ts'
import { coversGlob } from './glob-relations.ts'
import { segmentsOf } from './normalise.ts'
import type { PathPattern } from './pattern.ts'
import type { Place } from './place.ts'
import { isKnownFolder } from './protected.ts'
import { linkTarget, realPathOf } from './real-path.ts'
import {
  ANY_DEPTH,
  climbs,
  literalSteps,
  meetingLengths,
  type Step,
  sequencesMeet,
  VISIBLE_DEPTH
} from './sequence.ts'
import type { Target } from './target.ts'

/** How a target is used. */
export type Use = Pick<PathUse, 'access' | 'recursive' | 'filter' | 'copies'>

/** Could the use of this target touch what the pattern covers? Place is that of the call. */
export function couldMatchTarget(pattern: PathPattern, target: Target, use: Use, place: Place): boolean {
  const bounded = target.kind === 'unknown' && target.tail.length > 0
  const rules = ruleSequences(pattern, target, place, bounded ? withoutFilesBelow(pattern) : pattern.steps)
  const operands = withLinks(targetSequences(target), place)
  if (anyMeet(rules, operands)) return true
  if (!use.recursive || !looksBelow(pattern, use)) return false
  const below = withLinks(
    targetSequences(target).flatMap((steps) => stepsBelow(steps, use)),
    place
  )
  const named = (use.filter?.includes.length ?? 0) > 0
  return anyMeet(
    ruleSequences(pattern, target, place, named ? withoutFilesBelow(pattern) : pattern.steps),
    below
  )
}

function anyMeet(rules: readonly (readonly Step[])[], targets: readonly (readonly Step[])[]): boolean {
  return rules.some((rule) => targets.some((target) => sequencesMeet(rule, target)))
}

function ruleSequences(
  pattern: PathPattern,
  target: Target,
  place: Place,
  steps: readonly Step[]
): readonly (readonly Step[])[] {
  return startsOf(pattern, baseOf(target, place), place).map((start) => sequenceFrom(start, steps))
}

function baseOf(target: Target, place: Place): string {
  switch (target.kind) {
    case 'path':
      return target.location.base
    case 'glob':
      return target.directory.base
    case 'unknown':
      return place.cwd
  }
}

/** What the operand itself may name. */
function targetSequences(target: Target): readonly (readonly Step[])[] {
  switch (target.kind) {
    case 'path':
      return target.location.possible.map((name) => name.steps)
    case 'glob':
      return target.directory.possible.flatMap(({ segments }) => [
        [...literalSteps(segments), ...target.steps],
        ...(climbs(target.steps[0])
          ? [[...literalSteps(segments.slice(0, -1)), ...target.steps.slice(1)]]
          : [])
      ])
    case 'unknown':
      return [target.splits ? [ANY_DEPTH] : [ANY_DEPTH, ...target.tail]]
  }
}

/** Does what lies below the operand count for this rule at all? */
function looksBelow(pattern: PathPattern, use: Use): boolean {
  // Names alone show nothing of what is below (`ls -R`, `find`).
  if (use.access === 'list') return false
  // A copy keeps its name and removing shows nothing: only a place can be lost.
  if ((use.access !== 'read' || use.copies) && !pattern.hasDirectoryPart) return false
  return !isLeftOut(pattern, use)
}

/** Does an option leave out every name that the rule can end in? */
function isLeftOut(pattern: PathPattern, use: Use): boolean {
  const { last } = pattern
  if (use.filter === undefined || last === undefined) return false
  const covers = (sources: readonly string[]): boolean =>
    sources.some((source) => {
      const glob = readGlob(source, true)
      return glob !== undefined && coversGlob(glob, last)
    })
  if (!pattern.folder && covers(use.filter.excludes)) return true
  return isFolder(pattern) && covers(use.filter.excludedFolders ?? [])
}

/** The operand's steps and what the use reaches below them, once for each name that is let through. */
function stepsBelow(steps: readonly Step[], use: Use): readonly (readonly Step[])[] {
  const visible = use.filter?.skipsHidden === true
  const depth = visible ? VISIBLE_DEPTH : ANY_DEPTH
  const includes = use.filter?.includes ?? []
  if (includes.length === 0) return [[...steps, depth]]
  return includes.map((source) => [...steps, depth, { kind: 'name', glob: filterGlob(source), visible }])
}

/** A filter compares base names. What it may mean beyond a plain glob lets everything through. */
function filterGlob(source: string): Glob {
  const name = source.slice(source.lastIndexOf('/') + 1)
  return /[{}]/.test(name) ? ANY_NAME : (readGlob(name, true) ?? ANY_NAME)
}

/**
 * The steps of a rule where a name is known but not the way to it (`"$D"/a.md`, `--include=*.md`): a rule for a
 * file counts as that file, not as a folder with more files in it.
 */
function withoutFilesBelow(pattern: PathPattern): readonly Step[] {
  return isFolder(pattern) ? pattern.steps : pattern.steps.slice(0, -1)
}

/** Is the rule about a folder: written as one, the name of a known one, or a name without any dot? */
function isFolder({ folder, last }: PathPattern): boolean {
  if (folder || last === undefined) return true
  if (last.literal !== undefined && isKnownFolder(last.literal)) return true
  return !last.tokens.some((token) => token.kind === 'char' && token.code === 46)
}

/** The sequences, and those that lead through a link that the client resolved. */
function withLinks(sequences: readonly (readonly Step[])[], place: Place): readonly (readonly Step[])[] {
  if (place.realPaths.size === 0) return sequences
  const all = [...sequences]
  for (const [link, target] of place.realPaths) {
    const from = literalSteps(segmentsOf(link))
    const to = literalSteps(segmentsOf(realPathOf(linkTarget(link, target, place), place)))
    for (const steps of sequences) {
      for (const end of meetingLengths(from, steps)) {
        if (end > 0) all.push([...to, ...steps.slice(steps[end - 1]?.kind === 'depth' ? end - 1 : end)])
      }
    }
  }
  return all
}
