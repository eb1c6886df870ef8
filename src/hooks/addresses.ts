/** Which addresses anybody may be sent to. Everything that is not plainly public is not. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The rest of the space is not handed out. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** In a public range, but answered by the machine's own provider: metadata and agents of the cloud. */
const PROVIDER_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16'])

/** Names of metadata services, wherever they lead. */
const METADATA_NAMES: ReadonlySet<string> = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'instance-data',
  'instance-data.ec2.internal'
])

/** Whether the text is an address that lies in the public internet; IPv4 inside IPv6 never does. */
export function isPublicAddress(address: string): boolean {
  // Short, octal and hexadecimal spellings are read differently by different programs.
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv6
    ? parsed.match(GLOBAL_UNICAST)
    : !PROVIDER_ADDRESSES.has(parsed.toString())
}

/** The address that a URL's host is; undefined: a name. */
function addressOf(host: string): string | undefined {
  const text = host.startsWith('[') ? host.slice(1, -1) : host
  return isIP(text) === 0 ? undefined : text
}

/** Whether the host of a URL is this machine, whoever is asked. */
export function isLoopbackHost(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  const address = addressOf(host)
  return address !== undefined && ipaddr.parse(address).range() === 'loopback'
}

/** Whether a host, which nobody listed by name, may lead to a public address: names show only when they are resolved. */
export function mayBePublic(host: string, isPublic: (address: string) => boolean = isPublicAddress): boolean {
  const address = addressOf(host)
  return address === undefined ? !METADATA_NAMES.has(host) : isPublic(address)
}
