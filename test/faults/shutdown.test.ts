import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServiceProcess, ServiceProcesses } from '../service-process.ts'

const BODY = JSON.stringify({ tool: 'Bash', input: { command: 'ls' }, cwd: '/home/dev/app' })

const HEAD = `POST /decide HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n`

let services: ServiceProcesses

beforeAll(async () => {
  services = await ServiceProcesses.compile()
}, 120_000)

afterAll(() => services.stopAll())

const quiet = { PORTCULLIS_LOG_LEVEL: 'silent' }

async function open({ origin }: ServiceProcess): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

const stop = ({ child }: ServiceProcess): boolean => child.kill('SIGTERM')

const statusesIn = (answers: string): readonly string[] =>
  [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status ?? '')

/** What a caller that keeps its connection saw of each request: when it was sent, and its answer. */
interface Exchange {
  readonly sentBefore: boolean
  answer: string | undefined
}

/** Sends one request after the other until the service closes the connection. */
async function keepAsking(
  service: ServiceProcess,
  stopped: { readonly isStopped: boolean; sent: number }
): Promise<readonly Exchange[]> {
  const socket = await open(service)
  const exchanges: Exchange[] = []
  let received = ''
  const ask = (): void => {
    stopped.sent += 1
    exchanges.push({ sentBefore: !stopped.isStopped, answer: undefined })
    socket.write(HEAD + BODY)
  }
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk
    const [head, body] = received.split('\r\n\r\n')
    const length = Number(/content-length: (\d+)/i.exec(head ?? '')?.[1])
    if (body === undefined || Buffer.byteLength(body) < length) return
    const latest = exchanges.at(-1)
    if (latest !== undefined) latest.answer = received
    received = ''
    if (!/connection: close/i.test(head ?? '')) ask()
  })
  // A request that is sent while the service closes may meet a closed connection; its sender can tell.
  socket.on('error', () => socket.destroy())
  const closed = new Promise((resolve) => socket.once('close', resolve))
  ask()
  await closed
  return exchanges
}

/** Each waits for a service of its own, which mostly waits as well. */
describe.concurrent('a service that gets SIGTERM', () => {
  test('under load answers every request of which something was sent before', async () => {
    const service = await services.start(quiet)
    const stopped = { isStopped: false, sent: 0 }
    const callers = Array.from({ length: 30 }, () => keepAsking(service, stopped))
    while (stopped.sent < 300) await setTimeout(10)
    stopped.isStopped = true
    stop(service)
    const exchanges = (await Promise.all(callers)).flat().filter(({ sentBefore }) => sentBefore)
    const statuses = new Set(exchanges.flatMap(({ answer }) => statusesIn(answer ?? 'HTTP/1.1 000 none')))
    expect([...statuses].filter((status) => status !== '200' && status !== '503')).toEqual([])
    expect(await service.exited).toBe(0)
  }, 60_000)

  test('answers a request of which only some header bytes came', async () => {
    const service = await services.start(quiet)
    const socket = await open(service)
    socket.write(HEAD.slice(0, 20))
    stop(service)
    const answer = await text(socket)
    expect(statusesIn(answer)).toEqual(['503'])
    expect(answer).toMatch(/connection: close/i)
    expect(answer).toMatch(/retry-after: 1/i)
    expect(answer).toContain('urn:portcullis:problem:stopping')
    expect(await service.exited).toBe(0)
  }, 60_000)

  test('answers a request whose body is completed afterwards, and closes the connection', async () => {
    const service = await services.start(quiet)
    const socket = await open(service)
    socket.write(HEAD + BODY.slice(0, -1))
    await setTimeout(500)
    stop(service)
    await setTimeout(900)
    socket.write(BODY.slice(-1))
    const answer = await text(socket)
    expect(statusesIn(answer)).toEqual(['200'])
    expect(answer).toMatch(/connection: close/i)
    expect(await service.exited).toBe(0)
  }, 60_000)

  test('answers all requests that came in one packet', async () => {
    const service = await services.start(quiet)
    const socket = await open(service)
    const live = 'GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n'
    socket.write(live + HEAD + BODY + live + HEAD + BODY)
    stop(service)
    const answers = await text(socket)
    expect(statusesIn(answers)).toEqual(['200', '200', '200', '200'])
    expect(await service.exited).toBe(0)
  }, 60_000)

  test('says at once that it is not ready, and still takes connections for a moment', async () => {
    const service = await services.start(quiet)
    stop(service)
    let ready = await service.send('GET', '/readyz')
    while (ready.status === 200) ready = await service.send('GET', '/readyz')
    expect(ready.status).toBe(503)
    expect(ready.headers.get('connection')).toBe('close')
    expect(await service.exited).toBe(0)
  }, 60_000)

  test('is not held up by connections on which nothing or little is said', async () => {
    const service = await services.start(quiet)
    const silent = await Promise.all(Array.from({ length: 50 }, () => open(service)))
    const slow = await open(service)
    slow.write(HEAD + BODY.slice(0, 5))
    const slowAnswer = text(slow)
    for (const socket of silent) socket.on('error', () => undefined)
    await setTimeout(300)
    const since = performance.now()
    stop(service)
    expect(await service.exited).toBe(0)
    expect(performance.now() - since).toBeLessThan(15_000)
    expect(statusesIn(await slowAnswer)).toEqual(['503'])
  }, 60_000)
})

test('a service in which an error is not caught logs it and ends with 1', async () => {
  const fault = 'process.on("SIGUSR2", () => { throw new Error("boom") })'
  const service = await services.start({
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(fault)}`
  })
  service.child.kill('SIGUSR2')
  expect(await service.exited).toBe(1)
  expect(service.log()).toContain('the service failed')
}, 60_000)
