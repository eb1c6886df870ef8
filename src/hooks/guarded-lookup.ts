/** Name resolution for connections: the address that was looked at is the one that is connected to. */
import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'

export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

/** Every address of a name. */
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>

export const systemResolve: Resolve = (host) => lookup(host, { all: true })

/** A name leads where hooks may not go. */
export class AddressRefused extends Error {
  constructor() {
    super('the address is not one that hooks may be sent to')
    this.name = 'AddressRefused'
  }
}

/** Refuses a name if any of its addresses may not be connected to. */
export const guardedLookup =
  (resolve: Resolve, mayConnect: (address: string) => boolean): LookupFunction =>
  (host, options, callback) => {
    const answer = (addresses: readonly ResolvedAddress[]): void => {
      const [first] = addresses
      if (first === undefined || !addresses.every(({ address }) => mayConnect(address))) {
        callback(new AddressRefused(), '')
      } else if (options.all === true) callback(null, [...addresses])
      else callback(null, first.address, first.family)
    }
    resolve(host).then(answer, (error: Error) => callback(error, ''))
  }
