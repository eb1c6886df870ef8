/** What a sub-command is, and how its arguments are read. */
import { type ParseArgsConfig, parseArgs } from 'node:util'

/** A sub-command of the process. Its module is light: what it needs to do its work is loaded when it runs. */
export interface Command {
  readonly name: string
  /** One line of the overview. */
  readonly summary: string
  /** What `--help` prints. */
  readonly usage: string
  /** Does the work, given what follows the name; gives the exit code. */
  run(args: readonly string[]): Promise<number>
}

/** Arguments that mean nothing: exit code 2. */
export class UsageError extends Error {}

/** `parseArgs`, whose complaints are usage errors. */
export function readArguments<const T extends Omit<ParseArgsConfig, 'args'>>(
  args: readonly string[],
  config: T
): ReturnType<typeof parseArgs<T & { args: string[]; strict: true }>> {
  try {
    return parseArgs({ ...config, args: [...args], strict: true })
  } catch (error) {
    // Its sentence names the option; what follows explains how `--` is used.
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('. ')
    throw new UsageError(sentence.replaceAll("'", '`').replace(/^./, (first) => first.toLowerCase()))
  }
}
