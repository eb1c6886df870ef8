/** Compiled services as processes of their own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Compiled, compile } from './compiled.ts'

export interface ServiceAnswer {
  readonly status: number
  readonly headers: Headers
  readonly json: unknown
  readonly tookMs: number
}

/** A service that listens. */
export interface ServiceProcess {
  readonly child: ChildProcess
  /** Where it says that it listens. */
  readonly origin: string
  /** Its exit code, once it has ended and all that it wrote is read. */
  readonly exited: Promise<number>
  /** What it wrote to standard error so far. */
  log(): string
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>
  ): Promise<ServiceAnswer>
}

/** What a process that has ended leaves behind. */
export interface EndedProcess {
  readonly code: number
  /** What it wrote to standard output. */
  readonly output: string
  /** What it wrote to standard error. */
  readonly log: string
}

type Environment = Readonly<Record<string, string>>

/** Starts services of one build, and stops those that still run. */
export class ServiceProcesses {
  readonly #compiled: Compiled
  readonly #running = new Set<{ readonly child: ChildProcess; readonly exited: Promise<number> }>()

  private constructor(compiled: Compiled) {
    this.#compiled = compiled
  }

  static async compile(): Promise<ServiceProcesses> {
    return new ServiceProcesses(await compile())
  }

  /** Starts a service on a free port; rejects with what it says where it does not listen. */
  async start(environment: Environment = {}): Promise<ServiceProcess> {
    const service = this.#spawn(environment)
    const [line] = await Promise.race([
      once(service.child.stdout, 'data'),
      service.exited.then((): string[] => [''])
    ])
    const origin = /^portcullis \S+ listening on (\S+)\n$/.exec(String(line))?.[1]
    if (origin === undefined) throw new Error(service.log())
    return {
      ...service,
      origin,
      send: (method, path, body, headers = {}) => send(origin + path, method, body, headers)
    }
  }

  /** Starts a service that does not come to listen. */
  fail(environment: Environment): Promise<EndedProcess> {
    return this.run(environment)
  }

  /** Runs the program with these options until it ends. */
  async run(environment: Environment, ...options: readonly string[]): Promise<EndedProcess> {
    const { child, exited, log } = this.#spawn(environment, options)
    let output = ''
    child.stdout.on('data', (chunk: string) => {
      output += chunk
    })
    return { code: await exited, output, log: log() }
  }

  async stopAll(): Promise<void> {
    for (const { child } of this.#running) child.kill('SIGKILL')
    await Promise.all([...this.#running].map(({ exited }) => exited))
    this.#running.clear()
  }

  #spawn(environment: Environment, options: readonly string[] = []) {
    const child = spawn(process.execPath, [this.#compiled.path('main.js'), ...options], {
      env: { PATH: process.env.PATH, PORTCULLIS_PORT: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe']
    })
    let written = ''
    child.stdout.setEncoding('utf8')
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      written += chunk
    })
    const exited = once(child, 'close').then(([code]) => Number(code))
    const service = { child, exited, log: () => written }
    this.#running.add(service)
    return service
  }
}

async function send(
  url: string,
  method: string,
  body: unknown,
  headers: Readonly<Record<string, string>>
): Promise<ServiceAnswer> {
  const since = performance.now()
  const answer = await fetch(url, {
    method,
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json') === true
  const json: unknown = isJson ? JSON.parse(text) : undefined
  return { status: answer.status, headers: answer.headers, json, tookMs: performance.now() - since }
}
