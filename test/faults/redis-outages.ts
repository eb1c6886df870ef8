/** Ways in which a real Redis fails, and how each ends. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '../redis-cluster.ts'
import { command } from '../redis-command.ts'
import { startSentinelGroup } from '../redis-sentinel.ts'
import { type RedisServer, type Setting, startRedis } from '../redis-server.ts'
import type { StorePlace } from '../store/fixture.ts'

/** A Redis that runs. */
export interface Scene {
  readonly place: StorePlace
  fail(): Promise<unknown>
  mend(): Promise<unknown>
  stop(): Promise<unknown>
}

export interface Outage {
  readonly name: string
  /** Whether it knows what was written once it is back. */
  readonly keeps: boolean
  /** Whether what is known can be read meanwhile. */
  readonly readsOn: boolean
  /** `key` is the one that will be used. */
  stage(key: string): Promise<Scene>
}

type Command = Parameters<typeof command>[1]

/** So long a pause lasts. */
const PAUSE_MS = 4_000
/** More than it may take in all. */
const FILLER = 'x'.repeat(2_000_000)

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** One server, to which this is done. */
const ofOne =
  (
    fail: (server: RedisServer) => unknown,
    mend: (server: RedisServer) => unknown,
    settings: readonly Setting[] = []
  ) =>
  async (): Promise<Scene> => {
    const server = await startRedis({ settings })
    let next: RedisServer | undefined
    return {
      place: { url: server.url },
      fail: async () => fail(server),
      mend: async () => {
        const mended = await mend(server)
        if (isServer(mended)) next = mended
      },
      stop: () => Promise.all([server.stop(), next?.stop()])
    }
  }

const isServer = (value: unknown): value is RedisServer =>
  typeof value === 'object' && value !== null && 'stop' in value

/** One server that is told these commands. */
const byCommands = (fail: readonly Command[], mend: readonly Command[]): (() => Promise<Scene>) => {
  const telling = (commands: readonly Command[]) => async (server: RedisServer) => {
    for (const one of commands) await command(server.port, one)
  }
  return ofOne(telling(fail), telling(mend))
}

async function sentinels(fail: (primary: RedisServer) => unknown): Promise<Scene> {
  const group = await startSentinelGroup()
  return {
    place: { url: group.url },
    fail: async () => {
      // What it had answered is with the replica.
      const offset = await command(group.primary.port, ['WAIT', 1, 5_000])
      if (offset !== 1) throw new Error('the replica does not follow')
      return fail(group.primary)
    },
    // They mend it themselves.
    mend: async () => undefined,
    stop: () => group.stop()
  }
}

async function cluster(key: string): Promise<Scene> {
  const started = await startCluster()
  const owner = await started.ownerOf(key)
  return {
    place: { url: started.url },
    fail: async () => started.nodes[owner]?.kill(),
    mend: () => started.restart(owner),
    stop: () => started.stop()
  }
}

async function aclUser(): Promise<Scene> {
  const folder = await mkdtemp(join(tmpdir(), 'acl-'))
  await writeFile(join(folder, 'password'), 's3cret')
  const rights = ['+@read', '+@write', '+@scripting', '+@connection'] as const
  const { port, stop } = await startRedis({
    settings: [['user', 'agent', 'on', '>s3cret', '~test:*', ...rights]]
  })
  return {
    place: { url: `redis://agent@127.0.0.1:${port}`, passwordFile: join(folder, 'password') },
    fail: () => command(port, ['ACL', 'SETUSER', 'agent', 'nocommands']),
    mend: () => command(port, ['ACL', 'SETUSER', 'agent', ...rights]),
    stop: () => Promise.all([stop(), rm(folder, { recursive: true })])
  }
}

export const OUTAGES: readonly Outage[] = [
  {
    name: 'is killed',
    keeps: false,
    readsOn: false,
    stage: ofOne(
      (server) => server.kill(),
      ({ port }) => startRedis({ port })
    )
  },
  {
    name: 'is stopped',
    keeps: true,
    readsOn: false,
    stage: ofOne(
      (server) => server.pause(),
      (server) => server.resume()
    )
  },
  {
    name: 'lets all clients wait',
    keeps: true,
    readsOn: false,
    stage: async () => {
      let end = 0
      return ofOne(
        async ({ port }) => {
          await command(port, ['CLIENT', 'PAUSE', PAUSE_MS, 'ALL'])
          end = performance.now() + PAUSE_MS
        },
        // It takes no other command until then.
        () => wait(end - performance.now())
      )()
    }
  },
  {
    name: 'becomes a replica',
    keeps: true,
    readsOn: false,
    stage: byCommands([['REPLICAOF', '127.0.0.1', 1]], [['REPLICAOF', 'NO', 'ONE']])
  },
  {
    name: 'has no memory left',
    keeps: true,
    readsOn: true,
    stage: byCommands(
      [
        ['SET', 'filler', FILLER],
        ['CONFIG', 'SET', 'maxmemory-policy', 'noeviction'],
        ['CONFIG', 'SET', 'maxmemory', '1mb']
      ],
      [['CONFIG', 'SET', 'maxmemory', '0']]
    )
  },
  {
    name: 'asks for a password of a sudden',
    keeps: true,
    readsOn: false,
    stage: ofOne(
      async ({ port }) => {
        await command(port, ['CONFIG', 'SET', 'requirepass', 'other'])
        // Who is in, stays in.
        await command(port, ['CLIENT', 'KILL', 'TYPE', 'normal'], { password: 'other' })
      },
      ({ port }) => command(port, ['CONFIG', 'SET', 'requirepass', ''], { password: 'other' })
    )
  },
  { name: 'takes all rights from its user', keeps: true, readsOn: false, stage: aclUser },
  {
    name: 'loses its primary, which Sentinels replace,',
    keeps: true,
    readsOn: false,
    stage: () => sentinels((primary) => primary.kill())
  },
  {
    name: 'has a primary that hangs, which Sentinels replace,',
    keeps: true,
    readsOn: false,
    stage: () => sentinels((primary) => primary.pause())
  },
  { name: 'loses the node of a cluster that owns the session', keeps: false, readsOn: false, stage: cluster }
]
