/** `[[ ... ]]`. */
import { readAround } from './around.ts'
import { PLAIN_PATTERN } from './characters.ts'
import { IslandLexer } from './island-lexer.ts'
import type { Island } from './islands.ts'
import type { Draft } from './layout.ts'
import type { Statement, Word } from './program.ts'
import type { Walk } from './walk.ts'
import { readWords } from './word.ts'

const CONDITION_OPERATORS = new Set(['=', '==', '!=', '=~', '<', '>', '&&', '||', '!', '(', ')'])
const CONDITION_TESTS = new Set(
  '-a -b -c -d -e -f -g -h -k -p -r -s -t -u -w -x -G -L -N -O -S -n -z -nt -ot -ef'.split(' ')
)

/** Tests that evaluate both sides as expressions. */
const NUMBER_TESTS = new Set('-eq -ne -lt -le -gt -ge'.split(' '))
const VARIABLE = /^ [A-Za-z_][A-Za-z0-9_]* /
const INTEGER_OR_NAME = /^(?:-?[0-9]+|[A-Za-z_][A-Za-z0-9_]*)$/

/** Reads a `[[ ]]`: no program runs, but its operands may hold substitutions. */
export function readCondition(walk: Walk, node: number, draft: Draft): Statement {
  const { tree, text } = walk
  const operands: Word[] = []
  walk.onlyBash = true
  const end = tree.next(node)
  const last = end - 1
  if (tree.name(last) !== ']]') walk.refuse('unverified', 'a test without an end', tree.start(node))
  if (!/\s/.test(text[tree.end(node + 1)] ?? '') || !/\s/.test(text[tree.start(last) - 1] ?? '')) {
    walk.refuse('construct', 'a bracket glued to a word', tree.start(node))
  }
  const around = readAround(walk, draft, () => {
    let evaluates = false
    for (let child = node + 2; child < last; ) {
      const written = text.slice(tree.start(child), tree.end(child))
      const isNumberTest = tree.name(child) === 'test_operator' && NUMBER_TESTS.has(written)
      if (isNumberTest) evaluate(walk, operands.at(-1))
      const count = operands.length
      child = isNumberTest ? tree.next(child) : readConditionPart(walk, child, last, operands)
      if (evaluates && operands.length > count) evaluate(walk, operands.at(-1))
      evaluates = isNumberTest || (evaluates && operands.length === count)
    }
  })
  return { kind: 'condition', operands, ...around, span: [tree.start(node), tree.end(node)] }
}

/** An operand that bash evaluates as an expression. */
function evaluate(walk: Walk, operand: Word | undefined): void {
  if (operand === undefined) return
  const [start] = operand.span
  if (operand.value !== undefined) {
    if (!INTEGER_OR_NAME.test(operand.value)) walk.refuse('construct', 'an expression in `[[ ]]`', start)
    else if (!/^-?[0-9]/.test(operand.value)) walk.evaluates(operand.value, start)
    return
  }
  for (const piece of operand.pieces) {
    const isNumber = piece.kind === 'unknown' && piece.reason === 'arithmetic'
    const name = piece.kind === 'choice' || piece.kind === 'unknown' ? piece.name : undefined
    const isPlain = piece.kind !== 'unknown' || piece.reason === 'variable'
    if (piece.kind !== 'text' && !isNumber) walk.evaluates(isPlain ? name : undefined, start)
    else if (piece.kind === 'text' && /[^-+0-9 ]/.test(piece.value)) walk.evaluates(undefined, start)
  }
}

/** Reads one node inside `[[ ]]`; gives the node to go on with. */
function readConditionPart(walk: Walk, node: number, last: number, operands: Word[]): number {
  const { tree, text } = walk
  const name = tree.name(node)
  const start = tree.start(node)
  const written = text.slice(start, tree.end(node))
  if (name.endsWith('_expression') && name !== 'brace_expression') return node + 1
  if (CONDITION_OPERATORS.has(name)) return node + 1
  if (name === 'test_operator' && CONDITION_TESTS.has(written)) return node + 1
  // Anything but a plain name may hold a subscript.
  if (name === 'test_operator' && written === '-v' && VARIABLE.test(text.slice(tree.end(node))))
    return node + 1
  const island = walk.islands.take('pattern', start)
  if (island !== undefined || name === 'extglob_pattern' || name === 'regex') {
    if (
      island === undefined ? !PLAIN_PATTERN.test(written) : !readPattern(walk, island, tree.end(node), true)
    )
      walk.refuse('construct', 'a pattern in `[[ ]]`', start)
    operands.push({
      text: written,
      span: [start, tree.end(node)],
      pieces: [{ kind: 'glob', source: written }],
      value: undefined
    })
    return tree.next(node)
  }
  if (name === 'test_operator' || !tree.isWord(node)) {
    walk.refuse('construct', `\`${written.slice(0, 20)}\` in \`[[ ]]\``, start)
    return tree.next(node)
  }
  let next = tree.next(node)
  let end = tree.end(node)
  while (next < last && tree.start(next) === end && tree.isWord(next)) {
    end = tree.end(next)
    next = tree.next(next)
  }
  operands.push(...readWords(walk, start, end, node, next, 'value'))
  return next
}

/** Reads a pattern that the tree knows only as filler, up to where that ends. */
export function readPattern(walk: Walk, island: Island, end: number, mayRunCode: boolean): boolean {
  const lexer = new IslandLexer(walk, island.start, island.end)
  return island.end === end && lexer.pattern(mayRunCode)
}
