/** A reader of Bash for tests, and ways to write down what it read. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { loadBashReader } from '../../../src/engine/bash/grammar.ts'
import type { Piece, Program, Reading, SimpleCommand, Word } from '../../../src/engine/bash/program.ts'
import { below, simpleCommands } from '../../statements.ts'

export { below, simpleCommands }

const require = createRequire(import.meta.url)

const reader = await loadBashReader({
  runtime: readFileSync(require.resolve('web-tree-sitter/web-tree-sitter.wasm')),
  grammar: readFileSync(require.resolve('tree-sitter-bash/tree-sitter-bash.wasm'))
})

export function read(text: string): Reading {
  const reading = reader.read(text)
  if (reading instanceof Promise) throw new Error('the reader answers at once')
  return reading
}

/** The Program, where the text must be readable. */
export function programOf(text: string): Program {
  const reading = read(text)
  if (reading.status !== 'read') throw new Error(`not read: ${reading.code}, ${reading.message}`)
  return reading.program
}

/** The one simple command the text is. */
export function commandOf(text: string): SimpleCommand {
  const { body } = programOf(text)
  if (body?.kind !== 'command') throw new Error(`no simple command: ${body?.kind}`)
  return body
}

/** A word in one line: known text as it is, everything else in angle brackets. */
export const shown = (word: Word): string => word.pieces.map(shownPiece).join('')

function shownPiece(piece: Piece): string {
  switch (piece.kind) {
    case 'text':
      return piece.value
    case 'choice':
      return `<${piece.values.join('|')}>`
    case 'unknown':
      return `<${piece.reason}${piece.splits ? '*' : ''}>`
    default:
      return `<${piece.kind}>`
  }
}

/** Every command as a list of words, without bare assignments and redirections. */
export const argvOf = (program: Program): readonly (readonly string[])[] =>
  simpleCommands(program.body)
    .map((command) => command.words.map(shown))
    .filter((argv) => argv.length > 0)
