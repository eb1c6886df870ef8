/** The sub-commands, in the order of the overview. */
import type { Command } from './command.ts'
import { health } from './health.ts'
import { token } from './token.ts'

export const COMMANDS: readonly Command[] = [health, token]
