/** Words and expressions of the second parser that stand in no statement of a body. */
import type {
  ArithmeticExpression,
  PipelineNode,
  Assignment as SecondAssignment,
  Word as SecondWord,
  TestExpression
} from 'unbash'

/** Words of a compound command that stand in no statement of its body. */
export function headWords(second: PipelineNode): readonly SecondWord[] {
  if (second.type === 'For') return second.wordlist ?? []
  if (second.type === 'Case') return [second.word]
  return second.type === 'TestCommand' ? operandsOf(second.expression) : []
}

/** Arithmetic of a compound command outside its body. */
export function headExpressions(second: PipelineNode): readonly ArithmeticExpression[] {
  if (second.type === 'ArithmeticCommand') return second.expression === undefined ? [] : [second.expression]
  if (second.type !== 'ArithmeticFor') return []
  return [second.initialize, second.test, second.update].filter((one) => one !== undefined)
}

function operandsOf(expression: TestExpression): readonly SecondWord[] {
  switch (expression.type) {
    case 'TestUnary':
      return [expression.operand]
    case 'TestBinary':
      return [expression.left, expression.right]
    case 'TestLogical':
      return expression.operands.flatMap(operandsOf)
    case 'TestNot':
      return operandsOf(expression.operand)
    case 'TestGroup':
      return operandsOf(expression.expression)
  }
}

/** An operand of `export` and the like, which the second parser takes apart. */
export function asWord(assignment: SecondAssignment): SecondWord {
  const { text, pos, end, name, append, value } = assignment
  const known = value.type === 'Word' ? `${name}${append === true ? '+' : ''}=${value.value}` : text
  const parts = value.type === 'Word' ? value.parts : undefined
  return { type: 'Word', text, value: known, pos, end, parts }
}
