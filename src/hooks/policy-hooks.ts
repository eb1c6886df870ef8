/** The hooks that policies name, compiled once for all calls to which the same policies apply. */
import type { SettingsProblem } from '../engine/decision.ts'
import { type HookCondition, readHookCondition } from '../engine/hook-conditions.ts'
import { HOOK_EVENTS, type HookEvent } from './hook-events.ts'
import {
  type HookSettings,
  type HttpHandler,
  hookIssues,
  hookSettings,
  type MatcherGroup,
  USUAL_TIMEOUT
} from './hook-settings.ts'
import { compileMatcher, type Matcher } from './matcher.ts'
import { compileUrlPattern, type Reach, reachOf, type UrlPattern } from './url-patterns.ts'

/** A handler of `type: "http"` under one matcher. */
export interface HttpHook {
  readonly matches: Matcher
  /** A permission rule that the call must meet; undefined: any call. */
  readonly condition: HookCondition | undefined
  /** The same for identical handlers: however many matchers lead there, it is asked once. */
  readonly identity: string
  readonly url: URL
  readonly reach: Reach
  readonly headers: Readonly<Record<string, string>>
  /** Environment variables that `headers` may use. */
  readonly variables: ReadonlySet<string>
  readonly timeoutMs: number
  readonly onFailure: 'block' | 'continue'
  /** Only that it denies or asks counts: whether the call is one that its policy is for is not certain. */
  readonly onlyRestricts: boolean
}

/** Of the policies that apply to a call. */
export type PolicyHooks = Readonly<Record<HookEvent, readonly HttpHook[]>>

/** A policy as far as its hooks go. */
export interface HookedPolicy {
  readonly id: string
  readonly settings: unknown
  readonly onlyRestricts?: boolean | undefined
}

/** The hooks of all these policies; undefined where none may run. Policies that were checked give no problem. */
export function compilePolicyHooks(
  policies: readonly HookedPolicy[]
): { readonly hooks: PolicyHooks | undefined } | SettingsProblem {
  const whole: HookSettings[] = []
  const reduced: HookSettings[] = []
  for (const { id, settings, onlyRestricts } of policies) {
    const read = hookSettings.safeParse(settings)
    if (!read.success)
      return { problem: 'invalid-layer', issues: hookIssues(settings, `/policies/${id}/settings`) }
    const list = onlyRestricts === true ? reduced : whole
    list.push(read.data)
  }
  if (whole.some(({ disableAllHooks }) => disableAllHooks === true)) return { hooks: undefined }

  const limits = limitsOf(whole, reduced)
  const sources: readonly Source[] = [
    ...whole.map((settings) => ({ settings, limits, onlyRestricts: false })),
    ...reduced.map((settings) => ({
      settings,
      limits: limitsOf([...whole, settings], reduced),
      onlyRestricts: true
    }))
  ]
  const hooks: PolicyHooks = {
    PreToolUse: hooksOn('PreToolUse', sources),
    PermissionRequest: hooksOn('PermissionRequest', sources),
    // Nothing that such a hook can say restricts anything.
    PermissionDenied: hooksOn(
      'PermissionDenied',
      sources.filter(({ onlyRestricts }) => !onlyRestricts)
    )
  }
  return { hooks: HOOK_EVENTS.some((event) => hooks[event].length > 0) ? hooks : undefined }
}

/** What limits hooks besides their own words. */
interface Limits {
  /** undefined: every public address. */
  readonly urls: readonly UrlPattern[] | undefined
  /** undefined: what a hook lists itself. */
  readonly variables: ReadonlySet<string> | undefined
}

interface Source {
  readonly settings: HookSettings
  readonly limits: Limits
  readonly onlyRestricts: boolean
}

/** The lists of `policies` together; where none of them has one, a list of the others still restricts. */
function limitsOf(policies: readonly HookSettings[], others: readonly HookSettings[]): Limits {
  const list = (key: 'allowedHttpHookUrls' | 'httpHookAllowedEnvVars'): readonly string[] | undefined =>
    together(policies.map((policy) => policy[key])) ?? together(others.map((policy) => policy[key]))
  const variables = list('httpHookAllowedEnvVars')
  return {
    urls: list('allowedHttpHookUrls')?.flatMap((pattern) => compileUrlPattern(pattern) ?? []),
    variables: variables && new Set(variables)
  }
}

function together(lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const known = lists.filter((list) => list !== undefined)
  return known.length === 0 ? undefined : known.flat()
}

function hooksOn(event: HookEvent, sources: readonly Source[]): readonly HttpHook[] {
  return sources.flatMap((source) =>
    (source.settings.hooks?.[event] ?? []).flatMap((group) =>
      group.hooks.flatMap((handler) => (handler.type === 'http' ? [compileHook(handler, group, source)] : []))
    )
  )
}

function compileHook(handler: HttpHandler, { matcher }: MatcherGroup, source: Source): HttpHook {
  const { limits, onlyRestricts } = source
  const { headers = {}, allowedEnvVars = [], timeout = USUAL_TIMEOUT, onFailure = 'block' } = handler
  const condition = handler.if === undefined ? undefined : readHookCondition(handler.if)
  const url = new URL(handler.url)
  return {
    // What cannot be read is refused before; were it not, the hook would be asked about every call.
    matches: compileMatcher(matcher) ?? (() => true),
    condition: condition !== undefined && 'problem' in condition ? undefined : condition,
    identity: JSON.stringify([url.href, Object.entries(headers), allowedEnvVars, timeout, onFailure]),
    url,
    reach: reachOf(url, limits.urls),
    headers,
    variables: new Set(allowedEnvVars.filter((name) => limits.variables?.has(name) ?? true)),
    timeoutMs: timeout * 1000,
    onFailure,
    onlyRestricts
  }
}
