/** `[[ ... ]]`. */
import { readAround } from './around.ts'
import type { Draft } from './layout.ts'
import type { Statement, Word } from './program.ts'
import type { Walk } from './walk.ts'
import { readWords } from './word.ts'

/** A pattern of `case` or of `==` in `[[ ]]` that cannot hold a substitution. */
export const PLAIN_PATTERN = /^[A-Za-z0-9*?./\-_:@=]+$/

const CONDITION_OPERATORS = new Set(['=', '==', '!=', '<', '>', '&&', '||', '!', '(', ')'])
const CONDITION_TESTS = new Set(
  '-a -b -c -d -e -f -g -h -k -p -r -s -t -u -w -x -G -L -N -O -S -n -z -nt -ot -ef'.split(' ')
)

/** Reads a `[[ ]]`: no program runs, but its operands may hold substitutions. */
export function readCondition(walk: Walk, node: number, draft: Draft): Statement {
  const { tree, text } = walk
  const operands: Word[] = []
  const end = tree.next(node)
  const last = end - 1
  if (tree.name(last) !== ']]') walk.refuse('unverified', 'a test without an end', tree.start(node))
  if (!/\s/.test(text[tree.end(node + 1)] ?? '') || !/\s/.test(text[tree.start(last) - 1] ?? '')) {
    walk.refuse('construct', 'a bracket glued to a word', tree.start(node))
  }
  const around = readAround(walk, draft, () => {
    for (let child = node + 2; child < last; ) child = readConditionPart(walk, child, last, operands)
  })
  return { kind: 'condition', operands, ...around, span: [tree.start(node), tree.end(node)] }
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
  if (name === 'extglob_pattern' || name === 'regex') {
    if (name === 'regex' || !PLAIN_PATTERN.test(written))
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
