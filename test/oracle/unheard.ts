/** Redirections that may fail without a word: the error output goes elsewhere by then. */
import type { Program, Redirection, Statement } from '../../src/engine/bash/program.ts'
import { below, simpleCommands } from '../statements.ts'

/** What may not have happened although no message of bash's says so. */
export function unheardRedirections({ body, text }: Program): ReadonlySet<Redirection> {
  const found = body === undefined ? [] : unheardIn(body, text.includes('|&'))
  return new Set(found)
}

/** `mayPipeErrors`: `|&` stands somewhere; a pipeline does not tell where. */
function unheardIn(statement: Statement, mayPipeErrors: boolean): readonly Redirection[] {
  const inner = below(statement).flatMap((one) => unheardIn(one, mayPipeErrors))
  if (statement.kind === 'pipeline' && mayPipeErrors) {
    // Of a simple command it takes effect behind all others.
    return [...inner, ...statement.members.filter(({ kind }) => kind !== 'command').flatMap(allIn)]
  }
  if (statement.kind !== 'command') return inner
  const { redirections, substitutions } = statement
  const first = redirections.findIndex(takesErrors)
  const later = first === -1 ? [] : redirections.slice(first + 1)
  // Their targets and here-documents are expanded when the error output is gone already.
  return later.length === 0 ? inner : [...inner, ...later, ...substitutions.flatMap(allIn)]
}

const allIn = (statement: Statement): readonly Redirection[] =>
  simpleCommands(statement).flatMap(({ redirections }) => redirections)

function takesErrors({ operator, descriptor, target }: Redirection): boolean {
  if (operator === '&>' || operator === '&>>') return true
  if (descriptor === 2) return true
  // `>&file` is `&>file`.
  return operator === '>&' && (descriptor ?? 1) === 1 && !/^(?:\d+-?|-)$/.test(target.value ?? '')
}
