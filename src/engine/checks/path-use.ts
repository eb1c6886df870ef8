/** One use of one path against rules, protected paths, critical removals and working directories. */
import type { Directories } from '../bash/directories.ts'
import type { Access, PathUse } from '../knowledge/facts.ts'
import type { CompiledLayers } from '../layers/compiled.ts'
import { criticalRemoval } from '../paths/critical.ts'
import { isHarmlessSink, isHarmlessSource } from '../paths/device-files.ts'
import type { Location } from '../paths/location.ts'
import { coversTarget, matchesBoth, matchesEither, matchesPath } from '../paths/match.ts'
import type { Place } from '../paths/place.ts'
import { protectedTarget } from '../paths/protected.ts'
import { couldMatchTarget } from '../paths/reach.ts'
import { resolveOperand, type Target } from '../paths/target.ts'
import { isNameInside, isTargetInside } from '../paths/working-directories.ts'
import type { PathRule, Rule } from '../rules/rule.ts'
import type { RuleSet } from '../rules/rule-set.ts'
import type { Findings } from './findings.ts'

/** The settings and the place one call is judged under. */
export interface Bench {
  readonly place: Place
  readonly layers: CompiledLayers
  readonly deny: RuleSet
  readonly ask: RuleSet
  readonly allow: RuleSet
}

/** A use whose operand was made absolute. */
export interface PlacedUse {
  readonly use: PathUse
  readonly target: Target
  /** The directory it was named from; undefined: unknown. */
  readonly at: string | undefined
}

/** Every target the operand may name, one for each directory it may be named from. */
export function placeUse(use: PathUse, directories: Directories, place: Place): readonly PlacedUse[] {
  const bases = directories ?? [undefined]
  return bases.flatMap((at) =>
    resolveOperand(use.operand, at === undefined ? undefined : [at], place).map((target) => ({
      use,
      target,
      at
    }))
  )
}

const moved = new WeakMap<Place, Map<string, Place>>()

/** The same place seen from another directory: what is critical or relative there counts as well. */
function placeAt(place: Place, at: string | undefined): Place {
  if (at === undefined || at === place.cwd) return place
  let known = moved.get(place)
  if (known === undefined) {
    known = new Map()
    moved.set(place, known)
  }
  let there = known.get(at)
  if (there === undefined) {
    there = { ...place, cwd: at }
    if (known.size < MAX_MOVES) known.set(at, there)
  }
  return there
}

/** How many directories are remembered for one place. */
const MAX_MOVES = 64

/** Rules of which access speak of a use (R59, D18: a Read rule counts for what is written, not for what is removed). */
const SPEAKING: Readonly<Record<Access, readonly ('read' | 'edit')[]>> = {
  read: ['read'],
  list: ['read'],
  write: ['edit', 'read'],
  remove: ['edit']
}

const changes = (access: Access): boolean => access === 'write' || access === 'remove'

/** Why a removal is critical, where it is one: seen from where it happens, or from where the call starts. */
export function criticalAt({ use, target, at }: PlacedUse, place: Place): string | undefined {
  return criticalRemoval(target, placeAt(place, at), use.filter) ?? criticalRemoval(target, place, use.filter)
}

/** Adds what deny and ask rules, spelling, protected paths and critical removals say of a use. */
export function judgeUse(placed: PlacedUse, part: string, bench: Bench, found: Findings): void {
  const { use, target } = placed
  if (isDevice(placed)) return
  if (target.kind === 'path' && target.location.odd !== undefined) {
    found.danger({
      kind: 'safetyCheck',
      code: 'odd-path',
      part,
      why: `the path \`${target.text}\` is spelled oddly: ${target.location.odd}`,
      approvable: false
    })
  }
  for (const access of SPEAKING[use.access]) {
    for (const rule of bench.deny.paths(access)) meet(rule, placed, part, bench, found)
    for (const rule of bench.ask.paths(access)) meet(rule, placed, part, bench, found)
  }
  if (changes(use.access)) guard(placed, part, bench, found)
  if (use.access === 'remove') {
    const critical = criticalAt(placed, bench.place)
    if (critical !== undefined) {
      found.danger({
        kind: 'safetyCheck',
        code: 'critical-removal',
        part,
        why: `\`${target.text}\` ${critical}`,
        approvable: false
      })
    }
  }
}

/** Does one deny or ask rule meet the use, for certain or by what nobody can see? */
function meet(rule: PathRule, placed: PlacedUse, part: string, bench: Bench, found: Findings): void {
  const { use, target } = placed
  if (target.kind === 'path' && matchesEither(rule.pattern, target.location, bench.place)) {
    if (rule.behavior === 'deny') found.deny({ rule, part })
    else found.ask({ rule, part })
    return
  }
  if (target.kind === 'path' && !use.recursive) return
  if (use.access === 'list' && target.kind === 'path') return
  const there = placeAt(bench.place, placed.at)
  const reaches = couldMatchTarget(rule.pattern, target, use, there)
  if (!reaches && (there === bench.place || !couldMatchTarget(rule.pattern, target, use, bench.place))) return
  found.ask({
    rule,
    part,
    guess: `\`${target.text}\` may reach what the rule names`,
    advice: passingForm(placed)
  })
}

function passingForm(placed: PlacedUse): string {
  if (placed.target.kind === 'path' && placed.use.access === 'read') {
    return 'Search with a program that skips hidden files (`rg`), or leave the named files out (`grep -r --exclude=NAME`).'
  }
  return 'Name the files instead of using a variable or a wildcard.'
}

function guard(placed: PlacedUse, part: string, bench: Bench, found: Findings): void {
  const { use, target } = placed
  const protectedBy = protectedTarget(target, use.access === 'remove' || use.recursive)
  if (protectedBy === undefined) return
  const exception = exceptionFor(target, bench)
  if (exception !== undefined) {
    found.exception(exception)
    return
  }
  found.danger({
    kind: 'safetyCheck',
    code: 'protected-path',
    part,
    why: `\`${target.text}\` belongs to \`${protectedBy.name}\`, which ${protectedBy.reason}`,
    approvable: protectedBy.approvable
  })
}

function exceptionFor(target: Target, bench: Bench): string | undefined {
  if (target.kind !== 'path') return undefined
  return bench.layers.protectedPathExceptions.find((one) =>
    matchesBoth(one.value, target.location, bench.place)
  )?.value.text
}

function isDevice({ use, target }: PlacedUse): boolean {
  if (target.kind !== 'path' || target.location.odd !== undefined) return false
  const [only, ...others] = target.location.possible
  if (only === undefined || others.length > 0) return false
  return use.access === 'write' ? isHarmlessSink(only.path) : isHarmlessSource(only.path)
}

/** Where a use lies: inside the working directories, outside, or nobody can tell. Devices are nowhere. */
export function whereabouts(placed: PlacedUse, place: Place): 'inside' | 'outside' | 'unknown' | 'nowhere' {
  if (isDevice(placed)) return 'nowhere'
  const { target } = placed
  if (target.kind === 'unknown') return startsOutside(target.head, place) ? 'outside' : 'unknown'
  return isTargetInside(target, place) ? 'inside' : 'outside'
}

/** `blockReadsOutsideWorkingDirectories`: a shell command that names an outside path asks in every mode. */
export function blockOutside(placed: PlacedUse, part: string, bench: Bench, found: Findings): void {
  const layer = bench.layers.blockReadsOutside
  if (layer === undefined) return
  const where = whereabouts(placed, bench.place)
  if (where === 'inside' || where === 'nowhere') return
  found.danger({
    kind: 'safetyCheck',
    code: 'outside-working-directories',
    part,
    why: `\`${placed.target.text}\` ${where === 'outside' ? 'lies' : 'may lie'} outside the working directories, which the ${layer} settings block`,
    approvable: false,
    layer
  })
}

/** `/etc/$X` lies outside as far as anybody can see. */
const startsOutside = (head: string, place: Place): boolean =>
  head.startsWith('/') && !isNameInside(head.slice(0, head.lastIndexOf('/')) || '/', place)

/** The Read or Edit allow rule that covers a use and all it reaches (R59: Edit grants Read of the same path). */
export function allowingRule({ use, target }: PlacedUse, bench: Bench): Rule | undefined {
  const access = changes(use.access) ? 'edit' : 'read'
  if (target.kind === 'path' && !use.recursive) return allowingPathRule(target.location, access, bench)
  const covers = (rule: PathRule): boolean => coversTarget(rule.pattern, target, use.recursive, bench.place)
  const edit = bench.allow.paths('edit').find(covers)
  return edit !== undefined || access === 'edit' ? edit : bench.allow.paths('read').find(covers)
}

/**
 * The allow rule that covers a file by its link path and by what it resolves to. To read, a name that lies inside the
 * working directories needs no rule (D5: link inside, target allowed).
 */
export function allowingPathRule(
  location: Location,
  access: 'read' | 'edit',
  bench: Bench
): Rule | undefined {
  const { place, allow } = bench
  const edits = (rule: PathRule): boolean => matchesBoth(rule.pattern, location, place)
  if (access === 'edit') return allow.paths('edit').find(edits)
  if (location.odd !== undefined) return undefined
  const outside = location.certain.filter((name) => !isNameInside(name.path, place))
  const covers = (rule: PathRule): boolean =>
    outside.every((name) => matchesPath(rule.pattern, name.path, place))
  return allow.paths('edit').find(covers) ?? allow.paths('read').find(covers)
}
