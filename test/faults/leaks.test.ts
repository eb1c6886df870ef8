/** Provokes every problem and every fault that can be had from outside, and looks through all that is said of it. */
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ProblemCode, problems } from '../../src/problems.ts'
import { newCaller } from '../callers/fixture.ts'
import { freePort } from '../free-port.ts'
import { smallDisk } from '../full-disk.ts'
import { type RedisServer, startRedis } from '../redis-server.ts'
import { type ServiceProcess, ServiceProcesses } from '../service-process.ts'
import { until } from '../store/fixture.ts'
import { CALL, PROVOCATIONS, type Provocation, RAW, SECRETS, SENT, UNKNOWN_REF } from './leak-requests.ts'

/** Codes that nobody can provoke from outside, and why. */
const OUT_OF_REACH: Readonly<Partial<Record<ProblemCode, string>>> = {
  internal: 'an error of ours that is not known; test/http shows the answer and its line in the log'
}

const LEAKS: readonly RegExp[] = [
  /node_modules|node:internal|\bdist\/|\.[jt]s:\d+/,
  /(?:\n|\\n) {4}at /,
  /\b(?:FST|HPE)_|ERR_[A-Z]+_|[a-z]Error: |ZodError/,
  /Unexpected (?:token|end of)|in JSON at position|Invalid input|Invalid option|Unrecognized key/,
  /connect ECONNREFUSED|ECONNREFUSED 127|ENOENT: |no such file or directory|ENOSPC: |no space left/,
  /WRONGPASS|NOAUTH|READONLY|MaxRetriesPerRequest|Connection is closed|Stream isn't writeable|Command timed out/,
  /signature verification failed|no applicable key found|Invalid Compact JWS|claim (?:timestamp|value)|fetch failed/
]

let services: ServiceProcesses
let folder: string
let redis: RedisServer
let full: ServiceProcess
let plain: ServiceProcess
let cut: ServiceProcess
const disk = await smallDisk()
const answers: string[] = []
/** What starts that failed told the operator: which file is wrong, with its path. */
const starts: string[] = []
const seen = new Set<string>()
const tokens = { good: '', powerless: '', flood: '', jwt: '', forged: '', hash: '' }
const written = new Map<ServiceProcess, string>()

const inFolder = (name: string): string => join(folder, name)
const policy = (rule: string): string =>
  JSON.stringify({ id: 'house', settings: { permissions: { deny: [rule] } } })

async function startAll(): Promise<void> {
  const [good, powerless, flood] = await Promise.all([
    newCaller('good', ['settings:write', 'decisions:read', 'policies:read']),
    newCaller('powerless'),
    newCaller('flood')
  ])
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwt = await new SignJWT({ sub: 'runner', tenant: 'acme' })
    .setProtectedHeader({ alg: 'ES256', kid: 'k' })
    .setExpirationTime('5m')
    .sign(privateKey)
  const [head, body] = jwt.split('.')
  const signature = Buffer.alloc(64, 7).toString('base64url')
  Object.assign(tokens, {
    good: good.token,
    powerless: powerless.token,
    flood: flood.token,
    jwt,
    forged: `${head}.${body}.${signature}`,
    hash: good.entry.hash
  })
  await mkdir(inFolder('policies'))
  await Promise.all([
    writeFile(inFolder('callers.json'), JSON.stringify([good, powerless, flood].map(({ entry }) => entry))),
    writeFile(
      inFolder('keys.json'),
      JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k' }] })
    ),
    writeFile(inFolder('password'), SECRETS.redisPassword),
    writeFile(inFolder('wrong-password'), SECRETS.redisUrlPassword),
    writeFile(inFolder('log-token'), SECRETS.logToken),
    writeFile(inFolder('policies/house.json'), policy('Bash(rm *)'))
  ])
  const dead = await freePort()
  ;[full, plain, cut] = await Promise.all([
    services.start({
      PORTCULLIS_LOG_LEVEL: 'debug',
      PORTCULLIS_POLICIES_DIR: inFolder('policies'),
      PORTCULLIS_CALLERS_FILE: inFolder('callers.json'),
      PORTCULLIS_JWKS_URL: pathToFileURL(inFolder('keys.json')).href,
      PORTCULLIS_REDIS_URL: redis.url,
      PORTCULLIS_REDIS_PASSWORD_FILE: inFolder('password'),
      PORTCULLIS_DECISION_LOG: `file:${join(disk?.folder ?? folder, 'decisions.log')}`,
      PORTCULLIS_DECISION_LOG_REQUIRED: 'true',
      PORTCULLIS_RATE_LIMIT: '100'
    }),
    services.start({ PORTCULLIS_LOG_LEVEL: 'debug', PORTCULLIS_DECISION_LOG: 'stdout' }),
    // Everything it leans on is missing; what it throws on the signal nobody catches.
    services.start({
      PORTCULLIS_LOG_LEVEL: 'debug',
      PORTCULLIS_JWKS_URL: `http://127.0.0.1:${dead}/${SECRETS.fileText}`,
      PORTCULLIS_REDIS_URL: redis.url,
      PORTCULLIS_REDIS_PASSWORD_FILE: inFolder('wrong-password'),
      PORTCULLIS_DECISION_LOG: `http://127.0.0.1:${dead}/${SECRETS.fileText}`,
      PORTCULLIS_DECISION_LOG_TOKEN_FILE: inFolder('log-token'),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
        `process.on('SIGUSR2', () => { throw new Error('${SECRETS.thrown}') })`
      )}`
    })
  ])
  for (const service of [full, plain, cut]) {
    written.set(service, '')
    service.child.stdout?.on('data', (chunk) => written.set(service, `${written.get(service)}${chunk}`))
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leaks-'))
  redis = await startRedis({ settings: [['requirepass', SECRETS.redisPassword]] })
  services = await ServiceProcesses.compile()
  await startAll()
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
    const slow = await open(plain, `GET /livez HTTP/1.1\r\nX: ${SECRETS.header}`)
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
    const heavy = PROVOCATIONS.find(({ code }) => code === 'analysis-over-bound')
    if (heavy === undefined) throw new Error('nothing is over the bound')
    const many = Array.from({ length: 7 }, () => send(plain, heavy))
    expect(
      await Promise.any(many.map(async (one) => ((await one) === 'overloaded' ? true : Promise.reject())))
    ).toBe(true)
    expect(await slow.answer).toBe('request-timeout')
    const part = await open(plain, 'POST /decide HTTP/1.1\r\n')
    plain.child.kill('SIGTERM')
    await until(async () => (await send(plain, get('/readyz'))) === 'not-ready')
    expect(await part.answer).toBe('stopping')
    await Promise.allSettled(many)
    expect(await plain.exited).toBe(0)
  })

  test('of credentials', async () => {
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
    const health = () => send(full, get('/readyz'))
    for (const broken of [`{"id": "${SECRETS.fileText}`, policy('Bash(') + SECRETS.fileText]) {
      await writeFile(inFolder('policies/house.json'), broken)
      await until(async () => /polic/i.test(await health()))
      await until(() => full.log().includes('house.json'))
    }
    const callers = (await readFile(inFolder('callers.json'), 'utf8')).replaceAll('"scopes"', '"rights"')
    for (const broken of [`[{"name": "${SECRETS.fileText}`, callers.replaceAll('scrypt', SECRETS.fileText)]) {
      await writeFile(inFolder('callers.json'), broken)
      await until(async () => (await health()).includes('callers file'))
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

  test('tells nobody of secrets, of the machine or of the code', async () => {
    if (disk !== undefined) await disk.clear()
    full.child.kill('SIGTERM')
    expect(await full.exited).toBe(0)
    const logs = [full, plain, cut].map((service) => service.log() + written.get(service))
    const decisions = await Promise.all(
      (await readdir(disk?.folder ?? folder))
        .filter((name) => name.startsWith('decisions'))
        .map((name) => readFile(join(disk?.folder ?? folder, name), 'utf8'))
    )
    expect(logs.join('').split('"request answered"').length).toBeGreaterThan(PROVOCATIONS.length)
    expect(decisions.join('')).toContain('"decision"')
    const nowhere = [...Object.values(SECRETS), ...Object.values(tokens), process.cwd(), '/compiled-']
    const operatorOnly = [folder, disk?.folder ?? folder]
    const inNoLog = Object.values(SENT)
    expect([...nowhere, ...operatorOnly].filter((text) => text.length < 6)).toEqual([])
    const found = [
      ...[...answers, ...starts, ...logs, ...decisions].flatMap((said) => [
        ...nowhere.flatMap((text) => around(said, said.indexOf(text), text)),
        ...LEAKS.flatMap((pattern) => around(said, said.search(pattern), String(pattern)))
      ]),
      ...[...answers, ...logs, ...decisions].flatMap((said) =>
        operatorOnly.flatMap((text) => around(said, said.indexOf(text), text))
      ),
      ...[...logs, ...decisions].flatMap((said) =>
        inNoLog.flatMap((text) => around(said, said.indexOf(text), text))
      )
    ]
    expect([...new Set(found)]).toEqual([])
  })
})

/** Where something stands that should not, so that whoever sees the failure sees the leak. */
const around = (said: string, at: number, what: string): string[] =>
  at === -1 ? [] : [`${what}: ${said.slice(Math.max(0, at - 120), at + 120)}`]
