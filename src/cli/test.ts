/** `portcullis test`: runs the tests that policy files carry. */
import { fail, print } from '../output.ts'
import { oneOf } from './check.ts'
import { type Command, readArguments, UsageError } from './command.ts'

const USAGE = `Usage: portcullis test [OPTIONS] FILE...

Reads policy files (a folder stands for its files) as one set and runs their tests, as the service does before a set
goes live.

Options:
  --format FORMAT  human (default), json or tap
  --help           prints this

Exit code: 0 every test passed, 1 a test did not pass, 2 the files are no set, or a file or argument is unreadable.
`

export const test: Command = {
  name: 'test',
  summary: 'runs the tests of policy files',
  usage: USAGE,
  async run(args) {
    const { values, positionals } = readArguments(args, {
      allowPositionals: true,
      options: { format: { type: 'string', default: 'human' } }
    })
    const format = oneOf(['human', 'json', 'tap'], values.format, '--format')
    if (positionals.length === 0) throw new UsageError('name at least one file or folder')
    const { testFiles } = await import('./test-files.ts')
    const report = await testFiles(positionals, format)
    if ('errors' in report) return fail(report.errors, 2)
    print(report.text)
    return report.isClean ? 0 : 1
  }
}
