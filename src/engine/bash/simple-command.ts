/** Simple commands: assignments, words and redirections in the order they are written. */

import { ASSIGNMENT, checkName } from './command-name.ts'
import { assignedBy } from './effects.ts'
import { IslandLexer } from './island-lexer.ts'
import type { Draft } from './layout.ts'
import type { Assignment, Redirection, SimpleCommand, Span, Word } from './program.ts'
import { type RedirectionParts, readRedirection } from './redirections.ts'
import type { Walk } from './walk.ts'
import { literalWord, readWords } from './word.ts'

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** What ends a command even between the brackets of `[ ]`. */
const OPERATORS = new Set(['&&', '||', '&', '|', ';', '<', '>', '(', ')'])

interface Parts extends RedirectionParts {
  assignments: Assignment[]
}

/** Reads a command, a bare assignment, `[ ... ]`, or redirections alone. */
export function readSimpleCommand(walk: Walk, draft: Draft): SimpleCommand {
  const { result: parts, substitutions } = walk.collect(() => readParts(walk, draft))
  const { assignments, redirections } = parts
  inOrder(parts.words)
  const words = checkName(walk, parts.words)
  const span = spanOf(walk, draft, assignments, parts.words, redirections)
  const command: SimpleCommand = {
    kind: 'command',
    assignments,
    words,
    redirections,
    substitutions,
    text: walk.text.slice(span[0], span[1]),
    span
  }
  const effects = assignedBy(words)
  for (const { name, value, subscript, append, array } of assignments) {
    const isOne = subscript !== true && !append
    walk.variables.assign(name, isOne && isNumber(value), words.length === 0)
    if (subscript === true || array) walk.variables.assignArray()
  }
  if (effects.evaluates) walk.evaluates(undefined, span[0])
  if (effects.array) walk.variables.assignArray()
  for (const name of effects.reread) walk.variables.reread(name, span[0])
  for (const name of effects.names) walk.variables.assign(name)
  if (effects.anything) walk.variables.assignAnything()
  if (effects.subscript) walk.refuse('construct', 'a subscript that is evaluated', span[0])
  if (words.some(({ value }) => value === 'unset')) walk.unsets = true
  walk.finish(command)
  return command
}

/** A value that is a number whatever the variables in it are. */
function isNumber(value: Word | undefined): boolean {
  if (value === undefined) return false
  if (value.value !== undefined) return /^[-+]?[0-9]+$/.test(value.value)
  const [piece] = value.pieces
  return value.pieces.length === 1 && piece?.kind === 'unknown' && piece.reason === 'arithmetic'
}

function readParts(walk: Walk, draft: Draft): Parts {
  const { tree } = walk
  const parts: Parts = { assignments: [], words: [], redirections: [] }
  const { body } = draft
  if (body !== undefined) {
    const name = tree.name(body)
    if (name === 'variable_assignment') readAssignment(walk, body, true, parts.assignments)
    else if (name === 'test_command') readTest(walk, body, parts.words)
    else readChildren(walk, body, name, parts)
  }
  for (const node of draft.redirections) readRedirection(walk, node, parts)
  if (body === undefined) {
    const [first] = parts.words
    if (first !== undefined && ASSIGNMENT.test(first.text)) {
      walk.refuse('construct', 'an assignment after a redirection', first.span[0])
    }
  }
  return parts
}

function readChildren(walk: Walk, body: number, type: string, parts: Parts): void {
  const { tree } = walk
  const to = tree.next(body)
  const isDeclaration = type === 'declaration_command' || type === 'unset_command'
  for (let child = body + 1; child < to; ) {
    const name = tree.name(child)
    const last = tree.endOfWord(child, to)
    if (name === 'command_name' || tree.isWord(child)) {
      walk.word(child, last, parts.words)
    } else if (isDeclaration && isOperand(walk, child, body)) {
      readOperand(walk, child, last, parts.words)
    } else if (isDeclaration && name === 'variable_assignment') {
      parts.words.push(readArrayOperand(walk, child))
    } else if (name === 'variable_assignment') {
      readAssignment(walk, child, type === 'variable_assignments', parts.assignments)
    } else if (name === 'file_redirect') {
      readRedirection(walk, child, parts)
    } else if (name !== 'comment') {
      walk.refuse('construct', name.replaceAll('_', ' '), tree.start(child))
    }
    child =
      name === 'comment' || tree.isWord(child) || name === 'command_name' || isDeclaration
        ? last
        : tree.next(child)
  }
}

/** In an assignment that is an operand Bash leaves braces alone. */
function readOperand(walk: Walk, from: number, to: number, words: Word[]): void {
  const count = words.length
  walk.word(from, to, words)
  if (words.length > count + 1) walk.refuse('construct', 'braces in an assignment', walk.tree.start(from))
}

/** `NAME=(...)` as an operand of `declare` and its like. */
function readArrayOperand(walk: Walk, node: number): Word {
  const assignments: Assignment[] = []
  readAssignment(walk, node, true, assignments)
  const [start, end] = [walk.tree.start(node), walk.tree.end(node)]
  const text = walk.text.slice(start, end)
  // The built-in gets the name alone; what is between the brackets is kept apart.
  const head = assignments[0]?.name ?? ''
  if (assignments[0]?.array !== true) walk.refuse('construct', 'this operand', start)
  return {
    text,
    span: [start, end],
    pieces: [
      { kind: 'text', value: head, quoted: false },
      { kind: 'unknown', reason: 'expansion', source: text.slice(head.length), splits: false }
    ],
    value: undefined
  }
}

/** The built-in's own name, a plain name, or `NAME=value` without an array. */
function isOperand(walk: Walk, node: number, body: number): boolean {
  const { tree } = walk
  const name = tree.name(node)
  if (node === body + 1 || name === 'variable_name') return true
  if (name !== 'variable_assignment') return false
  for (let child = node + 1; child < tree.next(node); child = tree.next(child)) {
    if (tree.name(child) === 'array' || tree.name(child) === 'subscript') return false
  }
  return true
}

function readAssignment(walk: Walk, node: number, mayBeArray: boolean, into: Assignment[]): void {
  const { tree, text } = walk
  const operator = tree.next(node + 1)
  const value = tree.next(operator)
  const start = tree.start(node)
  const end = tree.end(node)
  const target = text.slice(start, tree.end(node + 1))
  const isElement = tree.name(node + 1) === 'subscript' && readSubscript(walk, start, tree.end(node + 1))
  const name = isElement ? target.slice(0, target.indexOf('[')) : target
  const token = tree.name(operator)
  const span: Span = [start, end]
  const isPlain = tree.name(node + 1) === 'variable_name' || isElement
  if (!isPlain || !NAME.test(name) || (token !== '=' && token !== '+=')) {
    walk.refuse('construct', 'an assignment to something other than a plain name', start)
    return
  }
  if (tree.end(node + 1) !== tree.start(operator)) walk.refuse('unverified', 'a gap in an assignment', start)
  walk.checkWordEnd(start, end)
  const append = token === '+='
  if (append || isElement || tree.name(value) === 'array') walk.onlyBash = true
  if (tree.name(value) === 'array') {
    if (!mayBeArray) walk.refuse('construct', 'an array before a command', start)
    readArray(walk, value)
    into.push({ name, value: undefined, append, array: true, span })
    return
  }
  const from = tree.end(operator)
  const [word] = from === end ? [] : readWords(walk, from, end, value, tree.next(node), 'value')
  const empty: Word = { text: '', span: [from, from], pieces: [], value: '' }
  const assignment = { name, value: word ?? empty, append, array: false, span }
  into.push(isElement ? { ...assignment, subscript: true } : assignment)
}

/** `NAME[EXPRESSION]` */
function readSubscript(walk: Walk, start: number, end: number): boolean {
  const open = walk.text.indexOf('[', start)
  return walk.text[end - 1] === ']' && new IslandLexer(walk, open + 1, end - 1).expression()
}

function readArray(walk: Walk, node: number): void {
  const { tree, text } = walk
  const first = tree.next(node + 1)
  const words: Word[] = []
  let last = first
  for (let child = first; child < tree.next(node); child = tree.next(child)) last = child
  if (tree.name(last) !== ')') walk.refuse('unverified', 'an array without an end', tree.start(node))
  walk.wordsBetween(first, last, words)
  for (const word of words) {
    if (text[word.span[0]] === '[') walk.refuse('construct', 'a subscript in an array', word.span[0])
  }
}

/** `[ ... ]` is a command like any other: each atom of the expression is one of its words. */
function readTest(walk: Walk, body: number, words: Word[]): void {
  const { tree, text } = walk
  const first = body + 1
  const last = tree.next(body) - 1
  if (tree.name(first) !== '[' || tree.name(last) !== ']') {
    walk.refuse('construct', 'a test without brackets', tree.start(body))
    return
  }
  if (!/[ \t]/.test(text[tree.end(first)] ?? '') || !/[ \t]/.test(text[tree.start(last) - 1] ?? '')) {
    walk.refuse('construct', 'a bracket glued to a word', tree.start(body))
  }
  const atoms: number[] = []
  for (let node = first; node <= last; ) {
    const isExpression = tree.name(node).endsWith('_expression') && tree.name(node) !== 'brace_expression'
    if (!isExpression) atoms.push(node)
    if (OPERATORS.has(tree.name(node))) walk.refuse('construct', 'an operator in a test', tree.start(node))
    node = isExpression ? node + 1 : tree.next(node)
  }
  let start = 0
  while (start < atoms.length) {
    const from = atoms[start] ?? first
    let to = start + 1
    while (to < atoms.length && tree.start(atoms[to] ?? 0) === tree.end(atoms[to - 1] ?? 0)) to += 1
    const end = tree.end(atoms[to - 1] ?? first)
    const isBracket = from === first || from === last
    if (isBracket) words.push(literalWord(tree.name(from), tree.start(from)))
    else {
      walk.checkWordEnd(tree.start(from), end)
      words.push(...readWords(walk, tree.start(from), end, from, tree.next(atoms[to - 1] ?? from), 'word'))
    }
    start = to
  }
}

function inOrder(words: Word[]): void {
  if (words.some((word, index) => index > 0 && word.span[0] < (words[index - 1]?.span[0] ?? 0))) {
    words.sort((a, b) => a.span[0] - b.span[0])
  }
}

function spanOf(
  walk: Walk,
  draft: Draft,
  assignments: readonly Assignment[],
  words: readonly Word[],
  redirections: readonly Redirection[]
): Span {
  let start = Number.POSITIVE_INFINITY
  let end = 0
  for (const [from, to] of [...assignments, ...words, ...redirections].map((part) => part.span)) {
    if (from < start) start = from
    if (to > end) end = to
  }
  if (end > 0) return [start, end]
  const node = draft.body ?? draft.redirections[0]
  return node === undefined ? [0, 0] : [walk.tree.start(node), walk.tree.end(node)]
}
