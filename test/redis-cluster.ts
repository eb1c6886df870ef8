/** A cluster of three nodes, each with a third of all slots. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command, type RedisLogin } from './redis-command.ts'
import { type RedisServer, type RedisTls, type Setting, startRedis } from './redis-server.ts'
import { until } from './store/fixture.ts'

export interface RedisCluster {
  readonly nodes: readonly RedisServer[]
  /** `redis+cluster://...` without a user, of all nodes. */
  readonly url: string
  /** Starts the node again that stood there: with its place in the cluster, without its keys. */
  restart(index: number): Promise<void>
  /** A further server that follows the node and takes its place where it is lost. */
  addReplica(index: number): Promise<RedisServer>
  /** The node that a key falls to. */
  ownerOf(key: string): Promise<number>
  stop(): Promise<void>
}

export interface RedisClusterOptions {
  readonly settings?: readonly Setting[]
  readonly tls?: RedisTls
  /** Of a user who may do everything. */
  readonly login?: RedisLogin
}

const NODES = 3
const SLOTS = 16_384
const NODE_TIMEOUT_MS = 1_000
/** Nodes talk to each other on a port that is so much higher. */
const BUS_OFFSET = 10_000

/** Starts the nodes and waits until all of them serve. */
export async function startCluster(options: RedisClusterOptions = {}): Promise<RedisCluster> {
  const { settings = [], tls } = options
  const login = { ...options.login, ...(tls === undefined ? {} : { caFile: tls.ca }) }
  const folder = await mkdtemp(join(tmpdir(), 'cluster-'))
  const folders = await Promise.all(Array.from({ length: NODES }, (_, i) => mkdtemp(join(folder, `${i}-`))))
  const nodes: RedisServer[] = []
  const start = (own: string, port?: number): Promise<RedisServer> =>
    startRedis({
      folder: own,
      settings: [
        ['cluster-enabled', 'yes'],
        ['cluster-node-timeout', String(NODE_TIMEOUT_MS)],
        ['cluster-announce-ip', '127.0.0.1'],
        ['repl-diskless-sync-delay', '0'],
        ...settings
      ],
      isPortUsable: (free) => free + BUS_OFFSET <= 65_535,
      ...(port === undefined ? {} : { port }),
      ...(tls === undefined ? {} : { tls })
    })
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.stop()))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    for (const own of folders) nodes.push(await start(own))
    const ports = nodes.map(({ port }) => port)
    const [first = 0] = ports
    for (const [index, port] of ports.entries()) {
      const [from, to] = [slotOf(index), slotOf(index + 1)]
      const slots = Array.from({ length: to - from }, (_, slot) => from + slot)
      await command(port, ['CLUSTER', 'ADDSLOTS', ...slots], login)
      await command(port, ['CLUSTER', 'SET-CONFIG-EPOCH', index + 1], login)
      if (index > 0) await command(port, ['CLUSTER', 'MEET', '127.0.0.1', first], login)
    }
    await servingAll(ports, login)
    const scheme = tls === undefined ? 'redis' : 'rediss'
    return {
      nodes,
      url: `${scheme}+cluster://${ports.map((port) => `127.0.0.1:${port}`).join(',')}`,
      restart: async (index) => {
        const [own, port] = [folders[index], ports[index]]
        if (own === undefined || port === undefined) throw new Error('no such node')
        nodes[index] = await start(own, port)
        await servingAll(ports, login)
      },
      addReplica: async (index) => {
        const followed = ports[index] ?? 0
        const own = await mkdtemp(join(folder, 'replica-'))
        const replica = await start(own)
        nodes.push(replica)
        await command(replica.port, ['CLUSTER', 'MEET', '127.0.0.1', followed], login)
        const id = String(await command(followed, ['CLUSTER', 'MYID'], login))
        const isTaken = () =>
          command(replica.port, ['CLUSTER', 'REPLICATE', id], login).then(Boolean, () => false)
        await until(isTaken)
        await until(async () => {
          const slots = JSON.stringify(await command(first, ['CLUSTER', 'SLOTS'], login))
          const link = String(await command(replica.port, ['INFO', 'replication'], login))
          return slots.includes(`,${replica.port},`) && link.includes('master_link_status:up')
        }, 20_000)
        return replica
      },
      ownerOf: async (key) => {
        const slot = Number(await command(first, ['CLUSTER', 'KEYSLOT', key], login))
        return ports.findIndex((_, index) => slot < slotOf(index + 1))
      },
      stop
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const slotOf = (index: number): number => Math.floor((index * SLOTS) / NODES)

/** Waits until each node knows that all slots are served. */
async function servingAll(ports: readonly number[], login: RedisLogin): Promise<void> {
  for (const port of ports) {
    await until(async () => {
      const info = String(await command(port, ['CLUSTER', 'INFO'], login))
      return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${NODES}`)
    }, 20_000)
  }
}
