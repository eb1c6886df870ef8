/** What is odd about the hooks of policies, which the service runs itself or leaves to the runtime. */
import { hostOf } from '../../engine/rules/domain.ts'
import { mayBePublic } from '../../hooks/addresses.ts'
import { IGNORED_HEADERS, variablesIn } from '../../hooks/headers.ts'
import { HOOK_EVENTS, type HookEvent } from '../../hooks/hook-events.ts'
import { type HookSettings, type HttpHandler, hookIssues, hookSettings } from '../../hooks/hook-settings.ts'
import { compileUrlPattern, reachOf, type UrlPattern } from '../../hooks/url-patterns.ts'
import { below, type Place, quoted, type Report } from './finding.ts'
import { placeOf } from './layer-findings.ts'
import type { ReadPolicy } from './policy-findings.ts'

interface Hooked {
  readonly settings: HookSettings
  readonly report: Report
}

/** What limits the hooks of all policies together; undefined: nothing. */
interface Limits {
  readonly urls: readonly UrlPattern[] | undefined
  readonly variables: readonly string[] | undefined
}

/** Reports on the hooks of policies that form one set. */
export function lintHooks(policies: readonly ReadPolicy[]): void {
  const hooked = policies.flatMap(({ policy, report }): readonly Hooked[] => {
    for (const { path, code, message } of hookIssues(policy.settings, '/settings')) {
      report(code === 'unknown-key' ? 'unknown-key' : 'wrong-shape', placeOf(path), message)
    }
    const parsed = hookSettings.safeParse(policy.settings)
    return parsed.success ? [{ settings: parsed.data, report: below(report, ['settings', 'hooks']) }] : []
  })
  const limits: Limits = {
    urls: together(hooked, 'allowedHttpHookUrls')?.flatMap((pattern) => compileUrlPattern(pattern) ?? []),
    variables: together(hooked, 'httpHookAllowedEnvVars')
  }
  for (const one of hooked) lintPolicyHooks(one, limits)
}

function together(
  hooked: readonly Hooked[],
  key: 'allowedHttpHookUrls' | 'httpHookAllowedEnvVars'
): readonly string[] | undefined {
  const lists = hooked.map(({ settings }) => settings[key]).filter((list) => list !== undefined)
  return lists.length === 0 ? undefined : lists.flat()
}

function lintPolicyHooks({ settings: { hooks = {} }, report }: Hooked, limits: Limits): void {
  const events: readonly string[] = HOOK_EVENTS
  for (const event of Object.keys(hooks)) {
    if (!events.includes(event))
      report('hook-not-run', [event], `the service runs no hooks of the event ${quoted(event)}`)
  }
  for (const event of HOOK_EVENTS) {
    for (const [index, group] of (hooks[event] ?? []).entries()) {
      for (const [at, handler] of group.hooks.entries()) {
        const reportHere = below(report, [event, index, 'hooks', at])
        if (handler.type === 'http') lintHandler(handler, event, limits, reportHere)
        else reportHere('hook-not-run', [], `the service runs no hooks of type ${quoted(handler.type)}`)
      }
    }
  }
}

function lintHandler(handler: HttpHandler, event: HookEvent, limits: Limits, report: Report): void {
  const { url, headers = {}, allowedEnvVars = [], onFailure } = handler
  const target = new URL(url)
  const reach = reachOf(target, limits.urls)
  if (reach === 'nowhere' || (reach === 'public' && !mayBePublic(hostOf(url) ?? ''))) {
    report('hook-address-refused', ['url'], `no request is ever sent to ${quoted(target.origin)}`)
  }
  if (onFailure === 'continue' && event === 'PreToolUse') {
    report('hook-fails-open', ['onFailure'], 'calls go on to the rules while this hook fails')
  }
  const isAllowed = (name: string): boolean =>
    allowedEnvVars.includes(name) && (limits.variables?.includes(name) ?? true)
  for (const [name, value] of Object.entries(headers)) {
    const place: Place = ['headers', name]
    if (IGNORED_HEADERS.has(name.toLowerCase())) {
      report('hook-header-ignored', place, `${quoted(name)} is set by the service`)
    }
    for (const variable of variablesIn(value)) {
      if (isAllowed(variable)) continue
      report('hook-variable-empty', place, `${quoted(variable)} is not allowed here and stands for nothing`)
    }
  }
}
