/** Hosts that are not on the public network: loopback, private, link-local, metadata and local names. */

const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa|lan)$/

/** First bytes of IPv4 networks, as `a.b` prefixes with how many values of the second byte they span. */
const PRIVATE_V4: readonly (readonly [first: number, from: number, to: number])[] = [
  [0, 0, 255],
  [10, 0, 255],
  [100, 64, 127],
  [127, 0, 255],
  [169, 254, 254],
  [172, 16, 31],
  [192, 168, 168],
  [198, 18, 19]
]

/** `host` as the URL parser gives it (IPv4 in dotted form, IPv6 in brackets). */
export function isPrivateHost(host: string): boolean {
  if (host.startsWith('[')) return isPrivateV6(host.slice(1, -1).toLowerCase())
  const bytes = /^(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(host)
  if (bytes === null) return !host.includes('.') || LOCAL_NAME.test(host)
  const first = Number(bytes[1])
  const second = Number(bytes[2])
  return first >= 224 || PRIVATE_V4.some(([a, from, to]) => a === first && second >= from && second <= to)
}

/** Everything outside the global unicast range, and IPv4 addresses in IPv6 clothes. */
const isPrivateV6 = (address: string): boolean =>
  !/^[23][0-9a-f]{3}:/.test(address) || address.startsWith('2002:')
