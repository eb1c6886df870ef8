/**
 * The forms under which rules may know a command (D11, D19): as written, without its directory, without git's global
 * options, with and without its assignments. Deny and ask look at all of them, allow at the harmless ones.
 */
import type { Assignment, Piece, Word } from '../bash/program.ts'
import type { CommandFacts } from '../knowledge/facts.ts'
import { assignmentEffect } from '../knowledge/variables.ts'
import {
  type BashSubject,
  bashSubject,
  literalSubject,
  type MatchPiece,
  type MatchWord
} from '../rules/bash-subject.ts'

/** What the pieces that depend on the place stand for. */
export interface PlaceText {
  readonly home: string | undefined
  /** The one directory the command runs in, where that is known. */
  readonly directory: string | undefined
}

export interface CommandForms {
  /** Forms deny and ask rules are tried on. */
  readonly forbid: readonly BashSubject[]
  /** Forms allow rules are tried on; empty where no allow rule may cover it. */
  readonly permit: readonly BashSubject[]
  /** Some word holds `~`, `$HOME` or `$PWD`: the forms must be built anew for a place. */
  readonly dependsOnPlace: boolean
}

/** Directories whose programs are the ones everybody means (D18). */
const STANDARD_DIRECTORIES = /^\/(?:usr\/)?s?bin\/([^/]+)$/

const NOWHERE: PlaceText = { home: undefined, directory: undefined }

/** Operands that `xargs` or `-exec` add. */
const UNSEEN_WORDS: MatchWord = [{ hole: 'many' }]

const SOURCE: unique symbol = Symbol('as written')

type Resolution = PlaceText | typeof SOURCE

function pieceOf(piece: Piece, place: Resolution): MatchPiece {
  switch (piece.kind) {
    case 'text':
      return { text: piece.value }
    case 'home':
      if (place === SOURCE) return { text: piece.source }
      return place.home === undefined ? { hole: 'one' } : { text: place.home }
    case 'directory':
      if (place === SOURCE) return { text: piece.source }
      return place.directory === undefined ? { hole: 'one' } : { text: place.directory }
    case 'glob':
      return { hole: 'many' }
    case 'choice':
      return { hole: 'one' }
    case 'unknown':
      return { hole: piece.splits ? 'many' : 'one' }
  }
}

const wordOf = (word: Word, place: Resolution): MatchWord =>
  word.value === undefined ? word.pieces.map((piece) => pieceOf(piece, place)) : [{ text: word.value }]

const textWord = (text: string): MatchWord => [{ text }]

function assignmentWord(assignment: Assignment, place: Resolution): MatchWord {
  const head: MatchPiece = { text: `${assignment.name}${assignment.append ? '+' : ''}=` }
  if (assignment.array) return [head, { hole: 'many' }]
  return assignment.value === undefined ? [head] : [head, ...wordOf(assignment.value, place)]
}

const isPlaced = (word: Word): boolean =>
  word.value === undefined && word.pieces.some((piece) => piece.kind === 'home' || piece.kind === 'directory')

const programText = (words: readonly Word[]): string | undefined => words[0]?.value

const baseName = (program: string): string => program.slice(program.lastIndexOf('/') + 1)

/** `words` with another program name in front. */
const renamed = (words: readonly MatchWord[], program: string): readonly MatchWord[] => [
  textWord(program),
  ...words.slice(1)
]

export function formsOf(
  words: readonly Word[],
  assignments: readonly Assignment[],
  facts: CommandFacts,
  addsOperands: boolean,
  place: PlaceText = NOWHERE
): CommandForms {
  const dependsOnPlace =
    words.some(isPlaced) || assignments.some((one) => one.value !== undefined && isPlaced(one.value))
  const program = programText(words)
  const subject = (form: readonly MatchWord[]): BashSubject =>
    bashSubject(addsOperands ? [...form, UNSEEN_WORDS] : form)
  if (!dependsOnPlace && assignments.length === 0 && isPlain(program, words, facts)) {
    // One form for all rules, as nearly every command has.
    const argv = addsOperands ? undefined : knownArgv(words)
    const only = [
      argv === undefined ? subject(words.map((word) => wordOf(word, place))) : literalSubject(argv)
    ]
    return { forbid: only, permit: only, dependsOnPlace }
  }
  const resolutions: readonly Resolution[] = dependsOnPlace ? [place, SOURCE] : [place]
  const forbid: (readonly MatchWord[])[] = []
  const permit: (readonly MatchWord[])[] = []
  const allSafe = assignments.every((one) => assignmentEffect(one.name) === 'safe')
  for (const resolution of resolutions) {
    const plain = words.map((word) => wordOf(word, resolution))
    const before = assignments.map((one) => assignmentWord(one, resolution))
    const addForbidden = (form: readonly MatchWord[]): void => {
      forbid.push(form)
      if (before.length > 0) forbid.push([...before, ...form])
    }
    addForbidden(plain)
    if (program?.includes('/') === true) addForbidden(renamed(plain, baseName(program)))
    if (facts.git !== undefined && facts.git.plainWords.length !== words.length) {
      const bare = facts.git.plainWords.map((word) => wordOf(word, resolution))
      addForbidden(program?.includes('/') === true ? renamed(bare, baseName(program)) : bare)
    }
    permit.push(...permitted(words, plain, before, allSafe, facts, resolution))
  }
  return { forbid: forbid.map(subject), permit: permit.map(subject), dependsOnPlace }
}

/** The words where all of them are known. */
function knownArgv(words: readonly Word[]): readonly string[] | undefined {
  const argv: string[] = []
  for (const { value } of words) {
    if (value === undefined) return undefined
    argv.push(value)
  }
  return argv
}

/** A known name without a directory, and no global options of git in between. */
const isPlain = (program: string | undefined, words: readonly Word[], { git }: CommandFacts): boolean =>
  program !== undefined &&
  !program.includes('/') &&
  (git === undefined || git.plainWords.length === words.length)

function permitted(
  words: readonly Word[],
  plain: readonly MatchWord[],
  before: readonly MatchWord[],
  allSafe: boolean,
  facts: CommandFacts,
  resolution: Resolution
): readonly (readonly MatchWord[])[] {
  const program = programText(words)
  if (program === undefined) return before.length > 0 && words.length === 0 ? [before] : []
  const standard = STANDARD_DIRECTORIES.exec(program)?.[1]
  const forms = [plain]
  if (facts.git?.onlyDirectory === true && facts.git.plainWords.length !== words.length) {
    forms.push(facts.git.plainWords.map((word) => wordOf(word, resolution)))
  }
  if (standard !== undefined) forms.push(...forms.map((form) => renamed(form, standard)))
  if (before.length === 0) return forms
  const spelled = forms.map((form) => [...before, ...form])
  return allSafe ? [...forms, ...spelled] : spelled
}
