/** The header fields of a request to a hook. */
import { VERSION } from '../version.ts'
import { isHeaderValue, isOwnVariable } from './hook-settings.ts'
import type { HttpHook } from './policy-hooks.ts'

/** What frames a request, and what it holds, is not for handlers to say. */
export const IGNORED_HEADERS: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade'
])

export type Environment = Readonly<Record<string, string | undefined>>

/** `$NAME` and the same in braces. */
const VARIABLE = /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g

/** The variables that the text of a header field names. */
export const variablesIn = (value: string): readonly string[] =>
  [...value.matchAll(VARIABLE)].map(([, braced, bare]) => braced ?? bare ?? '')

/** By lower-case name. undefined: a variable holds what no header field can. */
export function headersOf(
  { headers, variables }: HttpHook,
  environment: Environment
): Record<string, string> | undefined {
  const fields = new Map([
    ['accept', 'application/json, text/plain, */*'],
    ['user-agent', `portcullis/${VERSION}`]
  ])
  const known = (name: string): string =>
    variables.has(name) && !isOwnVariable(name) ? (environment[name] ?? '') : ''
  for (const [name, written] of Object.entries(headers)) {
    const field = name.toLowerCase()
    if (IGNORED_HEADERS.has(field)) continue
    const value = written.replace(VARIABLE, (_, braced?: string, bare?: string) =>
      known(braced ?? bare ?? '')
    )
    if (!isHeaderValue(value)) return undefined
    fields.set(field, value)
  }
  // No answer is ever decompressed: it could grow without end.
  return Object.fromEntries([
    ...fields,
    ['content-type', 'application/json'],
    ['accept-encoding', 'identity']
  ])
}
