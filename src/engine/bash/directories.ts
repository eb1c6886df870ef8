/** Stand-in until the real one lands. */
import type { Operand } from '../knowledge/facts.ts'
import type { Program, SimpleCommand } from './program.ts'
export type Directories = readonly string[] | undefined
export function locate(
  _program: Program,
  _start: string | undefined,
  _home: string | undefined,
  _target: (command: SimpleCommand) => { readonly to: Operand | undefined } | undefined
): Map<SimpleCommand, Directories> {
  return new Map()
}
