/** Ordinary callers in a thread of their own, which nothing else holds up: started by a phase, told by its figures. */
import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { goFirst } from '../src/offload/thread-priority.ts'
import { decideBody } from './bodies.ts'
import { newCommand, REPEATING } from './commands.ts'

// Whoever attacks from this process is not to take the processor from those who measure.
goFirst()

/** Where to send decisions, and how many. */
export interface CallersPlan {
  readonly origin: string
  readonly connections: number
  readonly perSecond: number
}

/** Milliseconds, ascending, from when a decision was due to its answer; and what else than 200 came back. */
export interface CallersFigures {
  readonly latencies: readonly number[]
  readonly failures: readonly string[]
}

/** One decision in so many is for a command that never came before. */
const COLD_EVERY = 4

const port = parentPort
if (port === null) throw new Error('this module runs in a worker')
const { origin, connections, perSecond }: CallersPlan = workerData
const agent = new Agent({ keepAlive: true, maxSockets: connections })
let sent = 0

port.on('message', async (seconds: number) => {
  const end = performance.now() + seconds * 1_000
  const figures = await Promise.all(Array.from({ length: connections }, (_, at) => caller(at, end)))
  const done: CallersFigures = {
    latencies: figures.flatMap(({ latencies }) => latencies).sort((a, b) => a - b),
    failures: figures.flatMap(({ failures }) => failures)
  }
  port.postMessage(done)
})

/** Sends when the next one is due, or at once where the last answer came later: waiting for it counts as well. */
async function caller(at: number, end: number): Promise<CallersFigures> {
  const latencies: number[] = []
  const failures: string[] = []
  const every = (1_000 * connections) / perSecond
  for (let due = performance.now() + (every * at) / connections; due < end; due += every) {
    const early = due - performance.now()
    if (early > 0) await setTimeout(early)
    // A timer rings late by itself; what an earlier answer delayed still counts.
    const since = early > 0 ? performance.now() : due
    const status = await post(nextBody())
    if (status !== 200) failures.push(String(status))
    latencies.push(performance.now() - since)
  }
  return { latencies, failures }
}

function nextBody(): string {
  sent += 1
  const isCold = sent % COLD_EVERY === 0
  return decideBody(isCold ? newCommand(sent) : (REPEATING[sent % REPEATING.length] ?? ''))
}

function post(body: string): Promise<number | string> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const call = request(`${origin}/decide`, { agent, method: 'POST', headers }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    call.on('error', ({ message }) => resolve(message))
    call.end(body)
  })
}
