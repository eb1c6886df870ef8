#!/usr/bin/env node
/** The process: its options and its configuration. What serves is loaded only where something is served. */
import { describeEnvironment, readConfig } from './config.ts'
import { fail, print } from './output.ts'
import { VERSION } from './version.ts'

const USAGE = `portcullis ${VERSION}: decides whether the tool calls of AI agents may run

Usage: portcullis [--help | --version]

Environment:
${describeEnvironment()}
`

async function run(argument: string | undefined): Promise<void> {
  if (argument === '--help') return print(USAGE)
  if (argument === '--version') return print(`${VERSION}\n`)
  if (argument !== undefined) return fail([`${argument} is not an option; see --help`], 2)

  const reading = readConfig(process.env)
  if ('errors' in reading) return fail(reading.errors, 2)
  const { serve } = await import('./serve.ts')
  await serve(reading.config)
}

await run(process.argv[2])
