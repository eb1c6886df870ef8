/** The settings of policies that speak of hooks: what they may look like, and what is wrong with them. */
import { z } from 'zod'
import { bounded } from '../engine/bounded.ts'
import { readHookCondition } from '../engine/hook-conditions.ts'
import { jsonPointer } from '../engine/json-pointer.ts'
import { likelyKey } from '../engine/layers/near-miss.ts'
import { issuesOf } from '../engine/schema-issues.ts'
import type { Issue } from '../engine/verdict.ts'
import { HOOK_EVENTS } from './hook-events.ts'
import { compileMatcher } from './matcher.ts'
import { compileUrlPattern } from './url-patterns.ts'

/** Seconds. */
export const LONGEST_TIMEOUT = 60
export const USUAL_TIMEOUT = 5

const LONGEST_TEXT = 2_048
const MOST_ENTRIES = 100

const text = z.string().max(LONGEST_TEXT)

/** Text that must be readable in a further way. */
const readable = (isReadable: (value: string) => boolean, expected: string) =>
  text.refine(isReadable, { error: expected, params: { code: 'wrong-value' } })

const variable = readable(
  (name) => /^[A-Za-z_]\w*$/.test(name) && !isOwnVariable(name),
  'expected the name of an environment variable that is none of the service itself'
)

/** What configures the service is for nobody else. */
export const isOwnVariable = (name: string): boolean => name.toUpperCase().startsWith('PORTCULLIS_')

/** A field of a request that can be sent; variables are put in later. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

export const isHeaderValue = (value: string): boolean => HEADER_VALUE.test(value)

const headers = bounded(
  z.record(
    z.string().regex(HEADER_NAME),
    readable(isHeaderValue, 'expected a header value: one line of Latin-1 characters')
  ),
  MOST_ENTRIES
)

const isHookUrl = (value: string): boolean => {
  if (!URL.canParse(value)) return false
  const { protocol, username, password, hash } = new URL(value)
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' && hash === ''
}

const common = {
  if: readable(
    (rule) => !('problem' in readHookCondition(rule)),
    'expected one permission rule, such as `Bash(git push *)` or `Edit(*.ts)`'
  )
    .optional()
    .meta({ description: 'A permission rule: the hook is asked about calls that it would meet' }),
  timeout: z
    .number()
    .positive()
    .max(LONGEST_TIMEOUT)
    .optional()
    .meta({ description: `Seconds until there is no answer. Default: ${USUAL_TIMEOUT}` }),
  onFailure: z.enum(['block', 'continue']).optional().meta({
    description: 'What a failing hook does to the call. Default here: block'
  }),
  statusMessage: z.string().optional().meta({ description: 'For the runtime alone' }),
  once: z.boolean().optional().meta({ description: 'For the runtime alone' })
}

const httpHandler = z
  .strictObject({
    type: z.literal('http'),
    url: readable(isHookUrl, 'expected an http(s) URL without user and fragment').meta({
      description: 'Where the event is posted to'
    }),
    headers: headers.optional().meta({
      description: 'Header fields; `$NAME`, also in braces, stands for a variable of `allowedEnvVars`'
    }),
    allowedEnvVars: bounded(z.array(variable), MOST_ENTRIES)
      .optional()
      .meta({ description: 'Environment variables of the service that `headers` may use' }),
    ...common
  })
  .meta({ description: 'A handler that the service asks itself' })

/** Left to the runtime. */
const otherHandler = z
  .looseObject({ type: z.enum(['command', 'prompt', 'agent', 'mcp_tool']) })
  .meta({ description: 'A handler for the runtime, which the service does not run' })

const handler = z.discriminatedUnion('type', [httpHandler, otherHandler], {
  error: 'expected a handler of `type` http, command, prompt, agent or mcp_tool'
})

const group = z.strictObject({
  matcher: readable(
    (pattern) => compileMatcher(pattern) !== undefined,
    'expected tool names separated by `|`, or a regular expression without nested repetitions'
  )
    .optional()
    .meta({ description: 'The tools it is for: names, or a regular expression. Default: every tool' }),
  hooks: bounded(z.array(handler), MOST_ENTRIES)
})

const groups = bounded(z.array(group), MOST_ENTRIES)

const hooks = z
  .looseObject({
    PreToolUse: groups.optional().meta({ description: 'Asked before the rules' }),
    PermissionRequest: groups.optional().meta({ description: 'Asked where nobody can answer' }),
    PermissionDenied: groups.optional().meta({ description: 'Told of denials in auto mode' })
  })
  .meta({ description: 'Hooks by event. The service runs those of type `http` in policy files' })

const urlPatterns = bounded(
  z.array(
    readable(
      (pattern) => compileUrlPattern(pattern) !== undefined,
      'expected a URL pattern, such as `https://hooks.example.com/*`'
    )
  ),
  MOST_ENTRIES
)

/** The keys, each with its shape; other keys are others' business. */
export const HOOK_KEYS = {
  hooks: hooks.optional(),
  disableAllHooks: z.boolean().optional().meta({ description: 'No hook of any policy runs' }),
  allowedHttpHookUrls: urlPatterns.optional().meta({
    description: 'Where hooks may be sent; `*` stays within its part of the URL. Default: public addresses'
  }),
  httpHookAllowedEnvVars: bounded(z.array(variable), MOST_ENTRIES).optional().meta({
    description: 'Environment variables that header fields may use, besides being listed by the hook'
  })
}

export const hookSettings = z.looseObject(HOOK_KEYS)

/** Settings as far as they speak of hooks. */
export type HookSettings = z.infer<typeof hookSettings>
export type MatcherGroup = z.infer<typeof group>
/** A handler that the service runs. */
export type HttpHandler = z.infer<typeof httpHandler>

/** What is wrong with the hooks of a policy's settings, which stand at `path`. */
export function hookIssues(settings: unknown, path: string): readonly Issue[] {
  const parsed = hookSettings.safeParse(settings)
  const shape = parsed.success ? [] : issuesOf(parsed.error.issues, settings).issues
  return [...shape, ...misspelled(settings)].map((issue) => ({ ...issue, path: path + issue.path }))
}

/** A key that is spelled wrong would be a hook that never runs. */
function misspelled(settings: unknown): readonly Issue[] {
  if (typeof settings !== 'object' || settings === null) return []
  const events = Object.entries(settings).flatMap(([key, value]) =>
    key === 'hooks' && typeof value === 'object' && value !== null
      ? unknownKeys(value, HOOK_EVENTS, ['hooks'])
      : []
  )
  return [...unknownKeys(settings, Object.keys(HOOK_KEYS), []), ...events]
}

function unknownKeys(value: object, known: readonly string[], place: readonly string[]): readonly Issue[] {
  return Object.keys(value).flatMap((key) => {
    if (known.includes(key)) return []
    const likely = likelyKey(key, known)
    if (likely === undefined || isOtherWord(key, likely)) return []
    const message = `${key} is no known key; did you mean ${likely}?`
    return [{ path: jsonPointer([...place, key]), code: 'unknown-key', message }]
  })
}

/** Short words resemble many others: only another case or number of `hooks` was meant to be it. */
const isOtherWord = (key: string, likely: string): boolean => likely === 'hooks' && !/^hooks?$/i.test(key)
