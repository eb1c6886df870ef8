/** Real Redis servers for tests: each on a free port of loopback, in a folder of its own, and gone at the end. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.ts'

export interface RedisServer {
  readonly port: number
  /** Without credentials. */
  readonly url: string
  /** Ends it and removes its folder. */
  stop(): Promise<void>
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>
  /** It goes on existing, but does nothing. */
  pause(): void
  resume(): void
}

/** A line of redis.conf, such as `['requirepass', 'x']`. */
export type Setting = readonly [string, ...string[]]

export interface RedisServerOptions {
  /** Where a server stood before. Default: a free port. */
  readonly port?: number
  /** Free ports that may not be used are left out. */
  readonly isPortUsable?: (port: number) => boolean
  readonly settings?: readonly Setting[]
  /** Certificate and key files: serves TLS and nothing else. */
  readonly tls?: RedisTls
  /** One that is kept, with what the server keeps there. Default: one of its own. */
  readonly folder?: string
  /** Serves as a Sentinel. */
  readonly isSentinel?: boolean
}

export interface RedisTls {
  readonly cert: string
  readonly key: string
  readonly ca: string
}

const ATTEMPTS = 5

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a server and waits until it takes connections. */
export async function startRedis(options: RedisServerOptions = {}): Promise<RedisServer> {
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await usablePort(options.isPortUsable))
    const server = await tryStart(port, options)
    if (typeof server !== 'string') return server
    // Somebody else may have taken the port since.
    if (attempt === ATTEMPTS || !server.includes('Address already in use')) {
      throw new Error(`redis-server did not start:\n${server}`)
    }
  }
}

async function usablePort(isUsable: (port: number) => boolean = () => true): Promise<number> {
  for (;;) {
    const port = await freePort()
    if (isUsable(port)) return port
  }
}

/** The server, or what it said before it ended. */
async function tryStart(port: number, options: RedisServerOptions): Promise<RedisServer | string> {
  const { tls, settings = [], isSentinel = false } = options
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'redis-')))
  const lines: readonly Setting[] = [
    ['bind', '127.0.0.1'],
    ['dir', folder],
    ...(isSentinel
      ? []
      : ([
          ['save', ''],
          ['appendonly', 'no']
        ] as const)),
    ...ports(port, tls),
    ...settings
  ]
  // A Sentinel writes what it learns into its file.
  const file = join(folder, 'redis.conf')
  await writeFile(file, lines.map((line) => line.map(quoted).join(' ')).join('\n'))
  const child = spawn('redis-server', isSentinel ? [file, '--sentinel'] : [file], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  running.add(child)
  const exited = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  }).then(() => running.delete(child))

  const readyWords = isSentinel ? '+monitor master' : 'Ready to accept connections'
  let said = ''
  const isReady = await new Promise<boolean>((resolve) => {
    exited.then(() => resolve(false))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (said.length < 10_000) said += `${line}\n`
      if (line.includes(readyWords)) resolve(true)
    })
  })
  const end = async (): Promise<void> => {
    // Works on one that is paused, too.
    child.kill('SIGKILL')
    await exited
    if (options.folder === undefined) await rm(folder, { recursive: true, force: true })
  }
  if (!isReady) {
    await end()
    return said
  }
  return {
    port,
    url: `${tls === undefined ? 'redis' : 'rediss'}://127.0.0.1:${port}`,
    stop: end,
    kill: end,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT')
  }
}

/** TLS for those who replicate or share a cluster, too. */
function ports(port: number, tls: RedisTls | undefined): readonly Setting[] {
  if (tls === undefined) return [['port', String(port)]]
  return [
    ['port', '0'],
    ['tls-port', String(port)],
    ['tls-cert-file', tls.cert],
    ['tls-key-file', tls.key],
    ['tls-ca-cert-file', tls.ca],
    ['tls-auth-clients', 'no'],
    ['tls-replication', 'yes'],
    ['tls-cluster', 'yes']
  ]
}

const quoted = (word: string): string => (/[\s"'#]|^$/.test(word) ? JSON.stringify(word) : word)
