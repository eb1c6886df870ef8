/** Provokes every problem and every fault that can be had from outside, and looks through all that is said of it. */
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ProblemCode, problems } from '../../src/problems.ts'
import { smallDisk } from '../full-disk.ts'
import { type RedisServer, startRedis } from '../redis-server.ts'
import { type ServiceProcess, ServiceProcesses } from '../service-process.ts'
import { until } from '../store/fixture.ts'
import {
  CALL,
  PROVOCATIONS,
  type Provocation,
  RAW,
  SECRETS,
  SENT,
  slow,
  UNKNOWN_REF
} from './leak-requests.ts'
import { LEAKS, leaksIn } from './leaks.ts'
import { type LeakyServices, policy, startLeaky } from './leaky-services.ts'

/** Codes that nobody can provoke from outside, and why. */
const OUT_OF_REACH: Readonly<Partial<Record<ProblemCode, string>>> = {
  internal: 'an error of ours that is not known; test/http shows the answer and its line in the log'
}

let services: ServiceProcesses
let folder: string
let redis: RedisServer
let leaky: LeakyServices
const disk = await smallDisk()
const answers: string[] = []
/** What starts that failed told the operator: which file is wrong, with its path. */
const starts: string[] = []
const seen = new Set<string>()
const written = new Map<ServiceProcess, string>()

const inFolder = (name: string): string => join(folder, name)
const logFolder = (): string => disk?.folder ?? folder

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leaks-'))
  redis = await startRedis({ settings: [['requirepass', SECRETS.redisPassword]] })
  services = await ServiceProcesses.compile()
  leaky = await startLeaky(services, folder, logFolder(), redis)
  for (const service of [leaky.full, leaky.plain, leaky.cut]) {
    written.set(service, '')
    service.child.stdout?.on('data', (chunk) => written.set(service, `${written.get(service)}${chunk}`))
  }
}, 120_000)

afterAll(async () => {
  await services.stopAll()
  await Promise.all([redis.stop(), disk?.remove()])
  await rm(folder, { recursive: true })
})

/** Keeps an answer, and which problem it is. */
function keep(answer: string): string | undefined {
  answers.push(answer)
  const code = /urn:portcullis:problem:([a-z-]+)/.exec(answer)?.[1]
  if (code !== undefined) seen.add(code)
  return code
}

async function send(service: ServiceProcess, provocation: Provocation, token?: string): Promise<string> {
  const { method = 'POST', path, headers, body } = provocation
  const answer = await fetch(service.origin + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers
    },
    ...(body === undefined ? {} : { body: new Uint8Array(Buffer.from(body)) })
  })
  const said = `${JSON.stringify([...answer.headers])}\n${await answer.text()}`
  return keep(said) ?? said
}

const get = (path: string): Provocation => ({ method: 'GET', path })
const decide = (fields: object = {}): Provocation => ({
  path: '/decide',
  body: JSON.stringify({ ...CALL, ...fields })
})

async function open(service: ServiceProcess, bytes: string) {
  const socket = connect(Number(new URL(service.origin).port), '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(bytes)
  return {
    socket,
    answer: text(socket)
      .catch(() => '')
      .then(keep)
  }
}

describe('what a service says', { timeout: 60_000 }, () => {
  test('of requests that are wrong', async () => {
    const { plain } = leaky
    const unfinished = await open(plain, `GET /livez HTTP/1.1\r\nX: ${SECRETS.header}`)
    for (const provocation of PROVOCATIONS) {
      const found = await send(plain, provocation)
      if (provocation.code !== undefined)
        expect([provocation.path, found]).toEqual([provocation.path, provocation.code])
    }
    for (const [code, bytes] of RAW)
      expect([bytes.slice(0, 60), await (await open(plain, bytes)).answer]).toEqual([
        bytes.slice(0, 60),
        code
      ])
    const many = Array.from({ length: 7 }, () => send(plain, slow()))
    await until(() => seen.has('overloaded') && seen.has('analysis-over-bound'), 30_000)
    expect(await unfinished.answer).toBe('request-timeout')
    const part = await open(plain, 'POST /decide HTTP/1.1\r\n')
    plain.child.kill('SIGTERM')
    await until(async () => (await send(plain, get('/readyz'))) === 'not-ready')
    expect(await part.answer).toBe('stopping')
    await Promise.allSettled(many)
    expect(await plain.exited).toBe(0)
  })

  test('of credentials', async () => {
    const { full, cut, tokens } = leaky
    expect(await send(full, decide())).toBe('unauthenticated')
    for (const wrong of [SECRETS.token, `${tokens.good.slice(0, -9)}123456789`, tokens.forged, 'a.b.c']) {
      expect(await send(full, decide(), wrong)).toBe('unauthenticated')
    }
    expect(await send(full, get('/policies'), tokens.powerless)).toBe('not-permitted')
    expect(await send(full, decide(), tokens.good)).toContain('"decision"')
    expect(await send(full, decide(), tokens.jwt)).toContain('"decision"')
    expect(await send(cut, decide(), tokens.jwt)).toBe('credentials-unverifiable')
    const flood = await Promise.all(Array.from({ length: 110 }, () => send(full, decide(), tokens.flood)))
    expect(flood).toContain('too-many-requests')
  })

  test('of what breaks around it', async () => {
    const { full, tokens } = leaky
    const health = () => send(full, get('/readyz'))
    for (const broken of [`{"id": "${SECRETS.fileText}`, policy('Bash(') + SECRETS.fileText]) {
      const told = timesIn(full.log(), 'house.json')
      await writeFile(inFolder('policies/house.json'), broken)
      await until(async () => /polic/i.test(await health()))
      await until(() => timesIn(full.log(), 'house.json') > told)
    }
    const callers = (await readFile(inFolder('callers.json'), 'utf8')).replaceAll('"scopes"', '"rights"')
    for (const broken of [`[{"name": "${SECRETS.fileText}`, callers.replaceAll('scrypt', SECRETS.fileText)]) {
      const told = timesIn(full.log(), 'callers file: the last good')
      await writeFile(inFolder('callers.json'), broken)
      await until(async () => (await health()).includes('callers file'))
      await until(() => timesIn(full.log(), 'callers file: the last good') > told)
    }
    await writeFile(inFolder('keys.json'), `{"keys": "${SECRETS.fileText}"}`)
    await until(async () => (await health()).includes('key set'))
    await redis.kill()
    await until(async () => (await health()).includes('store-down'))
    expect(await send(full, decide({ settingsRef: UNKNOWN_REF }), tokens.good)).toBe('store-unavailable')
    if (disk === undefined) return
    await disk.fill()
    const denied = async () => (await send(full, decide(), tokens.good)).includes('decision-log-unavailable')
    await until(denied)
  })

  test('of errors that nobody caught', async () => {
    const { cut } = leaky
    await until(async () => (await send(cut, get('/readyz'))).includes('store-down'))
    cut.child.kill('SIGUSR2')
    expect(await cut.exited).toBe(1)
    expect(cut.log()).toContain('"the service failed"')
  })

  test('at a start that fails', async () => {
    const url = `redis://:${SECRETS.redisUrlPassword}@127.0.0.1`
    const failed = await Promise.all(
      [
        { PORTCULLIS_REDIS_URL: url },
        { PORTCULLIS_REDIS_URL: `${url.replace('//:', '//')}/?x` },
        { PORTCULLIS_REDIS_URL: url.replace('redis:', 'http:') },
        { PORTCULLIS_CALLERS_FILE: inFolder('callers.json') },
        { PORTCULLIS_JWKS_URL: pathToFileURL(inFolder('keys.json')).href },
        { PORTCULLIS_POLICIES_DIR: inFolder('policies') },
        { PORTCULLIS_TLS_CERT_FILE: inFolder('password'), PORTCULLIS_TLS_KEY_FILE: inFolder('password') }
      ].map((environment) => services.fail(environment))
    )
    for (const { code, log } of failed) {
      expect(code).toBeGreaterThan(0)
      expect(log).toContain('portcullis: ')
      starts.push(log)
    }
  })

  test('holds every problem of the table', () => {
    const missing = Object.keys(problems).filter((code) => !seen.has(code))
    expect(missing.sort()).toEqual(Object.keys(OUT_OF_REACH).sort())
  })

  test('would be seen if it were a leak', () => {
    const stack = new Error('x').stack ?? ''
    const samples = [
      ...[stack, stack, 'FST_ERR_BAD_URL', 'Unexpected token x'],
      ...['connect ECONNREFUSED', 'NOAUTH x', 'fetch failed']
    ]
    expect(samples.map((sample, index) => LEAKS[index]?.test(sample))).toEqual(LEAKS.map(() => true))
    expect(leaksIn(['said: s3cret'], ['s3cret'])).toEqual(['s3cret: said: s3cret'])
  })

  test('tells nobody of secrets, of the machine or of the code', async () => {
    const { full, plain, cut, tokens } = leaky
    if (disk !== undefined) await disk.clear()
    full.child.kill('SIGTERM')
    expect(await full.exited).toBe(0)
    const logs = [full, plain, cut].map((service) => service.log() + written.get(service))
    const decisions = await Promise.all(
      (await readdir(logFolder()))
        .filter((name) => name.startsWith('decisions'))
        .map((name) => readFile(join(logFolder(), name), 'utf8'))
    )
    expect(logs.join('').split('"request answered"').length).toBeGreaterThan(PROVOCATIONS.length)
    expect(decisions.join('')).toContain('"decision"')
    expect(answers.join('')).toContain(SENT.rule)
    const nowhere = [...Object.values(SECRETS), ...Object.values(tokens), process.cwd(), '/compiled-']
    const operatorOnly = [folder, logFolder()]
    expect([...nowhere, ...operatorOnly].filter((text) => text.length < 6)).toEqual([])
    const found = [
      ...leaksIn([...answers, ...starts, ...logs, ...decisions], nowhere, LEAKS),
      ...leaksIn([...answers, ...logs, ...decisions], operatorOnly),
      ...leaksIn([...logs, ...decisions], Object.values(SENT))
    ]
    expect([...new Set(found)]).toEqual([])
  })
})

const timesIn = (said: string, mark: string): number => said.split(mark).length - 1
