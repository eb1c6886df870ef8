import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OFFLOAD_LIMITS } from '../../src/offload/limits.ts'
import { type ServiceProcess, ServiceProcesses } from '../service-process.ts'
import { until } from '../store/fixture.ts'
import { HOSTILE, type HostileRequest } from './hostile-requests.ts'
import { mainThreadMs, processorMs, residentMib } from './process-figures.ts'

/** Milliseconds of the main thread that one request may cost: so long others wait at most. */
const MAY_COST = 100

/**
 * Milliseconds of all threads together: three heavy calls' worth of workers, and the collecting of garbage beside
 * them, which Node does in threads of its own.
 */
const MAY_COST_IN_ALL = 400

/** Tries of which the cheapest counts: the machine does other things, and earlier requests leave garbage behind. */
const TRIES = 8

const BOTH_READY = `portcullis_offload_workers ${OFFLOAD_LIMITS.workers}`

let services: ServiceProcesses
let service: ServiceProcess

beforeAll(async () => {
  services = await ServiceProcesses.compile()
  service = await services.start({ PORTCULLIS_LOG_LEVEL: 'error' })
  for (let call = 0; call < 50; call += 1) await decide(`ls ${call}`)
}, 120_000)

afterAll(() => services.stopAll())

const decide = (command: string) =>
  service.send('POST', '/decide', { tool: 'Bash', input: { command }, cwd: '/home/dev/app' })

const pidOf = (): number => service.child.pid ?? Number.NaN

/** Sends bytes as they are; an answer that comes before all of them are taken is an answer as well. */
function sendRaw({ method, path }: Pick<HostileRequest, 'method' | 'path'>, body: string | Buffer) {
  return new Promise<{ readonly status: number; readonly said: string }>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const call = request(service.origin + path, { method: method ?? 'POST', headers }, async (response) => {
      call.off('error', reject).on('error', () => undefined)
      const said = await text(response).catch(reject)
      resolve({ status: response.statusCode ?? 0, said: said ?? '' })
    })
    call.on('error', reject)
    call.end(body)
  })
}

/** Milliseconds of the main thread and of all threads that the service computes meanwhile. */
async function costOf<T>(task: () => Promise<T>): Promise<{ result: T; main: number; all: number }> {
  const pid = pidOf()
  const main = mainThreadMs(pid)
  const all = processorMs(pid)
  const result = await task()
  return { result, main: mainThreadMs(pid) - main, all: processorMs(pid) - all }
}

test('settings as large as they may be are taken where nothing else is to be done', async () => {
  const largest = HOSTILE.find(({ path }) => path === '/settings')
  if (largest === undefined) throw new Error('there are none')
  const readyWorkers = async () =>
    (await (await fetch(`${service.origin}/metrics`)).text()).includes(BOTH_READY)
  await until(readyWorkers, 60_000)
  const { status, said } = await sendRaw(largest, largest.body())
  expect([status, said]).toEqual([200, expect.stringContaining('settingsRef')])
}, 60_000)

describe('a hostile request', () => {
  test.each(HOSTILE)(
    '$name: is refused or answered with care, soon',
    async ({ method, path, body, expected }) => {
      let main = Number.POSITIVE_INFINITY
      let all = Number.POSITIVE_INFINITY
      for (let at = 0; at < TRIES && (main > MAY_COST || all > MAY_COST_IN_ALL); at += 1) {
        const bytes = body()
        const { result, ...cost } = await costOf(() => sendRaw({ method, path }, bytes))
        const { status, said } = result
        const wanted = expected.map((one) => (one === 'decision' ? 200 : one))
        expect(wanted, said.slice(0, 300)).toContain(status)
        expect(said).toContain(status === 200 ? '"' : 'urn:portcullis:problem:')
        main = Math.min(main, cost.main)
        all = Math.min(all, cost.all)
      }
      expect(main).toBeLessThanOrEqual(MAY_COST)
      expect(all).toBeLessThanOrEqual(MAY_COST_IN_ALL)
    },
    60_000
  )
})

describe('a hostile connection', () => {
  const HEAD = 'POST /decide HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

  test.each([
    ['garbage', '\u0000\u0001garbage\r\n\r\n', '400'],
    ['garbage behind a request', 'GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n\u0000\r\n\r\n', '200'],
    ['a flood of headers', `${HEAD}${'X-A: a value that is not short\r\n'.repeat(1_000)}\r\n`, '431'],
    ['one endless header', `${HEAD}X-A: ${'a'.repeat(40_000)}\r\n\r\n`, '431'],
    [
      'an endless address',
      `GET /${'a'.repeat(15_000)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      '414'
    ],
    ['two lengths', `${HEAD}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!`, '400'],
    ['a length and chunks', `${HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, '400'],
    ['chunks of no length', `${HEAD}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`, '400']
  ])(
    '%s: is refused',
    async (_, bytes, status) => {
      const socket = connect(Number(new URL(service.origin).port), '127.0.0.1')
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      const answer = text(socket).catch(() => '')
      socket.write(bytes)
      expect(await answer).toContain(`HTTP/1.1 ${status} `)
    },
    30_000
  )

  test('that sends a byte a second keeps nobody waiting, and is answered in time', async () => {
    const sockets = Array.from({ length: 100 }, () => {
      const socket = connect(Number(new URL(service.origin).port), '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write('POST /dec')
      return socket
    })
    const [first] = sockets
    if (first === undefined) throw new Error('there is none')
    const answer = text(first)
    expect((await decide('ls')).status).toBe(200)
    expect(await answer).toContain('HTTP/1.1 408 ')
    for (const socket of sockets) socket.destroy()
  }, 40_000)
})

test('afterwards the service is as it was', async () => {
  const answer = await decide('ls')
  expect(answer.json).toMatchObject({ decision: 'allow' })
  expect(service.child.exitCode).toBeNull()
  expect(residentMib(pidOf())).toBeLessThan(900)
  expect(service.log()).not.toMatch(/request failed|"level":50/)
}, 30_000)
