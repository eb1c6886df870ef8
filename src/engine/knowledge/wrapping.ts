/** Commands that run another command: what they run, and how far it may be trusted to be all they do. */
import type { Assignment, Piece, Word } from '../bash/program.ts'
import type { Arguments } from './arguments.ts'
import { assign, knownTextOf, textOf } from './builtins.ts'
import type { Call } from './call.ts'
import type { InnerCommand, PathUse } from './facts.ts'
import type { CommandOption } from './option-effects.ts'
import type { Form, Wrapping } from './table.ts'
import { isUnseen, leadingText, literalOperand, operandAfter, UNSEEN, UNSEEN_TEXT } from './words.ts'

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
  const assignments: Assignment[] = []
  let at = wrapping.own
  if (wrapping.assignments === true) at += takeAssignments(call, args.operands.slice(at), assignments)
  const inner = withoutReplaced(args.operands.slice(at), args.replaced)
  if (args.unknownAt !== undefined) {
    guess(call, wrapping, words.slice(args.unknownAt + 1))
    return
  }
  if (inner.length === 0) {
    if (wrapping.fallback === undefined) call.doubt('lacks a command')
    return
  }
  if (wrapping.textOption !== undefined && inner[0]?.value === wrapping.textOption) {
    const text = inner[1]
    call.harm('runs text as commands')
    if (text !== undefined) call.script(text.text, text.value)
    return
  }
  if (wrapping.joins === true) call.script(textOf(inner), knownTextOf(inner))
  call.runs(innerCommand(call, wrapping, args, inner, assignments))
}

function innerCommand(
  call: Call,
  wrapping: Wrapping,
  args: Arguments,
  inner: readonly Word[],
  assignments: readonly Assignment[]
): InnerCommand {
  const sound = call.known && call.why === undefined && call.meaning === undefined
  const allow =
    wrapping.allow === 'always' || (wrapping.allow === 'without-options' && args.optionCount === 0)
  const adds = wrapping.addsOperands === true
  const seen = adds ? tryOut(call, [...inner, UNSEEN], assignments) : undefined
  const why =
    call.why ??
    wrapping.why ??
    (seen === undefined || seen.readOnly ? undefined : 'operands that nobody sees are added')
  return {
    via: wrapping.via ?? 'wrapper',
    words: inner,
    assignments,
    transparentToAllow: sound && allow,
    addsOperands: adds,
    operandsFrom: seen === undefined ? [] : seen.uses.filter((use) => use.operand === UNSEEN),
    harmless: sound && why === undefined,
    ...(why === undefined ? {} : { why })
  }
}

/** A command among the options: `find -exec CMD {} ;`. */
export function wrapOption(call: Call, args: Arguments, command: CommandOption): void {
  const words = withoutReplaced(command.words, '{}')
  if (words.length === 0) {
    call.doubt('lacks a command')
    return
  }
  const from: PathUse[] = []
  const starts = args.operands.length === 0 ? [literalOperand('.')] : args.operands
  const { filter } = args
  for (const access of new Set(tryOut(call, [...words, UNSEEN], []).uses.map((use) => use.access))) {
    for (const operand of starts) {
      from.push({ operand, access, recursive: true, ...(filter === undefined ? {} : { filter }) })
    }
  }
  call.runs({
    via: 'exec',
    words,
    assignments: [],
    transparentToAllow: false,
    addsOperands: true,
    operandsFrom: from,
    harmless: call.known && call.why === undefined,
    ...(call.why === undefined ? {} : { why: call.why })
  })
}

/** What a command, with all that it runs, would do with operands that nobody sees. */
function tryOut(
  call: Call,
  words: readonly Word[],
  assignments: readonly Assignment[],
  depth = 0
): { readonly readOnly: boolean; readonly uses: readonly PathUse[] } {
  const facts = call.again(words, assignments)
  const uses = facts.uses.filter((use) => isUnseen(use.operand))
  if (facts.inner.length === 0 || depth > MAX_DEPTH) return { readOnly: facts.readOnly, uses }
  let readOnly = facts.harmless && facts.scripts.length === 0
  for (const inner of facts.inner) {
    const below = tryOut(call, inner.words, inner.assignments, depth + 1)
    readOnly &&= inner.harmless && below.readOnly
    uses.push(...below.uses)
  }
  return { readOnly, uses }
}

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

/** The command without the text that stands for an added operand: dropped at the end, unknown elsewhere. */
function withoutReplaced(words: readonly Word[], text: string | undefined): readonly Word[] {
  if (text === undefined || text === '' || !words.some((word) => word.value?.includes(text) === true))
    return words
  let end = words.length
  while (end > 1 && words[end - 1]?.value === text) end--
  return words
    .slice(0, end)
    .map((word) => (word.value?.includes(text) === true ? replaced(word, word.value, text) : word))
}

function replaced(word: Word, value: string, text: string): Word {
  const pieces: Piece[] = []
  const parts = value.split(text)
  parts.forEach((part, i) => {
    if (i > 0) pieces.push(UNSEEN_TEXT)
    if (part !== '') pieces.push({ kind: 'text', value: part, quoted: true })
  })
  return { text: word.text, span: word.span, pieces, value: undefined }
}

const ASSIGNED = /^([A-Za-z_]\w*)=/
const MAX_GUESSES = 3
const MAX_DEPTH = 8
