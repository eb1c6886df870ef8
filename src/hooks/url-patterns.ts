/** `allowedHttpHookUrls`: which addresses hooks may be sent to. */
import { compileHost, type HostPattern, hostOf, matchesHost } from '../engine/rules/domain.ts'
import { compileWildcard, matchesWildcard, type Wildcard } from '../engine/rules/wildcard.ts'
import { isLoopbackHost } from './addresses.ts'

/** How far a hook may reach: nowhere, to public addresses, or wherever its name leads, as somebody listed it by name. */
export type Reach = 'nowhere' | 'public' | 'listed'

/** One entry of the list, compiled. A star never leaves the part of the URL that it stands in. */
export interface UrlPattern {
  /** undefined: either scheme. */
  readonly scheme: 'http' | 'https' | undefined
  /** undefined: every host. */
  readonly host: HostPattern | undefined
  /** The host is written out. */
  readonly namesHost: boolean
  /** undefined: every port; empty: the scheme's own. */
  readonly port: string | undefined
  readonly path: Wildcard
}

/** Scheme, host, port, path; no user, no fragment, nothing that a URL reader takes for a slash. */
const PATTERN =
  /^(?:(?<scheme>https?|\*):\/\/)?(?<host>\[[\da-f:.]+\]|[^\s/\\?#@:[\]]+)(?::(?<port>\d{1,5}|\*))?(?<path>\/[^\s\\#]*)?$/i

const ANYTHING = compileWildcard('*')

/** undefined: no pattern. */
export function compileUrlPattern(text: string): UrlPattern | undefined {
  const { scheme, host, port, path } = PATTERN.exec(text)?.groups ?? {}
  if (host === undefined) return undefined
  const compiled = host === '*' ? undefined : compileHost(host)
  if (compiled === undefined && host !== '*') return undefined
  return {
    scheme: schemeOf(scheme),
    host: compiled,
    namesHost: !host.includes('*'),
    port: port === '*' || (port === undefined && host === '*') ? undefined : (port ?? ''),
    path: path !== undefined ? compileWildcard(path) : text.endsWith('*') ? ANYTHING : compileWildcard('/')
  }
}

function schemeOf(written: string | undefined): UrlPattern['scheme'] {
  const scheme = written?.toLowerCase()
  return scheme === 'http' || scheme === 'https' ? scheme : undefined
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

function matchesUrl({ scheme, host, port, path }: UrlPattern, url: URL): boolean {
  const name = hostOf(url.href)
  if (name === undefined || (scheme !== undefined && url.protocol !== `${scheme}:`)) return false
  if (host !== undefined && !matchesHost(host, name)) return false
  const own = DEFAULT_PORTS[url.protocol] ?? ''
  if (port !== undefined && (url.port || own) !== (port || own)) return false
  return matchesWildcard(path, url.pathname + url.search)
}

/** How far a hook at `url` may reach. Without a list: to public addresses, encrypted. */
export function reachOf(url: URL, allowed: readonly UrlPattern[] | undefined): Reach {
  const isEncrypted = url.protocol === 'https:'
  const name = hostOf(url.href)
  if (name === undefined || (!isEncrypted && url.protocol !== 'http:')) return 'nowhere'
  if (allowed === undefined) return isEncrypted ? 'public' : 'nowhere'
  const matching = allowed.filter((pattern) => matchesUrl(pattern, url))
  const naming = matching.filter(({ namesHost }) => namesHost)
  if (naming.length > 0) {
    const mayBePlain = isLoopbackHost(name) || naming.some(({ scheme }) => scheme === 'http')
    return isEncrypted || mayBePlain ? 'listed' : 'nowhere'
  }
  return matching.length > 0 && isEncrypted ? 'public' : 'nowhere'
}
