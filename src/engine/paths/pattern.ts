/** The content of a Read or Edit rule as a typed value: gitignore syntax, compiled once when settings are loaded. */
import type { Behavior, LayerName } from '../verdict.ts'
import { fold, type Glob, literalGlob, readGlob } from './glob.ts'
import { ANY_DEPTH, nameStep, type Step } from './sequence.ts'

/** Where a pattern starts (R52): `//` the file-system root, `~/` home, `/` the settings source, else relative. */
export type Anchor = 'root' | 'home' | 'source' | 'relative'

export interface PathPattern {
  /** As written. */
  readonly text: string
  readonly anchor: Anchor
  readonly layer: LayerName
  readonly behavior: Behavior
  /** What follows the anchor. Folded in deny and ask, which compare without case (D18). */
  readonly steps: readonly Step[]
  /** A name that every path it matches holds as a segment, where there is one: most paths fail on it at once. */
  readonly needle: string | undefined
  /** `..` segments at the front: how far above its anchor the pattern starts (deny and ask only). */
  readonly climbs: number
  /** The last segment, where the pattern has one that is not `**`. */
  readonly last: Glob | undefined
  /** Written as a folder: it ends in `/` or in `/**`. */
  readonly folder: boolean
  /** Names more than a file name at any depth (D18: only such rules stand against a removal or recursive copy). */
  readonly hasDirectoryPart: boolean
  /** What is wrong with it, where it counts only as the literal path it spells (R64). */
  readonly problem?: string
}

export interface PatternProblem {
  readonly problem: string
}

/**
 * Reads a pattern. What cannot be read is a problem in an allow rule; in deny and ask it guards the path
 * that it spells (R64), and a leading `!` exempts nothing.
 */
export function compilePathPattern(
  content: string,
  behavior: Behavior,
  layer: LayerName
): PathPattern | PatternProblem {
  const text = content.trim()
  if (text === '') return { problem: 'the path is empty' }
  if (isSound(text)) return new SoundPattern(content, text, behavior, layer)
  const draft = { text: content, layer, behavior }
  const parts = split(text, behavior)
  const problem = readingProblem(text, parts, behavior)
  if (problem === undefined) return build(draft, parts, (segment) => readGlob(segment, isCareful(behavior)))
  if (!isCareful(behavior)) return { problem }
  return { ...build(draft, parts, literalOf), problem }
}

/** Nothing in it that could be misread; told without reading it, so that errs on the side of no. */
const isSound = (text: string): boolean => !text.startsWith('!') && !UNSURE.test(text)

const UNSURE = /\.\.|[[\\]/

/** A pattern without problems, read when a path is first compared with it: most calls have few paths, or none. */
class SoundPattern implements PathPattern {
  readonly text: string
  readonly behavior: Behavior
  readonly layer: LayerName
  readonly #trimmed: string
  #read: PathPattern | undefined

  constructor(text: string, trimmed: string, behavior: Behavior, layer: LayerName) {
    this.text = text
    this.behavior = behavior
    this.layer = layer
    this.#trimmed = trimmed
  }

  get #pattern(): PathPattern {
    this.#read ??= build(this, split(this.#trimmed, this.behavior), (segment) =>
      readGlob(segment, isCareful(this.behavior))
    )
    return this.#read
  }

  get anchor(): Anchor {
    return anchorOf(this.#trimmed, this.behavior).anchor
  }

  get steps(): readonly Step[] {
    return this.#pattern.steps
  }

  get needle(): string | undefined {
    return this.#pattern.needle
  }

  get climbs(): number {
    return this.#pattern.climbs
  }

  get last(): Glob | undefined {
    return this.#pattern.last
  }

  get folder(): boolean {
    return this.#pattern.folder
  }

  get hasDirectoryPart(): boolean {
    return this.#pattern.hasDirectoryPart
  }
}

/** Deny and ask are read as widely as they can be, allow as narrowly. */
const isCareful = (behavior: Behavior): boolean => behavior !== 'allow'

function literalOf(segment: string): Glob {
  return literalGlob(fold(segment))
}

function readingProblem(text: string, { segments, climbs }: Parts, behavior: Behavior): string | undefined {
  if (text.startsWith('!')) return 'a pattern cannot exempt with a leading `!`'
  if (climbs > 0 && !isCareful(behavior)) return 'the pattern leaves the directory that it starts from'
  const bad = segments.find((segment) => segment !== '**' && readGlob(segment, false) === undefined)
  if (bad !== undefined) return `\`${bad}\` is no complete pattern (a bracket or an escape is not closed)`
  return segments.includes('..') ? '`..` cannot follow a wildcard' : undefined
}

interface Parts {
  readonly anchor: Anchor
  /** Starts with `./`. */
  readonly dotted: boolean
  /** Between the anchor and the end, `.` dropped, `..` resolved where a plain name stands before it. */
  readonly segments: readonly string[]
  readonly climbs: number
  /** Ends in `/`. */
  readonly slash: boolean
}

function split(text: string, behavior: Behavior): Parts {
  const { anchor, rest } = anchorOf(text, behavior)
  const segments: string[] = []
  let climbs = 0
  for (const segment of rest.split('/')) {
    if (segment === '' || segment === '.') continue
    const before = segments.at(-1)
    if (segment !== '..') segments.push(/^\*{3,}$/.test(segment) ? '**' : segment)
    else if (before === undefined) climbs += anchor === 'root' ? 0 : 1
    else if (/[*?[]/.test(before)) segments.push(segment)
    else segments.pop()
  }
  return { anchor, dotted: rest.startsWith('./'), segments, climbs, slash: rest.endsWith('/') }
}

function anchorOf(text: string, behavior: Behavior): { anchor: Anchor; rest: string } {
  const drive = /^(?:\/\/)?([A-Za-z]):(?=[\\/]|$)/.exec(text)
  if (drive !== null) {
    const below = text.slice(drive[0].length)
    // Only after a drive is a backslash a separator; everywhere else it escapes.
    return { anchor: 'root', rest: `${(drive[1] ?? '').toLowerCase()}${below.replaceAll('\\', '/')}` }
  }
  // R65, as widely as it can be meant where that is the careful side.
  if (text === '/' && isCareful(behavior)) return { anchor: 'root', rest: '' }
  if (text.startsWith('//')) return { anchor: 'root', rest: text.slice(2) }
  if (text === '~' || text.startsWith('~/')) return { anchor: 'home', rest: text.slice(2) }
  if (text.startsWith('/')) return { anchor: 'source', rest: text.slice(1) }
  return { anchor: 'relative', rest: text }
}

function build(
  draft: Pick<PathPattern, 'text' | 'layer' | 'behavior'>,
  parts: Parts,
  read: (segment: string) => Glob | undefined
): PathPattern {
  const careful = isCareful(draft.behavior)
  const names = [...parts.segments]
  while (names.at(-1) === '**') names.pop()
  const folder = parts.slash || names.length < parts.segments.length
  const globs = names.map((name) => (name === '**' ? undefined : (read(name) ?? literalOf(name))))
  const last = globs.at(-1)
  const steps = globs.map((glob) => (glob === undefined ? ANY_DEPTH : nameStep(glob)))
  if (isFloating(parts, names, folder, careful)) steps.unshift(ANY_DEPTH)
  // gitignore: what covers a folder covers what is in it. In allow a wildcard at the end keeps to its own level.
  if (careful || folder || last === undefined || last.literal !== undefined) steps.push(ANY_DEPTH)
  const { text, layer, behavior } = draft
  return {
    text,
    layer,
    behavior,
    anchor: parts.anchor,
    steps,
    needle: globs.find((glob) => glob?.literal !== undefined)?.literal,
    climbs: parts.climbs,
    last,
    folder,
    hasDirectoryPart:
      folder || globs.filter((glob) => glob !== undefined).length > 1 || !startsAnywhere(steps)
  }
}

/** R55, R56, D18: a single name holds at any depth; a single folder does in deny and ask alone. */
function isFloating(parts: Parts, names: readonly string[], folder: boolean, careful: boolean): boolean {
  if (parts.anchor !== 'relative' || names.length !== 1 || parts.climbs > 0) return false
  return careful || (!folder && !parts.dotted)
}

const startsAnywhere = (steps: readonly Step[]): boolean => steps[0]?.kind === 'depth'
