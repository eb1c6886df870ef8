/** `portcullis schema`: the JSON Schemas that editors take. */
import { print } from '../output.ts'
import { oneOf } from './check.ts'
import { type Command, readArguments, UsageError } from './command.ts'

const USAGE = `Usage: portcullis schema policy|settings

Prints the JSON Schema (2020-12) of a policy file or of a settings object, for editors. A running service serves them
at /schemas/policy.json and /schemas/settings.json.
`

export const schema: Command = {
  name: 'schema',
  summary: 'prints the JSON Schema of a policy file or of settings',
  usage: USAGE,
  async run(args) {
    const { positionals } = readArguments(args, { allowPositionals: true })
    const [name, ...rest] = positionals
    if (name === undefined || rest.length > 0) throw new UsageError('name one schema: policy or settings')
    const { jsonSchema, SCHEMA_NAMES } = await import('../policies/json-schemas.ts')
    print(`${JSON.stringify(jsonSchema(oneOf(SCHEMA_NAMES, name, 'schema')), undefined, 2)}\n`)
    return 0
  }
}
