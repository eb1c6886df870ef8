/** Compound commands: groups, branches, loops, `case`, `[[ ]]` and function definitions. */

import { readAround } from './around.ts'
import { PLAIN_PATTERN } from './characters.ts'
import { readCondition, readPattern } from './condition.ts'
import { IslandLexer } from './island-lexer.ts'
import type { Island } from './islands.ts'
import type { Draft } from './layout.ts'
import type { Case, If, Statement, Word } from './program.ts'
import type { Walk } from './walk.ts'
import { readWords } from './word.ts'

const FUNCTION_NAME = /^[A-Za-z_][A-Za-z0-9_:.-]*$/

/** Reads any statement that is no simple command. */
export function readCompound(walk: Walk, node: number, draft: Draft): Statement {
  const { tree } = walk
  switch (tree.name(node)) {
    case 'subshell':
      return readGroup(walk, node, draft, 'subshell', '(', ')')
    case 'compound_statement':
      return readGroup(walk, node, draft, 'group', '{', '}')
    case 'if_statement':
      return readIf(walk, node, draft)
    case 'while_statement':
      return readWhile(walk, node, draft)
    case 'for_statement':
      return readFor(walk, node, draft)
    case 'case_statement':
      return readCase(walk, node, draft)
    case 'test_command':
      return readCondition(walk, node, draft)
    case 'function_definition':
      return readFunction(walk, node, draft)
    default: {
      const statements = walk.statements(node + 1, tree.next(node))
      walk.refuse('construct', tree.name(node).replaceAll('_', ' '), tree.start(node))
      return statements ?? walk.nothing(tree.start(node))
    }
  }
}

/** The statements between two nodes, which may not run; refuses where there are none. */
function body(walk: Walk, from: number, to: number): Statement {
  return walk.variables.conditionally(() => statements(walk, from, to))
}

function statements(walk: Walk, from: number, to: number): Statement {
  const statement = walk.statements(from, to)
  if (statement !== undefined) return statement
  walk.refuse('construct', 'an empty body', walk.tree.start(from))
  return walk.nothing(walk.tree.start(from))
}

function expectToken(walk: Walk, node: number | undefined, ...tokens: readonly string[]): number {
  const { tree } = walk
  const found = node ?? tree.count
  if (!tokens.includes(tree.name(found))) {
    walk.refuse('construct', `\`${tree.name(found)}\` in place of \`${tokens[0]}\``, tree.start(found))
  }
  return found
}

function readGroup(
  walk: Walk,
  node: number,
  draft: Draft,
  kind: 'subshell' | 'group',
  open: string,
  close: string
): Statement {
  const { tree } = walk
  const children = walk.tree.children(node)
  const first = expectToken(walk, children[0], open)
  const last = expectToken(walk, children.at(-1), close)
  if (kind === 'group' && !/[ \t\n]/.test(walk.text[tree.end(first)] ?? '')) {
    walk.refuse('construct', 'a brace glued to a word', tree.start(first))
  }
  const inside = (kind === 'group' ? statements : body)(walk, tree.next(first), last)
  const span = [tree.start(node), tree.end(node)] as const
  return { kind, body: inside, ...readAround(walk, draft), span }
}

function readIf(walk: Walk, node: number, draft: Draft): Statement {
  const { tree } = walk
  const children = walk.tree.children(node)
  const branches: If['branches'][number][] = []
  const last = expectToken(walk, children.at(-1), 'fi')
  const clauses = children.filter((child) => /^(elif|else)_clause$/.test(tree.name(child)))
  branches.push(readBranch(walk, children, 'if', clauses[0] ?? last))
  for (const [index, clause] of clauses.entries()) {
    const parts = walk.tree.children(clause)
    const isElse = tree.name(clause) === 'else_clause'
    if (isElse && index < clauses.length - 1)
      walk.refuse('unverified', '`else` before `elif`', tree.start(clause))
    if (isElse) {
      const start = expectToken(walk, parts[0], 'else')
      branches.push({ condition: undefined, body: body(walk, tree.next(start), tree.next(clause)) })
    } else {
      branches.push(readBranch(walk, parts, 'elif', tree.next(clause)))
    }
  }
  return { kind: 'if', branches, ...readAround(walk, draft), span: [tree.start(node), tree.end(node)] }
}

function readBranch(
  walk: Walk,
  children: readonly number[],
  keyword: string,
  end: number
): If['branches'][number] {
  const { tree } = walk
  const start = expectToken(walk, children[0], keyword)
  const then = expectToken(
    walk,
    children.find((child) => tree.name(child) === 'then'),
    'then'
  )
  return { condition: body(walk, tree.next(start), then), body: body(walk, tree.next(then), end) }
}

function readWhile(walk: Walk, node: number, draft: Draft): Statement {
  const { tree } = walk
  const children = walk.tree.children(node)
  const start = expectToken(walk, children[0], 'while', 'until')
  const group = expectToken(walk, children.at(-1), 'do_group')
  return {
    kind: tree.name(start) === 'until' ? 'until' : 'while',
    condition: body(walk, tree.next(start), group),
    body: readDoGroup(walk, group),
    ...readAround(walk, draft),
    span: [tree.start(node), tree.end(node)]
  }
}

function readDoGroup(walk: Walk, node: number): Statement {
  const children = walk.tree.children(node)
  const start = expectToken(walk, children[0], 'do')
  return body(walk, walk.tree.next(start), expectToken(walk, children.at(-1), 'done'))
}

function readFor(walk: Walk, node: number, draft: Draft): Statement {
  const { tree, text } = walk
  const children = walk.tree.children(node).filter((child) => tree.name(child) !== 'comment')
  expectToken(walk, children[0], 'for')
  const name = children[1] ?? node
  // The filler in place of a head begins with a blank.
  const head = walk.islands.take('arithmetic-for', tree.start(name) - 1)
  if (head !== undefined) return readArithmeticFor(walk, node, draft, head)
  const group = expectToken(walk, children.at(-1), 'do_group')
  const variable = text.slice(tree.start(name), tree.end(name))
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(variable))
    walk.refuse('construct', 'the variable of a loop', tree.start(name))
  if (children[2] === undefined || tree.name(children[2]) !== 'in') {
    walk.refuse('construct', 'a loop over the arguments of the script', tree.start(node))
  }
  const words: Word[] = []
  const around = readAround(walk, draft, () => {
    const list = children.slice(3, -1).filter((child) => tree.name(child) !== ';')
    const [first] = list
    const last = list.at(-1)
    if (first !== undefined && last !== undefined) walk.wordsBetween(first, tree.next(last), words)
  })
  const values = words.map((word) => word.value)
  const [only] = words
  const isPattern =
    words.length === 1 &&
    only !== undefined &&
    only.pieces.every(({ kind }) => kind === 'text' || kind === 'glob') &&
    only.value === undefined
  const isLiteral = values.length > 0 && values.length <= 64 && values.every((value) => value !== undefined)
  walk.variables.assignEach(variable, values)
  const read = (): Statement => readDoGroup(walk, group)
  return {
    kind: 'for',
    variable,
    words,
    body: isPattern
      ? walk.variables.withPattern(variable, only.pieces, read)
      : isLiteral
        ? walk.variables.withLoop(variable, values, read)
        : read(),
    ...around,
    span: [tree.start(node), tree.end(node)]
  }
}

/** `for ((...))`, of which the tree sees `for x in ___`. */
function readArithmeticFor(walk: Walk, node: number, draft: Draft, head: Island): Statement {
  const { tree } = walk
  const children = walk.tree.children(node).filter((child) => tree.name(child) !== 'comment')
  const group = expectToken(walk, children.at(-1), 'do_group')
  const filler = children[3] ?? node
  walk.onlyBash = true
  const around = readAround(walk, draft, () => {
    const lexer = new IslandLexer(walk, head.start, head.end)
    const isWhole = tree.end(filler) === head.end && lexer.arithmeticFor() && lexer.place === head.end
    if (!isWhole) walk.refuse('construct', 'this form of `for ((...))`', head.start)
  })
  const rest = children.slice(4, -1).filter((child) => tree.name(child) !== ';')
  if (rest.length > 0) walk.refuse('construct', 'this form of `for ((...))`', head.start)
  const body = readDoGroup(walk, group)
  return { kind: 'for', body, ...around, span: [tree.start(node), tree.end(node)] }
}

function readCase(walk: Walk, node: number, draft: Draft): Statement {
  const { tree } = walk
  const children = walk.tree.children(node).filter((child) => tree.name(child) !== 'comment')
  expectToken(walk, children[0], 'case')
  expectToken(walk, children.at(-1), 'esac')
  const from = children[1] ?? node
  const to = tree.endOfWord(from, tree.next(node))
  const subjects: Word[] = []
  const around = readAround(walk, draft, () => {
    if (!tree.isWord(from)) walk.refuse('construct', 'the subject of `case`', tree.start(from))
    subjects.push(...readWords(walk, tree.start(from), tree.endBefore(from, to), from, to, 'value'))
  })
  const rest = children.filter((child) => child >= to)
  expectToken(walk, rest[0], 'in')
  const arms: Case['arms'][number][] = []
  for (const child of rest.slice(1, -1)) {
    if (tree.name(child) === 'case_item') arms.push(readArm(walk, child))
    else walk.refuse('construct', 'this form of `case`', tree.start(child))
  }
  const subject = subjects[0] ?? {
    text: '',
    span: [tree.start(from), tree.start(from)],
    pieces: [],
    value: ''
  }
  return { kind: 'case', subject, arms, ...around, span: [tree.start(node), tree.end(node)] }
}

function readArm(walk: Walk, node: number): Case['arms'][number] {
  const { tree, text } = walk
  const children = walk.tree.children(node).filter((child) => tree.name(child) !== 'comment')
  const close = expectToken(
    walk,
    children.find((child) => tree.name(child) === ')'),
    ')'
  )
  const patterns: string[] = []
  let start: number | undefined
  for (const child of children) {
    if (child > close) break
    const name = tree.name(child)
    if (name === '(' && child === children[0]) continue
    if (name === '|' || name === ')') {
      const pattern = start === undefined ? '' : text.slice(start, tree.start(child)).trimEnd()
      checkPattern(walk, pattern, start ?? tree.start(child))
      patterns.push(pattern)
      start = undefined
    } else {
      start ??= tree.start(child)
    }
  }
  const last = children.at(-1)
  const end = last !== undefined && /^(;;|;&|;;&)$/.test(tree.name(last)) ? last : tree.next(node)
  return {
    patterns,
    body: walk.variables.conditionally(() => walk.statements(tree.next(close), end))
  }
}

function checkPattern(walk: Walk, pattern: string, start: number): void {
  const island = walk.islands.take('pattern', start)
  const isRead =
    island === undefined
      ? PLAIN_PATTERN.test(pattern)
      : readPattern(walk, island, start + pattern.length, false)
  if (!isRead) walk.refuse('construct', 'this pattern of `case`', start)
}

function readFunction(walk: Walk, node: number, draft: Draft): Statement {
  const { tree, text } = walk
  const children = walk.tree.children(node).filter((child) => tree.name(child) !== 'comment')
  const nameNode = children.find((child) => tree.name(child) === 'word') ?? node
  const name = text.slice(tree.start(nameNode), tree.end(nameNode))
  if (!FUNCTION_NAME.test(name)) walk.refuse('construct', 'the name of a function', tree.start(node))
  walk.defines(name)
  if (text.startsWith('function', tree.start(node))) walk.onlyBash = true
  const last = children.at(-1) ?? node
  const type = tree.name(last)
  const isGroup = type === 'compound_statement' || type === 'subshell'
  if (!isGroup || draft.redirections.length > 0)
    walk.refuse('construct', 'this form of function', tree.start(node))
  const inner: Draft = { body: last, redirections: [] }
  const inside = walk.variables.withoutLoops(() =>
    walk.variables.conditionally(() =>
      isGroup ? readCompound(walk, last, inner) : walk.nothing(tree.start(last))
    )
  )
  return { kind: 'function', name, body: inside, span: [tree.start(node), tree.end(node)] }
}
