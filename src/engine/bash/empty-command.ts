/** A command that runs nothing: it stands where a statement could not be read, or for an expression. */
import type { SimpleCommand } from './program.ts'

export const emptyCommand = (text: string, start: number): SimpleCommand => ({
  kind: 'command',
  assignments: [],
  words: [],
  redirections: [],
  substitutions: [],
  text,
  span: [start, start + text.length]
})
