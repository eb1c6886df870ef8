/** A walk over the statements of a program that says nothing of what they mean. */
import type { SimpleCommand, Statement } from '../src/engine/bash/program.ts'

/** Every statement directly below one. */
export function below(statement: Statement): readonly Statement[] {
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
    case 'function':
      return [statement.body]
    case 'subshell':
    case 'group':
      return [...statement.substitutions, statement.body]
    case 'if':
      return [
        ...statement.substitutions,
        ...statement.branches.flatMap(({ condition, body }) =>
          condition === undefined ? [body] : [condition, body]
        )
      ]
    case 'for':
    case 'while':
    case 'until':
      return [
        ...statement.substitutions,
        ...(statement.condition === undefined ? [] : [statement.condition]),
        statement.body
      ]
    case 'case':
      return [
        ...statement.substitutions,
        ...statement.arms.flatMap(({ body }) => (body === undefined ? [] : [body]))
      ]
  }
}

/** Every simple command, each before the commands in its substitutions. */
export function simpleCommands(statement: Statement | undefined): readonly SimpleCommand[] {
  if (statement === undefined) return []
  const own = statement.kind === 'command' ? [statement] : []
  return [...own, ...below(statement).flatMap(simpleCommands)]
}
