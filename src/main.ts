#!/usr/bin/env node
/** The process: its commands and its configuration. What does the work is loaded only where it is done. */
import { UsageError } from './cli/command.ts'
import { COMMANDS } from './cli/commands.ts'
import { readConfig } from './config.ts'
import { describeEnvironment } from './config-description.ts'
import { fail, print } from './output.ts'
import { VERSION } from './version.ts'

const commandLines = [
  { name: 'serve', summary: 'runs the service; what happens without a command' },
  ...COMMANDS
]
  .map(({ name, summary }) => `  ${name.padEnd(8)} ${summary}\n`)
  .join('')

const USAGE = `portcullis ${VERSION}: decides whether the tool calls of AI agents may run

Usage: portcullis [COMMAND] [--help | --version]

Commands:
${commandLines}
\`portcullis COMMAND --help\` says more of a command.

Environment of the service:
${describeEnvironment()}
`

async function run([first, ...rest]: readonly string[]): Promise<void> {
  if (first === undefined) return start()
  if (first === '--help' || first === '-h') return print(USAGE)
  if (first === '--version') return print(`${VERSION}\n`)
  if (first === 'serve') return serveCommand(rest)
  const command = COMMANDS.find(({ name }) => name === first)
  if (command === undefined) {
    return fail([`${first} is not ${first.startsWith('-') ? 'an option' : 'a command'}; see --help`], 2)
  }
  if (rest.includes('--help') || rest.includes('-h')) return print(command.usage)
  try {
    process.exitCode = await command.run(rest)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    fail([`${error.message}; see portcullis ${command.name} --help`], 2)
  }
}

async function serveCommand([argument]: readonly string[]): Promise<void> {
  if (argument === undefined) return start()
  if (argument === '--help' || argument === '-h') return print(USAGE)
  return fail([`serve takes no argument such as ${argument}: it is configured by the environment`], 2)
}

async function start(): Promise<void> {
  const reading = readConfig(process.env)
  if ('errors' in reading) return fail(reading.errors, 2)
  const { serve } = await import('./serve.ts')
  await serve(reading.config)
}

await run(process.argv.slice(2))
