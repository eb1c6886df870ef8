/** `portcullis token`: makes a token for a caller and the entry that lets it in. */
import { newToken } from '../callers/bearer-token.ts'
import { CALLER_NAME, TENANT } from '../callers/identity.ts'
import { isScope, SCOPES } from '../callers/principal.ts'
import { hashToken } from '../callers/scrypt-hash.ts'
import { print } from '../output.ts'
import { type Command, readArguments, UsageError } from './command.ts'

const USAGE = `Usage: portcullis token NAME --tenant TENANT [--scope SCOPE ...] [--json]

Prints a new token for the caller NAME, which is shown once and kept nowhere, and the entry for the file that
PORTCULLIS_CALLERS_FILE names: a JSON list of such entries. The entry holds a hash of the token, not the token.

  --tenant  whose policies, sessions and settings the caller has
  --scope   what it may do besides asking for decisions, once for each: ${SCOPES.join(', ')}
  --json    print {"token", "entry"} instead
`

const OPTIONS = {
  tenant: { type: 'string' },
  scope: { type: 'string', multiple: true },
  json: { type: 'boolean' }
} as const

export const token: Command = {
  name: 'token',
  summary: 'makes a token for a caller',
  usage: USAGE,
  async run(args) {
    const { values, positionals } = readArguments(args, { options: OPTIONS, allowPositionals: true })
    const { tenant, scope: scopes = [], json } = values
    const [name, ...others] = positionals
    if (name === undefined || others.length > 0) throw new UsageError('expected the name of one caller')
    if (!CALLER_NAME.test(name)) {
      throw new UsageError('expected a name of 1 to 64 of A-Za-z0-9._-, a letter or digit first')
    }
    if (tenant === undefined) throw new UsageError('expected --tenant')
    if (!TENANT.test(tenant)) {
      throw new UsageError('expected a tenant of 1 to 128 of A-Za-z0-9._:@/-, a letter or digit first')
    }
    const unknown = scopes.find((scope) => !isScope(scope))
    if (unknown !== undefined) {
      throw new UsageError(`\`${unknown}\` is no scope; expected one of ${SCOPES.join(', ')}`)
    }
    const made = newToken(name)
    const entry = { name, tenant, hash: await hashToken(made), scopes: [...new Set(scopes)] }
    print(
      json === true
        ? `${JSON.stringify({ token: made, entry })}\n`
        : `Token, shown this once:\n${made}\n\nEntry for the callers file:\n${JSON.stringify(entry, null, 2)}\n`
    )
    return 0
  }
}
