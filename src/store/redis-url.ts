/** `PORTCULLIS_REDIS_URL`: one server, a primary that Sentinels name, or a cluster. */
import { isIPv6 } from 'node:net'

export interface Address {
  readonly host: string
  readonly port: number
}

/** Where commands go, and how that is found out. */
export type Topology =
  | { readonly kind: 'single'; readonly server: Address; readonly db: number }
  | {
      readonly kind: 'sentinel'
      readonly sentinels: readonly Address[]
      /** What the Sentinels call the primary. */
      readonly primary: string
      readonly db: number
    }
  | { readonly kind: 'cluster'; readonly nodes: readonly Address[] }

export interface RedisUrl {
  readonly topology: Topology
  readonly username: string | undefined
  readonly isTls: boolean
}

export type RedisUrlReading = { readonly url: RedisUrl } | { readonly fault: 'form' | 'password' }

/** What a URL may look like, for who wrote another. */
export const REDIS_URL_FORMS =
  'expected redis://[user@]host[:port][/number], redis+sentinel://[user@]host[:port],.../primary[/number] ' +
  'or redis+cluster://[user@]host[:port],...; with TLS rediss://, rediss+sentinel:// or rediss+cluster://'

const SERVER_PORT = 6379
const SENTINEL_PORT = 26_379

/** The user ends at the last `@`: whatever stands before it may be secret. */
const URL_PARTS = /^(rediss?)(?:\+(sentinel|cluster))?:\/\/(?:(.*)@)?([^@/?#]+)(\/[^@?#]*)?$/s
const HOST_AND_PORT = /^(?:([A-Za-z0-9._-]+)|\[([0-9A-Fa-f:.]+)\])(?::(\d{1,5}))?$/
const DB = /^\/?$|^\/(\d{1,5})$/
const PRIMARY_AND_DB = /^\/([A-Za-z0-9._-]+)(?:\/(\d{1,5})?)?$/

/** Total. Node's `URL` reads one host only. */
export function readRedisUrl(text: string): RedisUrlReading {
  const [, scheme, kind, user = '', hosts = '', path = ''] = URL_PARTS.exec(text) ?? []
  if (user.includes(':')) return { fault: 'password' }
  const username = decoded(user)
  const topology = topologyOf(kind, hosts, path)
  if (topology === undefined || username === undefined) return { fault: 'form' }
  return { url: { topology, username: username === '' ? undefined : username, isTls: scheme === 'rediss' } }
}

/** The URL as a log may show it: no user, no password, and no hosts where they are none. */
export function shownRedisUrl(text: string): string {
  const [, scheme = 'redis', kind, , hosts = ''] = URL_PARTS.exec(text) ?? []
  const shownScheme = kind === undefined ? scheme : `${scheme}+${kind}`
  return addressesOf(hosts, SERVER_PORT) === undefined ? shownScheme : `${shownScheme}://${hosts}`
}

function topologyOf(kind: string | undefined, hosts: string, path: string): Topology | undefined {
  const addresses = addressesOf(hosts, kind === 'sentinel' ? SENTINEL_PORT : SERVER_PORT)
  const [first] = addresses ?? []
  if (addresses === undefined || first === undefined) return undefined
  if (kind === 'cluster') return path === '' || path === '/' ? { kind, nodes: addresses } : undefined
  if (kind === 'sentinel') {
    const [, primary, db = 0] = PRIMARY_AND_DB.exec(path) ?? []
    return primary === undefined ? undefined : { kind, sentinels: addresses, primary, db: Number(db) }
  }
  const db = DB.exec(path)
  if (db === null || addresses.length > 1) return undefined
  return { kind: 'single', server: first, db: Number(db[1] ?? 0) }
}

/** undefined where one of them is none. */
function addressesOf(hosts: string, usualPort: number): readonly Address[] | undefined {
  const addresses: Address[] = []
  for (const text of hosts.split(',')) {
    const [, name, ipv6, port = usualPort] = HOST_AND_PORT.exec(text) ?? []
    const host = name ?? (ipv6 !== undefined && isIPv6(ipv6) ? ipv6 : undefined)
    if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return undefined
    addresses.push({ host, port: Number(port) })
  }
  return addresses
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
