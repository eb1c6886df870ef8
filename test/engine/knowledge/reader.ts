/** The real reader of Bash, for tests of what is known of commands. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { loadBashReader } from '../../../src/engine/bash/grammar.ts'
import type { SimpleCommand, Statement } from '../../../src/engine/bash/program.ts'
import type { CommandFacts } from '../../../src/engine/knowledge/facts.ts'
import { interpret, interpretWords } from '../../../src/engine/knowledge/interpret.ts'

const require = createRequire(import.meta.url)
const reader = await loadBashReader({
  runtime: readFileSync(require.resolve('web-tree-sitter/web-tree-sitter.wasm')),
  grammar: readFileSync(require.resolve('tree-sitter-bash/tree-sitter-bash.wasm'))
})

/** The first simple command of a script. */
export async function commandOf(text: string): Promise<SimpleCommand> {
  const reading = await reader.read(text)
  if (reading.status !== 'read' || reading.program.body === undefined) {
    throw new Error(`not read: ${text}: ${reading.status === 'read' ? 'empty' : reading.message}`)
  }
  let statement: Statement = reading.program.body
  while (statement.kind === 'list' || statement.kind === 'pipeline') {
    const first: Statement | undefined =
      statement.kind === 'list' ? statement.items[0]?.statement : statement.members[0]
    if (first === undefined) break
    statement = first
  }
  if (statement.kind !== 'command') throw new Error(`no simple command: ${text}`)
  return statement
}

/** What the first simple command of a script would do. */
export async function factsOf(text: string): Promise<CommandFacts> {
  return interpret(await commandOf(text))
}

/** Whether a command, with the commands it runs, only reads. */
export function onlyReads(facts: CommandFacts): boolean {
  if (facts.readOnly) return true
  if (!facts.harmless || facts.inner.length === 0 || facts.scripts.length > 0) return false
  return facts.inner.every(
    (inner) => inner.harmless && onlyReads(interpretWords(inner.words, inner.assignments))
  )
}

/** The uses of a command, short: `read src`, `list . (recursive)`. */
export const usesOf = (facts: CommandFacts): string[] =>
  facts.uses.map((use) => `${use.access} ${use.operand.text}${use.recursive ? ' (recursive)' : ''}`)
