/** Servers in processes of their own, so that they and the load generator do not share a thread. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface Server {
  readonly url: string
  /** Resident memory in MiB now, and the most there ever was; NaN where the system does not tell. */
  memory(): { readonly now: number; readonly peak: number }
  /** Microseconds of processor time used so far; NaN where the system does not tell. */
  processorTime(): number
  stop(): void
}

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The service as shipped, on its embedded default, quiet. */
export const startService = (env: Record<string, string> = {}): Promise<Server> =>
  start([file('../dist/main.js')], { PORTCULLIS_PORT: '0', PORTCULLIS_LOG_LEVEL: 'warn', ...env })

/** The bare route, which always gives this answer; `typed`: checked against its schema on the way out. */
export const startBare = (answer: string, typed: boolean): Promise<Server> =>
  start(['--import', 'tsx', file('bare-server.ts'), ...(typed ? ['--typed'] : [])], {}, answer)

function start(args: readonly string[], env: Record<string, string>, input = ''): Promise<Server> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit']
  })
  child.stdin.end(input)
  return new Promise((resolve, reject) => {
    let output = ''
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      const url = /listening on (http:\S+)/.exec(output)?.[1]
      if (url !== undefined)
        resolve({
          url,
          memory: () => memoryOf(child),
          processorTime: () => processorTimeOf(child),
          stop: () => child.kill()
        })
    })
  })
}

/** The clock of /proc/PID/stat on Linux ticks so often a second. */
const TICKS = 100

function processorTimeOf(child: ChildProcess): number {
  try {
    // The name of the program stands in brackets and may hold blanks.
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return ((Number(fields[11]) + Number(fields[12])) * 1_000_000) / TICKS
  } catch {
    return Number.NaN
  }
}

function memoryOf(child: ChildProcess): { now: number; peak: number } {
  let status = ''
  try {
    status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  } catch {
    // Only Linux has this file.
  }
  const read = (key: string): number =>
    Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024
  return { now: read('VmRSS'), peak: read('VmHWM') }
}
