/** What an operand of a command names, made absolute: a path, a glob, or something not known before it runs. */
import type { Operand, Piece } from '../bash/program.ts'
import { ANY_NAME, charTokens, fold, type Glob, globOf, namesHidden, readGlob, type Token } from './glob.ts'
import { type Location, locate, possibleHomes } from './location.ts'
import { isAbsolute, isInside } from './normalise.ts'
import type { Place } from './place.ts'
import type { Step } from './sequence.ts'
import { isUserHome, usualMeanings } from './usual-meaning.ts'

export type Target =
  | { readonly kind: 'path'; readonly text: string; readonly location: Location }
  | {
      readonly kind: 'glob'
      readonly text: string
      /** The part before the first segment with a wildcard. */
      readonly directory: Location
      /** From that segment on, folded, as bash expands them: a leading dot only where one is written. */
      readonly steps: readonly Step[]
      /** The same with case kept, for allow rules. */
      readonly written: readonly Step[]
    }
  | {
      readonly kind: 'unknown'
      readonly text: string
      /** Nothing known before the tail; somebody's home; a relative path in an unknown directory; or known text. */
      readonly begins: 'variable' | 'user' | 'directory' | 'text'
      /** The segments behind the last unknown piece, folded; the first of them may hold the rest of a segment. */
      readonly tail: readonly Step[]
      /** The unknown piece is followed by a slash, or by nothing (then the tail is empty). */
      readonly slash: boolean
      /** Unquoted: it may stand for several words, so that the tail bounds nothing. */
      readonly splits: boolean
      /** Known text before the first unknown piece. */
      readonly head: string
    }

// Choices multiply; beyond this the operand counts as unknown.
const MAX_TARGETS = 64

/**
 * Every target the operand may name: one for each possible directory, choice and home. A decision needs all of
 * them to be allowed and is stopped by any of them. `directories` undefined: where the command stands is unknown.
 */
export function resolveOperand(
  operand: Operand,
  directories: readonly string[] | undefined,
  place: Place
): readonly Target[] {
  const words = expandChoices(operand.pieces, place)
  if (words === undefined || words.length * (directories?.length ?? 1) > MAX_TARGETS) {
    return [unknownTarget(operand.text, [{ kind: 'unknown', splits: true }])]
  }
  const bases = directories ?? [undefined]
  return bases.flatMap((base) => words.map((word) => resolveWord(operand.text, word, base, place)))
}

/** A word in which only what the directory decides is open. */
type Part =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'glob'; readonly source: string }
  | { readonly kind: 'directory' }
  | { readonly kind: 'unknown'; readonly splits: boolean; readonly user?: boolean }

function expandChoices(pieces: readonly Piece[], place: Place): readonly (readonly Part[])[] | undefined {
  let words: (readonly Part[])[] = [[]]
  for (const piece of pieces) {
    const parts = partsOf(piece, place)
    if (words.length * parts.length > MAX_TARGETS) return undefined
    words = words.flatMap((word) => parts.map((part) => [...word, part]))
  }
  return words
}

function partsOf(piece: Piece, place: Place): readonly Part[] {
  switch (piece.kind) {
    case 'text':
      return [{ kind: 'text', value: piece.value }]
    case 'glob':
      return [{ kind: 'glob', source: piece.source }]
    case 'directory':
      return [{ kind: 'directory' }]
    case 'home':
      return possibleHomes(place).map((value) => ({ kind: 'text', value }))
    case 'choice':
      return piece.values.map((value) => ({ kind: 'text', value }))
    case 'unknown':
      return [
        { kind: 'unknown', splits: piece.splits, user: isUserHome(piece) },
        ...usualMeanings(piece, place)
      ]
  }
}

function resolveWord(text: string, word: readonly Part[], base: string | undefined, place: Place): Target {
  const parts = word.map((part): Part => {
    if (part.kind !== 'directory') return part
    return base === undefined ? { kind: 'unknown', splits: false } : { kind: 'text', value: base }
  })
  if (parts.some((part) => part.kind === 'unknown')) return unknownTarget(text, parts)
  const first = parts[0]
  const rooted = first?.kind === 'text' && isAbsolute(first.value, place.platform)
  if (base === undefined && !rooted) return { ...unknownTarget(text, parts), begins: 'directory' }
  if (parts.some((part) => part.kind === 'glob')) return globTarget(text, parts, base ?? '/', place)
  return { kind: 'path', text, location: locate(joined(parts), base ?? '/', place) }
}

const joined = (parts: readonly Part[]): string =>
  parts.map((part) => (part.kind === 'text' ? part.value : '')).join('')

function globTarget(text: string, parts: readonly Part[], base: string, place: Place): Target {
  const segments = segmentsOfWord(parts)
  const wild = segments.findIndex((segment) => segment.glob.literal === undefined)
  const before = segments.slice(0, wild).map((segment) => segment.text)
  const directory = locate(before.length > 0 ? `${before.join('/')}/` : '.', base, place)
  const steps = stepsOf(segments.slice(wild))
  const written = stepsOf(segmentsOfWord(parts, false).slice(wild))
  if (steps === undefined || written === undefined || isInside(directory.path, '/proc')) {
    // Links of /proc and `..` behind a wildcard lead out of the directory that is written.
    return {
      kind: 'unknown',
      text,
      begins: 'text',
      tail: [],
      slash: false,
      splits: true,
      head: before.join('/')
    }
  }
  return { kind: 'glob', text, directory, steps, written }
}

function unknownTarget(text: string, parts: readonly Part[]): Target & { kind: 'unknown' } {
  const first = parts.findIndex((part) => part.kind === 'unknown')
  const last = parts.findLastIndex((part) => part.kind === 'unknown')
  const segments = segmentsOfWord(parts.slice(last + 1))
  const rest = segments[0]?.text === '' ? segments.slice(1) : last < 0 ? segments : withUnknownStart(segments)
  return {
    kind: 'unknown',
    text,
    begins: beginningOf(parts.slice(0, last + 1)),
    tail: stepsOf(rest.filter((segment) => segment.text !== '')) ?? [],
    slash: segments.length > 1 && segments[0]?.text === '',
    splits: parts.some((part) => part.kind === 'unknown' && part.splits),
    head: joined(parts.slice(0, Math.max(0, first)))
  }
}

function beginningOf(parts: readonly Part[]): 'variable' | 'user' | 'text' {
  if (!parts.every((part) => part.kind === 'unknown')) return 'text'
  return parts.length === 1 && parts[0]?.user === true ? 'user' : 'variable'
}

interface WordSegment {
  /** As known text; wildcards as written. */
  readonly text: string
  readonly glob: Glob
  readonly visible: boolean
}

/** Cuts a word at its slashes; an absolute word begins with an empty segment. */
function segmentsOfWord(parts: readonly Part[], folded = true): readonly WordSegment[] {
  const segments: { text: string; tokens: Token[] }[] = [{ text: '', tokens: [] }]
  for (const part of parts) {
    if (part.kind === 'text') {
      part.value.split('/').forEach((piece, at) => {
        if (at > 0) segments.push({ text: '', tokens: [] })
        const current = segments.at(-1)
        if (current === undefined) return
        current.text += piece
        current.tokens.push(...charTokens(folded ? fold(piece) : piece))
      })
    } else if (part.kind === 'glob') {
      const current = segments.at(-1)
      if (current === undefined) continue
      current.text += part.source
      current.tokens.push(...(readGlob(part.source, folded) ?? ANY_NAME).tokens)
    }
  }
  return segments.map(({ text, tokens }) => {
    const glob = globOf(tokens)
    return { text, glob, visible: !namesHidden(glob) }
  })
}

/** An unknown piece ends in the middle of the first segment: whatever precedes is possible. */
function withUnknownStart(segments: readonly WordSegment[]): readonly WordSegment[] {
  const first = segments[0]
  if (first === undefined || first.text === '') return segments
  const glob = globOf([{ kind: 'run' }, ...first.glob.tokens])
  return [{ text: `*${first.text}`, glob, visible: false }, ...segments.slice(1)]
}

/** `.` and empty segments dropped, `..` resolved; undefined where it leads above the first segment. */
function stepsOf(segments: readonly WordSegment[]): readonly Step[] | undefined {
  const steps: Step[] = []
  for (const { text, glob, visible } of segments) {
    if (text === '' || text === '.') continue
    if (text !== '..') steps.push({ kind: 'name', glob, visible })
    else if (steps.pop() === undefined) return undefined
  }
  return steps
}
