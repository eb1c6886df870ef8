/** Lists the simple commands of a program, substitutions included. */
import type { SimpleCommand, Statement } from '../src/engine/bash/program.ts'

/** In no particular order. */
export function simpleCommands(root: Statement): readonly SimpleCommand[] {
  const found: SimpleCommand[] = []
  const open: Statement[] = [root]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === 'command') found.push(next)
    open.push(...childrenOf(next))
  }
  return found
}

function childrenOf(statement: Statement): readonly Statement[] {
  switch (statement.kind) {
    case 'command':
    case 'condition':
      return statement.substitutions
    case 'list':
      return statement.items.map((item) => item.statement)
    case 'pipeline':
      return statement.members
    case 'negation':
      return [statement.statement]
    case 'subshell':
    case 'group':
      return [statement.body, ...statement.substitutions]
    case 'function':
      return [statement.body]
    case 'if':
      return [
        ...statement.branches.flatMap(({ condition, body }) =>
          condition === undefined ? [body] : [condition, body]
        ),
        ...statement.substitutions
      ]
    case 'case':
      return [
        ...statement.arms.flatMap(({ body }) => (body === undefined ? [] : [body])),
        ...statement.substitutions
      ]
    case 'for':
    case 'while':
    case 'until':
      return [
        ...(statement.condition === undefined ? [] : [statement.condition]),
        statement.body,
        ...statement.substitutions
      ]
  }
}
