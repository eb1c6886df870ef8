/** Clients of ioredis for each topology, all with one promise: what cannot be sent now fails now. */
import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis'
import type { RedisAccess } from './redis-access.ts'
import type { Address, Topology } from './redis-url.ts'

/** What commands are run on. On a cluster, the keys of one command or pipeline must have one owner. */
export type RedisClient = Redis | Cluster

/** Access to a primary that Sentinels name. */
export interface SentinelAccess extends RedisAccess {
  readonly topology: Extract<Topology, { kind: 'sentinel' }>
}

const CONNECT_TIMEOUT_MS = 2_000
/** A connection that owes an answer for so long is given up. */
const ANSWER_TIMEOUT_MS = 1_000
/** One that was given up is not waited for. */
const DISCONNECT_TIMEOUT_MS = 200
const FIRST_RETRY_MS = 50
const LONGEST_RETRY_MS = 2_000

/** A key may just be on its way from one node of a cluster to another. */
const REDIRECTIONS = 4
const TRY_AGAIN_MS = 10

/** What any connection is made with. It connects when it is told to. */
const CONNECTION = {
  lazyConnect: true,
  connectTimeout: CONNECT_TIMEOUT_MS,
  commandTimeout: ANSWER_TIMEOUT_MS,
  socketTimeout: ANSWER_TIMEOUT_MS,
  disconnectTimeout: DISCONNECT_TIMEOUT_MS,
  // What may have been carried out is not sent again.
  autoResendUnfulfilledCommands: false,
  // The probe is the check.
  enableReadyCheck: false,
  disableClientInfo: true,
  protocol: 2
} satisfies RedisOptions

/** What a connection that stands for itself is made with, too. */
const RECONNECTION = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  retryStrategy: retryDelay
} satisfies RedisOptions

/** The client for an access of any topology. */
export function redisClient(access: RedisAccess): RedisClient {
  const { topology } = access
  if (topology.kind === 'cluster') return clusterClient(access, topology.nodes)
  return new Redis({
    ...CONNECTION,
    ...RECONNECTION,
    ...login(access),
    ...(topology.kind === 'single' ? topology.server : primaryOf({ ...access, topology })),
    db: topology.db,
    keyPrefix: access.prefix
  })
}

/** A client for one Sentinel itself. */
export function sentinelClient({ sentinelPassword, tls }: SentinelAccess, { host, port }: Address): Redis {
  return new Redis({
    ...CONNECTION,
    ...RECONNECTION,
    ...login({ username: undefined, password: sentinelPassword, tls }),
    host,
    port,
    autoResubscribe: false
  })
}

/** Spread, so that instances do not come back all at once. */
function retryDelay(attempt: number): number {
  const longest = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempt, 10), LONGEST_RETRY_MS)
  return longest / 2 + (Math.random() * longest) / 2
}

function login({ username, password, tls }: Pick<RedisAccess, 'username' | 'password' | 'tls'>) {
  return {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(tls === undefined ? {} : { tls: tlsOptions(tls) })
  } satisfies RedisOptions
}

const tlsOptions = ({ ca }: { readonly ca: string | undefined }) => (ca === undefined ? {} : { ca })

/** Sentinels are asked again for it at each new connection. */
function primaryOf({ sentinelPassword, tls, topology }: SentinelAccess) {
  return {
    sentinels: topology.sentinels.map((address) => ({ ...address })),
    name: topology.primary,
    ...(sentinelPassword === undefined ? {} : { sentinelPassword }),
    ...(tls === undefined ? {} : { enableTLSForSentinelMode: true, sentinelTLS: tlsOptions(tls) }),
    sentinelCommandTimeout: ANSWER_TIMEOUT_MS,
    sentinelRetryStrategy: retryDelay
  } satisfies RedisOptions
}

function clusterClient(access: RedisAccess, nodes: readonly Address[]): Cluster {
  const options = {
    redisOptions: { ...CONNECTION, ...login(access) },
    keyPrefix: access.prefix,
    lazyConnect: true,
    enableOfflineQueue: false,
    enableReadyCheck: false,
    clusterRetryStrategy: retryDelay,
    maxRedirections: REDIRECTIONS,
    retryDelayOnTryAgain: TRY_AGAIN_MS,
    // A node that is lost may have carried the command out.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    // Names stay names: certificates are for them.
    dnsLookup: (name, done) => done(null, name)
  } satisfies ClusterOptions
  const client = new Cluster(
    nodes.map((address) => ({ ...address })),
    options
  )
  client.on('+node', silenceAsking)
  return client
}

/** The client sends ASKING by itself and looks at no answer; one that fails would end the process. */
function silenceAsking(node: Redis): void {
  const asking = node.asking.bind(node)
  node.asking = (callback = () => undefined) => asking(callback)
}
