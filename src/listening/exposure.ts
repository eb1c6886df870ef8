/** What an operator should know of how the service can be reached. */
import { isLoopbackHost } from '../plugins/host-check.ts'

export interface Reachability {
  readonly host: string
  readonly socket: string | undefined
  readonly tlsCertFile: string | undefined
  readonly callersFile: string | undefined
  readonly jwksUrl: string | undefined
}

/** Nobody is asked who they are, though other machines may reach the service. */
export const isOpenToAll = (config: Reachability): boolean =>
  isExposed(config) && config.callersFile === undefined && config.jwksUrl === undefined

/** Tokens and inputs of tools can be read on the way, unless something in front encrypts. */
export const isReadableOnTheWay = (config: Reachability): boolean =>
  isExposed(config) && config.tlsCertFile === undefined

const isExposed = ({ host, socket }: Reachability): boolean => socket === undefined && !isLoopbackHost(host)
