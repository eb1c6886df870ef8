/** A primary, its replica and Sentinels that promote the one where the other is lost. */
import { command } from './redis-command.ts'
import { type RedisServer, type RedisTls, type Setting, startRedis } from './redis-server.ts'
import { until } from './store/fixture.ts'

export interface SentinelGroup {
  readonly sentinels: readonly RedisServer[]
  readonly primary: RedisServer
  readonly replica: RedisServer
  /** `redis+sentinel://...` without a user. */
  readonly url: string
  stop(): Promise<void>
}

export interface SentinelGroupOptions {
  readonly sentinels?: number
  /** Of the two that hold keys. */
  readonly settings?: readonly Setting[]
  /** How the Sentinels and the replica get in. */
  readonly user?: { readonly name: string; readonly password: string }
  readonly sentinelPassword?: string
  readonly tls?: RedisTls
}

const NAME = 'main'
const DOWN_AFTER_MS = 400

/** Starts all of them and waits until the replica follows and every Sentinel knows of it. */
export async function startSentinelGroup(options: SentinelGroupOptions = {}): Promise<SentinelGroup> {
  const { sentinels: count = 1, settings = [], user, sentinelPassword, tls } = options
  const encryption = tls === undefined ? {} : { tls }
  const ways: readonly Setting[] =
    user === undefined
      ? []
      : [
          ['masteruser', user.name],
          ['masterauth', user.password]
        ]
  const started: RedisServer[] = []
  const start = async (own: readonly Setting[], isSentinel = false): Promise<RedisServer> => {
    const server = await startRedis({ settings: own, isSentinel, ...encryption })
    started.push(server)
    return server
  }
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((server) => server.stop()))
  }
  try {
    const both: readonly Setting[] = [...settings, ...ways, ['repl-diskless-sync-delay', '0']]
    const primary = await start(both)
    const address = ['127.0.0.1', String(primary.port)] as const
    const replica = await start([...both, ['replicaof', ...address]])
    const watching: readonly Setting[] = [
      ['sentinel', 'monitor', NAME, ...address, String(Math.floor(count / 2) + 1)],
      ['sentinel', 'down-after-milliseconds', NAME, String(DOWN_AFTER_MS)],
      ['sentinel', 'failover-timeout', NAME, '2000'],
      ...(user === undefined
        ? []
        : ([
            ['sentinel', 'auth-user', NAME, user.name],
            ['sentinel', 'auth-pass', NAME, user.password]
          ] as const)),
      ...(sentinelPassword === undefined ? [] : ([['requirepass', sentinelPassword]] as const))
    ]
    const sentinels = await Promise.all(Array.from({ length: count }, () => start(watching, true)))
    const login = {
      ...(sentinelPassword === undefined ? {} : { password: sentinelPassword }),
      ...(tls === undefined ? {} : { caFile: tls.ca })
    }
    for (const { port } of sentinels) {
      await until(async () => {
        const replicas = await command(port, ['SENTINEL', 'REPLICAS', NAME], login)
        const others = await command(port, ['SENTINEL', 'SENTINELS', NAME], login)
        const isComplete = Array.isArray(others) && others.length === count - 1
        return isComplete && JSON.stringify(replicas).includes('"master-link-status","ok"')
      }, 20_000)
    }
    const scheme = tls === undefined ? 'redis' : 'rediss'
    const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',')
    return { sentinels, primary, replica, url: `${scheme}+sentinel://${hosts}/${NAME}`, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
