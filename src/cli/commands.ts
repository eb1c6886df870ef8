/** The sub-commands, in the order of the overview. */
import type { Command } from './command.ts'

export const COMMANDS: readonly Command[] = []
