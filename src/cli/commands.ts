/** The sub-commands, in the order of the overview. */
import { check } from './check.ts'
import type { Command } from './command.ts'
import { health } from './health.ts'
import { schema } from './schema.ts'
import { test } from './test.ts'
import { token } from './token.ts'

export const COMMANDS: readonly Command[] = [check, test, schema, health, token]
