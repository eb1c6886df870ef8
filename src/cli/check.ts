/** `portcullis check`: what is wrong, odd or dangerous in policy and settings files. */
import { fail, print } from '../output.ts'
import { type Command, readArguments, UsageError } from './command.ts'

const USAGE = `Usage: portcullis check [OPTIONS] FILE...

Reads policy files and settings.json files (told apart by their shape; JSON, JSONC or YAML by their names; a folder
stands for its files) and reports malformed, dead, hidden and dangerous rules. Policy files are checked as one set.

Options:
  --format FORMAT  human (default), json or sarif (2.1.0)
  --layer LAYER    whose settings the settings files are: user, project, local, flag or policy.
                   Default: by their names, .claude/settings.json the project's, settings.local.json the local ones,
                   managed-settings.json the policy's, any other the user's
  --strict         warnings count as errors
  --help           prints this

Exit code: 0 nothing of severity error, 1 an error (with --strict: or a warning), 2 a file or argument is unreadable.
`

const FORMATS = ['human', 'json', 'sarif'] as const
const LAYERS = ['user', 'project', 'local', 'flag', 'policy'] as const

export const check: Command = {
  name: 'check',
  summary: 'reports what is wrong, odd or dangerous in policy and settings files',
  usage: USAGE,
  async run(args) {
    const { values, positionals } = readArguments(args, {
      allowPositionals: true,
      options: {
        format: { type: 'string', default: 'human' },
        layer: { type: 'string' },
        strict: { type: 'boolean', default: false }
      }
    })
    const format = oneOf(FORMATS, values.format, '--format')
    const layer = values.layer === undefined ? undefined : oneOf(LAYERS, values.layer, '--layer')
    if (positionals.length === 0) throw new UsageError('name at least one file')
    const { checkFiles } = await import('./check-files.ts')
    const report = await checkFiles({ names: positionals, format, layer, strict: values.strict })
    if ('errors' in report) return fail(report.errors, 2)
    print(report.text)
    return report.isClean ? 0 : 1
  }
}

/** The value where it is one of the choices. */
export function oneOf<const T extends string>(choices: readonly T[], value: string, option: string): T {
  const found = choices.find((choice) => choice === value)
  if (found === undefined) throw new UsageError(`${option} takes ${choices.join(', ')}, not ${value}`)
  return found
}
