import { once } from 'node:events'
import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { request as requestTls } from 'node:https'
import { createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { newCaller } from '../callers/fixture.ts'
import { type ServiceProcess, ServiceProcesses } from '../service-process.ts'
import { newCertificate } from './certificate-fixture.ts'

/** A change of a file is in force after so long at the latest. */
const LIVE_MS = { timeout: 5_000, interval: 100 }

/** Each test starts processes; on a busy machine that takes its time. */
vi.setConfig({ testTimeout: 60_000 })

let services: ServiceProcesses
let folder: string

beforeAll(async () => {
  services = await ServiceProcesses.compile()
}, 120_000)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'listening-'))
})

afterEach(async () => {
  await services.stopAll()
  await rm(folder, { recursive: true })
})

/** The lines of its log. */
const logged = (service: ServiceProcess): readonly Record<string, unknown>[] =>
  service
    .log()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))

async function ask(options: RequestOptions, secure = false): Promise<{ status: number; body: string }> {
  const sent = (secure ? requestTls : request)({ agent: false, ...options })
  sent.end()
  // The first argument of `response` is the answer.
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, body: await text(answer) }
}

const readiness = z.object({ status: z.string(), reasons: z.array(z.string()) })

async function statusOf(service: ServiceProcess, token?: string): Promise<number> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return (await service.send('GET', '/tools', undefined, headers)).status
}

describe('a Unix socket', () => {
  const at = (socketPath: string, headers: Record<string, string> = {}) =>
    ask({ socketPath, path: '/tools', headers })

  test('is open to this user alone, and gone after the end', async () => {
    const path = join(folder, 'service.sock')
    const { child, origin, exited } = await services.start({ PORTCULLIS_SOCKET: path })
    expect(origin).toBe(`unix:${path}`)
    const { mode } = await stat(path)
    expect(mode & 0o777).toBe(0o600)
    expect((await at(path)).status).toBe(200)
    expect((await at(path, { host: 'evil.example' })).status).toBe(403)
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
    await expect(stat(path)).rejects.toThrow('ENOENT')
  })

  test('that nobody answers on is replaced, one that somebody does is not', async () => {
    const path = join(folder, 'service.sock')
    const first = await services.start({ PORTCULLIS_SOCKET: path })
    const second = await services.fail({ PORTCULLIS_SOCKET: path })
    expect(second.code).toBe(1)
    expect(second.log).toBe(`portcullis: PORTCULLIS_SOCKET ${path}: another process listens on it\n`)
    expect((await at(path)).status).toBe(200)
    first.child.kill('SIGKILL')
    await first.exited
    expect((await stat(path)).isSocket()).toBe(true)
    await services.start({ PORTCULLIS_SOCKET: path })
    expect((await at(path)).status).toBe(200)
  })
})

describe('TLS', () => {
  const environment = ({ cert, key }: { cert: string; key: string }) => ({
    PORTCULLIS_TLS_CERT_FILE: cert,
    PORTCULLIS_TLS_KEY_FILE: key
  })

  test('serves HTTPS with the certificate, from version 1.2 on, and nothing else', async () => {
    const files = await newCertificate(folder, 'first')
    const { origin } = await services.start(environment(files))
    const { protocol, port } = new URL(origin)
    expect(protocol).toBe('https:')
    const ca = await readFile(files.cert)
    const options = { host: '127.0.0.1', port, ca }
    expect((await ask({ ...options, path: '/livez' }, true)).status).toBe(200)
    await expect(ask({ host: '127.0.0.1', port, path: '/livez' })).rejects.toThrow()
    const old = connectTls({ ...options, port: Number(port), minVersion: 'TLSv1', maxVersion: 'TLSv1.1' })
    await expect(once(old, 'secureConnect')).rejects.toThrow()
  })

  test('takes a newer certificate without a restart, and keeps the last good one', async () => {
    const first = await newCertificate(folder, 'first')
    const service = await services.start(environment(first))
    const port = Number(new URL(service.origin).port)
    const served = async (): Promise<string | undefined> => {
      const socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false })
      await once(socket, 'secureConnect')
      const { subject } = socket.getPeerCertificate()
      socket.destroy()
      return [subject.CN].flat()[0]
    }
    const ready = () =>
      ask({ host: '127.0.0.1', port, path: '/readyz', rejectUnauthorized: false } as RequestOptions, true)
    expect(await served()).toBe('first')

    const second = await newCertificate(folder, 'second')
    await rename(second.key, first.key)
    await rename(second.cert, first.cert)
    await expect.poll(served, LIVE_MS).toBe('second')

    await writeFile(first.cert, 'no certificate')
    await expect.poll(async () => (await ready()).body, LIVE_MS).toContain('certificate: the last good one')
    expect(await served()).toBe('second')
  })
})

describe('beyond loopback', () => {
  const everywhere = { PORTCULLIS_HOST: '0.0.0.0' }

  test('the service does not listen without callers', async () => {
    const { code, log } = await services.fail(everywhere)
    expect(code).toBe(2)
    expect(log).toMatch(/^portcullis: PORTCULLIS_HOST: expected a loopback address/)
  })

  test('it does where it is told to serve anybody, and says so loudly', async () => {
    const service = await services.start({
      ...everywhere,
      PORTCULLIS_INSECURE: 'true',
      PORTCULLIS_LOG_LEVEL: 'warn'
    })
    expect(service.log()).toMatch(/^portcullis: warning: PORTCULLIS_INSECURE=true and no callers/m)
    expect(logged(service)).toMatchObject([{ level: 40, msg: expect.stringMatching(/^PORTCULLIS_INSECURE/) }])
    const { hostname, port } = new URL(service.origin)
    expect(hostname).toBe('0.0.0.0')
    const here = { host: '127.0.0.1', port, path: '/readyz' }
    expect(JSON.parse((await ask(here)).body)).toEqual({ status: 'ready', reasons: [] })
    expect((await ask({ ...here, headers: { host: `0.0.0.0:${port}` } })).status).toBe(403)
  })

  test('it does with callers, and serves the names it is told of', async () => {
    const { token, entry } = await newCaller('ci')
    const file = join(folder, 'callers.json')
    await writeFile(file, JSON.stringify([entry]))
    const service = await services.start({
      ...everywhere,
      PORTCULLIS_CALLERS_FILE: file,
      PORTCULLIS_PUBLIC_URL: 'https://p.example/',
      PORTCULLIS_ALLOWED_HOSTS: '10.0.0.7,fd00::7'
    })
    const own = Object.values(networkInterfaces())
      .flat()
      .find((one) => one?.family === 'IPv4' && !one.internal)?.address
    const port = new URL(service.origin).port
    const statusFor = async (host: string, authorization: string) =>
      (await ask({ host: own ?? '127.0.0.1', port, path: '/tools', headers: { host, authorization } })).status
    for (const host of ['p.example', '10.0.0.7:8080', '[fd00::7]', 'localhost']) {
      expect([host, await statusFor(host, `Bearer ${token}`)]).toEqual([host, 200])
    }
    expect(await statusFor('evil.example', `Bearer ${token}`)).toBe(403)
    expect(await statusFor('p.example', 'Bearer wrong')).toBe(401)
  })
})

describe('the callers file', () => {
  test('is read again when it changes: callers come and go, a broken one changes nothing', async () => {
    const [ci, dev] = [await newCaller('ci'), await newCaller('dev')]
    const file = join(folder, 'callers.json')
    await writeFile(file, JSON.stringify([ci.entry]))
    const service = await services.start({ PORTCULLIS_CALLERS_FILE: file })
    expect([await statusOf(service, ci.token), await statusOf(service, dev.token)]).toEqual([200, 401])
    expect(await statusOf(service)).toBe(401)

    await writeFile(file, JSON.stringify({ callers: [ci.entry, dev.entry] }))
    await expect.poll(() => statusOf(service, dev.token), LIVE_MS).toBe(200)

    const reasons = async () => readiness.parse((await service.send('GET', '/readyz')).json).reasons
    await writeFile(file, '[{"name": "ci"')
    await expect.poll(reasons, LIVE_MS).toEqual(['callers file: the last good one is in force'])
    expect([await statusOf(service, ci.token), await statusOf(service, dev.token)]).toEqual([200, 200])

    await rm(file)
    await expect
      .poll(() => logged(service).filter(({ level }) => level === 50), LIVE_MS)
      .toMatchObject([
        { faults: [expect.stringMatching(/^expected JSON/)] },
        { faults: ['there is no such file'] }
      ])
    expect(await statusOf(service, ci.token)).toBe(200)

    await writeFile(file, JSON.stringify([dev.entry]))
    await expect.poll(() => statusOf(service, ci.token), LIVE_MS).toBe(401)
    expect(await statusOf(service, dev.token)).toBe(200)
    expect(await reasons()).toEqual([])

    const said = service.log()
    for (const secret of [folder, ci.token, dev.token, ci.entry.hash, dev.entry.hash]) {
      expect(said).not.toContain(secret)
    }
  })

  test('that is broken stops the start, naming the caller and the field', async () => {
    const { entry } = await newCaller('ci')
    const file = join(folder, 'callers.json')
    await writeFile(file, JSON.stringify([entry, { ...entry, name: 'dev', hash: 'scrypt' }]))
    const { code, log } = await services.fail({ PORTCULLIS_CALLERS_FILE: file })
    expect(code).toBe(1)
    expect(log).toMatch(
      /^portcullis: PORTCULLIS_CALLERS_FILE \S+callers\.json: caller dev, \/1\/hash: expected scrypt/
    )
  })
})

test('the line at the start names the address of IPv6 that it listens on', async () => {
  const service = await services.start({ PORTCULLIS_HOST: '::1' })
  expect(service.origin).toMatch(/^http:\/\/\[::1\]:\d+$/)
})

test('a start beside a port that is taken, under the name localhost, says so', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' && address !== null ? String(address.port) : ''
  const { code, log } = await services.fail({ PORTCULLIS_HOST: 'localhost', PORTCULLIS_PORT: port })
  expect(code).toBe(1)
  expect(log).toBe(`portcullis: port ${port} on localhost is in use: set PORTCULLIS_PORT\n`)
  taken.close()
})

test('the log at the start shows no password and no path', async () => {
  const service = await services.start({
    PORTCULLIS_REDIS_URL: 'redis://hunter2@127.0.0.1:1/3',
    PORTCULLIS_DECISION_LOG: `file:${join(folder, 'decisions.jsonl')}`
  })
  await expect.poll(() => logged(service).filter(({ msg }) => msg === 'started')).toHaveLength(1)
  const line = logged(service).find(({ msg }) => msg === 'started')
  expect(line).toMatchObject({
    config: { redisUrl: 'redis://127.0.0.1:1', decisionLog: 'file:decisions.jsonl' }
  })
  expect(service.log()).not.toMatch(/hunter2|listening-/)
})
