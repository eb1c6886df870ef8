/** The names by which requests may address the service, besides loopback. */
import { isIPv6 } from 'node:net'

export interface Addressing {
  readonly host: string
  readonly socket: string | undefined
  readonly publicUrl: string | undefined
  readonly allowedHosts: readonly string[]
}

/** Names of no machine: the service listens there on every address it has. */
const EVERYWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

export function servedHosts({ host, socket, publicUrl, allowedHosts }: Addressing): readonly string[] {
  return [
    ...(socket !== undefined || EVERYWHERE.has(host) ? [] : [host]),
    ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname]),
    ...allowedHosts
  ].map((name) => (isIPv6(name) ? `[${name}]` : name))
}
