/** Commands that run another command: what they run, and how far it may be trusted to be all they do. */
import type { Assignment, Operand, Piece, Word } from '../bash/program.ts'
import type { Arguments } from './arguments.ts'
import { assign, knownTextOf, textOf } from './builtins.ts'
import type { Call } from './call.ts'
import type { CommandFacts, InnerCommand, MeaningCode, PathUse } from './facts.ts'
import type { CommandOption } from './option-effects.ts'
import type { Form, Meaning, Wrapping } from './table.ts'
import {
  isUnseen,
  leadingText,
  literalOperand,
  operandAfter,
  UNSEEN,
  UNSEEN_FILES,
  UNSEEN_TEXT
} from './words.ts'

/** The command behind a wrapper such as `timeout 5 CMD`. */
export function wrap(
  call: Call,
  form: Form,
  wrapping: Wrapping,
  args: Arguments,
  words: readonly Word[]
): void {
  if (args.has('shows')) {
    call.anyOperands = form.everyOptionHarmless === true
    return
  }
  if (wrapping.escapes === true) call.escape(wrapping.why ?? 'runs a command')
  const assignments: Assignment[] = []
  let at = wrapping.own
  if (wrapping.assignments === true) at += takeAssignments(call, args.operands.slice(at), assignments)
  const operands = args.operands.slice(at)
  const places = args.replaced === undefined || args.replaced === '' ? undefined : anyOf([args.replaced])
  const inner = withoutUnseen(operands, places)
  if (args.unknownAt !== undefined) {
    guess(call, wrapping, words.slice(args.unknownAt + 1))
    return
  }
  if (inner.length === 0) {
    if (wrapping.fallback === undefined) call.doubt('lacks a command')
    return
  }
  const option = textOptionAt(wrapping, inner)
  if (option >= 0) {
    const text = inner[option + 1]
    call.harm('runs text as commands', [])
    if (text !== undefined) call.script(text.text, text.value)
    if (option === 0) return
  }
  if (wrapping.joins === true) call.script(textOf(inner), knownTextOf(inner))
  const tried = wrapping.addsOperands === true ? withUnseen(operands, places, UNSEEN) : undefined
  call.runs(innerCommand(call, wrapping, args, inner, tried, assignments))
  for (let more = 1; more <= (wrapping.perhaps ?? 0) && more < inner.length; more++)
    call.runs(innerCommand(call, wrapping, args, inner.slice(more), undefined, assignments))
}

function textOptionAt({ textOption, textAnywhere }: Wrapping, inner: readonly Word[]): number {
  if (textOption === undefined) return -1
  const at = inner.findIndex((word) => word.value === textOption)
  return at === 0 || textAnywhere === true ? at : -1
}

function innerCommand(
  call: Call,
  wrapping: Wrapping,
  args: Arguments,
  inner: readonly Word[],
  tried: readonly Word[] | undefined,
  assignments: readonly Assignment[]
): InnerCommand {
  const seen = tried && tryOut(call, tried, assignments)
  if (seen?.meaning !== undefined) call.unclear(unseenMeaning(seen.meaning))
  const sound = call.known && call.why === undefined && call.meaning === undefined
  const allow =
    wrapping.allow === 'always' || (wrapping.allow === 'without-options' && args.optionCount === 0)
  const why = call.why ?? wrapping.why ?? (seen === undefined || seen.readOnly ? undefined : ADDED)
  const directory = args.directories?.at(-1)
  const moved = directory === undefined ? [] : usesIn(directory, tryOut(call, inner, assignments).all)
  const added = seen === undefined ? [] : seen.uses.filter((use) => use.operand === UNSEEN)
  return {
    via: wrapping.via ?? 'wrapper',
    words: inner,
    assignments,
    transparentToAllow: sound && allow,
    addsOperands: tried !== undefined,
    operandsFrom: [...added, ...moved],
    harmless: sound && why === undefined,
    ...(why === undefined ? {} : { why })
  }
}

/** A command among the options: `find -exec CMD {} ;`. */
export function wrapOption(call: Call, args: Arguments, command: CommandOption): void {
  const words = withoutUnseen(command.words, FOUND)
  if (words.length === 0) {
    call.doubt('lacks a command')
    return
  }
  const seen = tryOut(call, withUnseen(command.words, FOUND, UNSEEN_FILES), [])
  if (seen.meaning !== undefined) call.unclear(unseenMeaning(seen.meaning))
  const from: PathUse[] = []
  const starts = args.operands.length === 0 ? [literalOperand('.')] : args.operands
  const { filter } = args
  for (const access of new Set(seen.uses.map((use) => use.access))) {
    for (const operand of starts) {
      from.push({ operand, access, recursive: true, ...(filter === undefined ? {} : { filter }) })
    }
  }
  const why = call.why ?? (seen.readOnly ? undefined : ADDED)
  call.runs({
    via: 'exec',
    words,
    assignments: [],
    transparentToAllow: false,
    addsOperands: true,
    operandsFrom: from,
    harmless: call.known && why === undefined,
    ...(why === undefined ? {} : { why })
  })
}

interface Tried {
  readonly readOnly: boolean
  /** What is done to the unseen operands. */
  readonly uses: readonly PathUse[]
  readonly all: readonly PathUse[]
  readonly meaning: CommandFacts['meaning']
}

/** What a command, with all that it runs, would do with operands that nobody sees. */
function tryOut(call: Call, words: readonly Word[], assignments: readonly Assignment[], depth = 0): Tried {
  const facts = call.again(words, assignments)
  const all = [...facts.uses]
  let { readOnly, meaning } = facts
  if (facts.inner.length > 0 && depth <= MAX_DEPTH) {
    readOnly = facts.harmless && facts.scripts.length === 0
    for (const inner of facts.inner) {
      const below = tryOut(call, inner.words, inner.assignments, depth + 1)
      readOnly &&= inner.harmless && below.readOnly
      meaning ??= below.meaning
      all.push(...inner.operandsFrom, ...below.all)
    }
  }
  return { readOnly, uses: all.filter((use) => isUnseen(use.operand)), all, meaning }
}

/** What a command would use in the directory that its wrapper changes to. */
function usesIn(directory: Operand, uses: readonly PathUse[]): readonly PathUse[] {
  const moved: PathUse[] = []
  for (const use of uses) {
    const [first] = use.operand.pieces
    if (first?.kind === 'home' || first?.kind === 'directory') continue
    if (first?.kind === 'text' && first.value.startsWith('/')) continue
    const pieces = [...directory.pieces, SLASH, ...use.operand.pieces]
    moved.push({ ...use, operand: { text: `${directory.text}/${use.operand.text}`, pieces } })
  }
  return moved
}

const SLASH: Piece = { kind: 'text', value: '/', quoted: true }

const unseenMeaning = ({ code }: { readonly code: MeaningCode }): Meaning => ({
  code,
  message: 'operands that nobody sees decide what it runs',
  lasts: false
})

/** With an option that is not known, what might be the command: deny rules see each. */
function guess(call: Call, wrapping: Wrapping, words: readonly Word[]): void {
  let guesses = 0
  for (let i = 0; i < words.length && guesses < MAX_GUESSES; i++) {
    if (words[i]?.value?.startsWith('-') === true) continue
    guesses++
    call.runs({
      via: wrapping.via ?? 'wrapper',
      words: words.slice(i),
      assignments: [],
      transparentToAllow: false,
      addsOperands: wrapping.addsOperands === true,
      operandsFrom: [],
      harmless: false,
      why: call.why ?? 'is not understood'
    })
  }
}

function takeAssignments(call: Call, words: readonly Word[], into: Assignment[]): number {
  for (const word of words) {
    const name = ASSIGNED.exec(leadingText(word))
    if (name?.[1] === undefined) break
    // Bash imports functions under names that are none (`BASH_FUNC_ls%%`).
    if (!/^[A-Za-z_]\w*$/.test(name[1])) {
      call.unclear({
        code: 'environment-changed',
        message: `sets ${name[1]}, which is no variable`,
        lasts: false
      })
    }
    const rest = operandAfter(word, name[0].length)
    const value = word.value?.slice(name[0].length)
    const assignment: Assignment = {
      name: name[1],
      value: { text: rest.text, span: word.span, pieces: rest.pieces, value },
      append: false,
      array: false,
      span: word.span
    }
    assign(call, assignment, false)
    into.push(assignment)
  }
  return into.length
}

/** The command as rules see it: what stands for added operands is dropped at its end, unknown elsewhere. */
function withoutUnseen(words: readonly Word[], places: RegExp | undefined): readonly Word[] {
  if (places === undefined || !words.some((word) => holds(word, places))) return words
  let end = words.length
  while (end > 1 && isPlace(words[end - 1], places)) end--
  return words.slice(0, end).map((word) => (holds(word, places) ? replaced(word, places) : word))
}

/** The command as it would run: with an unseen operand in every such place, or at its end where there is none. */
function withUnseen(words: readonly Word[], places: RegExp | undefined, unseen: Word): readonly Word[] {
  if (places === undefined || !words.some((word) => holds(word, places))) return [...words, unseen]
  return words.map((word) => {
    if (isPlace(word, places)) return unseen
    return holds(word, places) ? replaced(word, places) : word
  })
}

const anyOf = (texts: readonly string[]): RegExp =>
  new RegExp(texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|'))

const holds = (word: Word, places: RegExp): boolean =>
  word.value === undefined
    ? word.pieces.some((piece) => piece.kind === 'text' && places.test(piece.value))
    : places.test(word.value)

function isPlace(word: Word | undefined, places: RegExp): boolean {
  const value = word?.value
  return value !== undefined && places.exec(value)?.[0] === value
}

function replaced(word: Word, places: RegExp): Word {
  const pieces: Piece[] = []
  for (const piece of word.value === undefined ? word.pieces : literalOperand(word.value).pieces) {
    if (piece.kind !== 'text') {
      pieces.push(piece)
      continue
    }
    piece.value.split(places).forEach((part, i) => {
      if (i > 0) pieces.push(UNSEEN_TEXT)
      if (part !== '') pieces.push({ kind: 'text', value: part, quoted: true })
    })
  }
  return { text: word.text, span: word.span, pieces, value: undefined }
}

const ASSIGNED = /^([^=]+)=/
/** Of find, and with a change made to the name those of fd. */
const FOUND = anyOf(['{}', '{/}', '{//}', '{.}', '{/.}'])
const ADDED = 'may change something through operands that nobody sees'
const MAX_GUESSES = 3
const MAX_DEPTH = 8
