/**
 * Straight-line scripts: nothing in them decides whether a command runs, so what ran and what was read must be the
 * same commands, each as often.
 */
import type { Redirection, SimpleCommand, Statement, Word } from '../../src/engine/bash/program.ts'

/** Built-ins after which the rest may not run, or runs otherwise. */
const DECIDES: ReadonlySet<string> = new Set(
  'exit exec return break continue eval source . trap set shopt kill suspend alias unalias enable hash logout fg bg'.split(
    ' '
  )
)

export function isStraight(statement: Statement): boolean {
  switch (statement.kind) {
    case 'command':
      return isStraightCommand(statement)
    case 'list':
      return statement.items.every(
        ({ statement: one, after }) => (after === ';' || after === '&') && isStraight(one)
      )
    case 'pipeline':
      return statement.members.every(isStraight)
    case 'subshell':
    case 'group':
      // A redirection that fails takes the whole group with it.
      return statement.redirections.length === 0 && isStraight(statement.body)
    default:
      return false
  }
}

function isStraightCommand(command: SimpleCommand): boolean {
  const { words, assignments, redirections, substitutions } = command
  const [name] = words
  if (name !== undefined && (name.value === undefined || DECIDES.has(name.value))) return false
  // A job's name: it is brought back before any redirection.
  if (name?.value?.startsWith('%')) return false
  if (!substitutions.every(isStraight)) return false
  if (substitutions.length === 0) return true
  // An operand of `${...}` is expanded only where it is needed.
  const texts: readonly (Word | undefined)[] = [
    ...words,
    ...assignments.map(({ value }) => value),
    ...redirections.map(({ target }) => target)
  ]
  return !texts.some((word) => word !== undefined && runsOtherwise(word)) && !redirections.some(holdsOperand)
}

/** Braces beside a substitution make several of it. */
const runsOtherwise = ({ text }: Word): boolean =>
  text.includes('${') || (/\{[^}]*(?:,|\.\.)/.test(text) && /\(|`/.test(text))

const holdsOperand = ({ heredoc }: Redirection): boolean =>
  heredoc?.expands === true && heredoc.body.includes('${')

/** The commands that run one after another, in that order; the rest run in processes of their own beside them. */
export function inOrder(statement: Statement): readonly SimpleCommand[] {
  switch (statement.kind) {
    case 'command':
      return [statement]
    case 'list':
      return statement.items.flatMap(({ statement: one, after }) => (after === '&' ? [] : inOrder(one)))
    case 'subshell':
    case 'group':
      return inOrder(statement.body)
    default:
      return []
  }
}
