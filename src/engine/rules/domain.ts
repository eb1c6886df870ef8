/** Hosts of `WebFetch(domain:...)` rules and of the URLs they are compared with (R68 to R71). */
import { compileWildcard, matchesWildcard, type Wildcard } from './wildcard.ts'

export interface HostPattern {
  /** Labels from left to right; a star stays within its label. */
  readonly labels: readonly Wildcard[]
  /** Leading `*.`: one or more further labels, so never the host itself (R69). */
  readonly subdomains: boolean
  /** Read from a broken deny or ask entry: every host that begins so. */
  readonly prefix: string | undefined
}

/** The host a URL names, as the web platform reads it; undefined where it names none. */
export function hostOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const host = withoutTrailingDot(new URL(url).hostname.toLowerCase())
  return host === '' ? undefined : host
}

const withoutTrailingDot = (host: string): string => (host.endsWith('.') ? host.slice(0, -1) : host)

/** Letters, digits and stars only where a URL parser is no help (`*.1`). */
const PLAIN_HOST = /^[\w*-]+(?:\.[\w*-]+)*\.?$/

/** The rule's host in the spelling URLs have: lower case, punycode, no trailing dot. */
function canonicalHost(host: string): string | undefined {
  if (host === '' || /[\s/@?#\\]/.test(host)) return undefined
  const url = `http://${host}/`
  if (URL.canParse(url)) {
    const parsed = new URL(url)
    // A port is no part of a host; nobody can say what the author meant by it.
    return parsed.port === '' ? withoutTrailingDot(parsed.hostname) : undefined
  }
  return PLAIN_HOST.test(host) ? withoutTrailingDot(host.toLowerCase()) : undefined
}

export function compileHost(host: string): HostPattern | undefined {
  const canonical = canonicalHost(host.trim())
  if (canonical === undefined || canonical === '') return undefined
  const subdomains = canonical.startsWith('*.')
  const labels = (subdomains ? canonical.slice(2) : canonical).split('.').map(compileWildcard)
  return { labels, subdomains, prefix: undefined }
}

/** Every host that begins with `text`. */
export const hostsBeginningWith = (text: string): HostPattern => ({
  labels: [],
  subdomains: false,
  prefix: text.trim().toLowerCase()
})

/** Compares with a host as `hostOf` gives it. */
export function matchesHost(pattern: HostPattern, host: string): boolean {
  if (pattern.prefix !== undefined) return host.startsWith(pattern.prefix)
  const labels = host.split('.')
  const extra = labels.length - pattern.labels.length
  if (pattern.subdomains ? extra < 1 : extra !== 0) return false
  return pattern.labels.every((label, index) => matchesWildcard(label, labels[index + extra] ?? ''))
}
