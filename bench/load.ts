/** Load over HTTP, interleaved: every round runs each target once, so that they share good and bad minutes. */
import autocannon from 'autocannon'
import { classifyBody, decideBody } from './bodies.ts'
import { newCommand, REPEATING } from './commands.ts'
import { type Server, startBare, startService } from './server.ts'

const CONNECTIONS = 32
const HEADERS = { 'content-type': 'application/json' }

/** One kind of load. `next` gives the body of the next request. */
export interface Target {
  readonly name: string
  readonly server: Server
  readonly path: string
  readonly next: () => string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Figures {
  readonly rate: number
  readonly p50: number
  readonly mean: number
  readonly p99: number
  /** Microseconds of the server's processor time for one request: hardly moved by what else the machine does. */
  readonly processor: number
}

let fresh = 0
export const inTurn = (bodies: readonly string[]): (() => string) => {
  let index = 0
  return () => bodies[index++ % bodies.length] ?? ''
}
const newBody = (): string => decideBody(newCommand(fresh++))

/** Sends bodies for so many seconds, or so many requests; every answer must be 200. */
export async function send(
  target: Target,
  bound: { readonly duration: number } | { readonly amount: number }
): Promise<Figures> {
  const before = target.server.processorTime()
  const result = await autocannon({
    url: target.server.url,
    connections: CONNECTIONS,
    ...bound,
    requests: [
      {
        method: 'POST',
        path: target.path,
        headers: { ...HEADERS, ...target.headers },
        setupRequest: (request) => ({ ...request, body: target.next() })
      }
    ]
  })
  const failed = result.errors + result.non2xx
  if (failed > 0) throw new Error(`${target.name}: ${failed} of ${result.requests.total} requests failed`)
  return {
    rate: result.requests.total / result.duration,
    p50: result.latency.p50,
    mean: result.latency.mean,
    p99: result.latency.p99,
    processor: (target.server.processorTime() - before) / result.requests.total
  }
}

/** The bare route that only writes its answer, and the one whose answer is checked by the type provider. */
const BARE = 'bare route'
const TYPED = 'bare, typed'

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

async function answerOf(server: Server, body: string): Promise<string> {
  const response = await fetch(`${server.url}/decide`, { method: 'POST', headers: HEADERS, body })
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
  return response.text()
}

/** An answer of the usual size for the bare route: the median of the repeating commands. */
async function usualAnswer(server: Server): Promise<string> {
  const answers = await Promise.all(REPEATING.map((command) => answerOf(server, decideBody(command))))
  return answers.toSorted((a, b) => a.length - b.length)[answers.length >> 1] ?? '{}'
}

/** Prints requests/s, latencies, ratios to the bare route and peak memory. */
export async function runLoad(rounds: number, seconds: number): Promise<void> {
  const service = await startService()
  const answer = await usualAnswer(service)
  const bare = await startBare(answer, false)
  const typed = await startBare(answer, true)
  const decideBodies = REPEATING.map(decideBody)
  const targets: readonly Target[] = [
    { name: BARE, server: bare, path: '/decide', next: inTurn(decideBodies) },
    { name: TYPED, server: typed, path: '/decide', next: inTurn(decideBodies) },
    { name: '/decide warm', server: service, path: '/decide', next: inTurn(decideBodies) },
    { name: '/decide cold', server: service, path: '/decide', next: newBody },
    { name: '/classify', server: service, path: '/classify', next: inTurn(REPEATING.map(classifyBody)) }
  ]
  for (const target of targets) await send(target, { duration: Math.min(3, seconds) })

  const runs = new Map(targets.map((target) => [target.name, [] as Figures[]]))
  for (let round = 0; round < rounds; round += 1) {
    for (const target of targets) runs.get(target.name)?.push(await send(target, { duration: seconds }))
  }

  const ratesOf = (name: string): readonly number[] => (runs.get(name) ?? []).map((figures) => figures.rate)
  const floors = [ratesOf(BARE), ratesOf(TYPED)]
  const bareProcessor = (runs.get(BARE) ?? []).map((figures) => figures.processor)
  const bytes = Buffer.byteLength(decideBodies[0] ?? '')
  console.log(
    `${rounds} rounds of ${seconds} s each, ${CONNECTIONS} connections, /decide bodies of ${bytes} bytes\n`
  )
  console.log('target            requests/s  to bare  to typed   p50 ms   p99 ms   CPU us  to bare')
  for (const [name, figures] of runs) {
    const ratios = floors.map((floor) =>
      median(figures.map((each, round) => each.rate / (floor[round] ?? Number.NaN)))
    )
    const columns = [
      median(figures.map((each) => each.rate))
        .toFixed(0)
        .padStart(12),
      ...ratios.map((ratio) => ratio.toFixed(2).padStart(8)),
      median(figures.map((each) => each.p50))
        .toFixed(1)
        .padStart(8),
      median(figures.map((each) => each.p99))
        .toFixed(1)
        .padStart(8),
      median(figures.map((each) => each.processor))
        .toFixed(0)
        .padStart(8),
      median(figures.map((each, round) => (bareProcessor[round] ?? Number.NaN) / each.processor))
        .toFixed(2)
        .padStart(8)
    ]
    console.log(name.padEnd(16) + columns.join(' '))
  }
  console.log(
    `\npeak RSS: service ${service.memory().peak.toFixed(0)} MiB, bare ${bare.memory().peak.toFixed(0)} MiB`
  )
  service.stop()
  bare.stop()
  typed.stop()
}
