/** Real Redis servers for tests: each on a free port of loopback, in a folder of its own, and gone at the end. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
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

export interface RedisServerOptions {
  /** Where a server stood before. Default: a free port. */
  readonly port?: number
  /** Lines of redis.conf, such as `['requirepass', 'x']`. */
  readonly settings?: readonly (readonly [string, ...string[]])[]
  /** Certificate and key files: serves TLS and nothing else. */
  readonly tls?: { readonly cert: string; readonly key: string; readonly ca: string }
}

const ATTEMPTS = 5

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a server and waits until it takes connections. */
export async function startRedis(options: RedisServerOptions = {}): Promise<RedisServer> {
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort())
    const server = await tryStart(port, options)
    if (typeof server !== 'string') return server
    // Somebody else may have taken the port since.
    if (attempt === ATTEMPTS || !server.includes('Address already in use')) {
      throw new Error(`redis-server did not start:\n${server}`)
    }
  }
}

/** The server, or what it said before it ended. */
async function tryStart(port: number, options: RedisServerOptions): Promise<RedisServer | string> {
  const folder = await mkdtemp(join(tmpdir(), 'redis-'))
  const { tls, settings = [] } = options
  const ports: readonly (readonly [string, ...string[]])[] =
    tls === undefined
      ? [['port', String(port)]]
      : [
          ['port', '0'],
          ['tls-port', String(port)],
          ['tls-cert-file', tls.cert],
          ['tls-key-file', tls.key],
          ['tls-ca-cert-file', tls.ca],
          ['tls-auth-clients', 'no']
        ]
  const lines = [
    ['bind', '127.0.0.1'],
    ['dir', folder],
    ['save', ''],
    ['appendonly', 'no'],
    ...ports,
    ...settings
  ]
  const child = spawn(
    'redis-server',
    lines.flatMap(([name, ...values]) => [`--${name}`, ...values]),
    { stdio: ['ignore', 'pipe', 'inherit'] }
  )
  running.add(child)
  const exited = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  }).then(() => running.delete(child))

  let said = ''
  const isReady = await new Promise<boolean>((resolve) => {
    exited.then(() => resolve(false))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (said.length < 10_000) said += `${line}\n`
      if (line.includes('Ready to accept connections')) resolve(true)
    })
  })
  const end = async (): Promise<void> => {
    // Works on one that is paused, too.
    child.kill('SIGKILL')
    await exited
    await rm(folder, { recursive: true, force: true })
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
