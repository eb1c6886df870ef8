import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { HookFailure, HookRunnerOptions } from '../../src/hooks/http-hook-runner.ts'
import { newCertificate } from '../listening/certificate-fixture.ts'
import { type Answering, answers, hookServer } from './hook-server.ts'
import { callOf, hookRunner, hooksOf, settingsWith } from './hooked.ts'

const ALLOWS = JSON.stringify({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' }
})

const BOMB = gzipSync(Buffer.alloc(20_000_000))

interface Outcome {
  readonly onFailure: 'block' | 'continue' | undefined
  readonly ruling: object | undefined
}

const OUTCOMES: readonly Outcome[] = [
  { onFailure: undefined, ruling: { decision: 'deny' } },
  { onFailure: 'block', ruling: { decision: 'deny' } },
  { onFailure: 'continue', ruling: undefined }
]

/** Asks a hook at `url` in each way in which a failure may be meant, and expects it to fail for this reason. */
async function expectFailure(url: string, code: HookFailure['code'], options: HookRunnerOptions = {}) {
  for (const { onFailure, ruling } of OUTCOMES) {
    const failed = vi.fn<(failure: HookFailure) => void>()
    const runner = hookRunner({ ...options, failed })
    const handler = { url, timeout: code === 'timeout' ? 0.2 : 10, onFailure }
    const settings = {
      allowedHttpHookUrls: ['http://127.0.0.1:*', 'https://127.0.0.1:*', 'http://hooks.test:*']
    }
    const found = await runner.preToolUse(hooksOf(settingsWith('PreToolUse', [handler], settings)), callOf())
    expect(failed.mock.calls).toEqual([[{ event: 'PreToolUse', origin: new URL(url).origin, code }]])
    if (ruling === undefined) expect(found).toBeUndefined()
    else expect(found).toMatchObject(ruling)
    // The address is not for those whose calls are refused.
    expect(found?.reason ?? '').not.toContain('127.0.0.1')
  }
}

const BROKEN: readonly (readonly [string, HookFailure['code'], Answering])[] = [
  ['never answers', 'timeout', () => {}],
  [
    'sends one byte at a time',
    'timeout',
    (response) => {
      response.writeHead(200)
      let at = 0
      const timer = setInterval(() => response.write(ALLOWS.charAt(at++)), 20)
      response.on('close', () => clearInterval(timer))
    }
  ],
  ['stops in the middle', 'timeout', (response) => response.write(ALLOWS.slice(0, 20))],
  ['resets the connection', 'connection', (response) => response.socket?.resetAndDestroy()],
  [
    'breaks off in its answer',
    'connection',
    (response) => {
      response.writeHead(200, { 'Content-Length': ALLOWS.length })
      response.write(ALLOWS.slice(0, 20), () => response.socket?.destroy())
    }
  ],
  ['speaks no HTTP', 'connection', (response) => response.socket?.end('220 smtp ready\r\n')],
  ['redirects', 'status', answers(ALLOWS, 302, { Location: 'http://127.0.0.1:1/' })],
  ['redirects and keeps the method', 'status', answers(ALLOWS, 307, { Location: 'http://127.0.0.1:1/' })],
  ['answers 500', 'status', answers(ALLOWS, 500)],
  ['answers a megabyte', 'size', answers(ALLOWS.replace('{', `{"a":"${'x'.repeat(1_000_000)}",`))],
  ['answers a megabyte of blanks', 'size', answers(`${ALLOWS}${' '.repeat(1_000_000)}`)],
  [
    'compresses its answer',
    'encoding',
    (response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' })
      response.end(gzipSync(ALLOWS))
    }
  ],
  [
    'sends a compressed bomb',
    'encoding',
    (response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' })
      response.end(BOMB)
    }
  ],
  ['answers no JSON', 'unreadable', answers('<html>')]
]

test.each(BROKEN)('a hook that %s has failed (%s)', async (_, code, answering) => {
  const { url } = await hookServer(answering)
  await expectFailure(url, code)
})

test('an answer of exactly the longest length is read', async () => {
  const { url } = await hookServer(answers(ALLOWS.padEnd(64 * 1024)))
  const ruling = await hookRunner().preToolUse(hooksOf(settingsWith('PreToolUse', [{ url }])), callOf())
  expect(ruling).toMatchObject({ decision: 'allow' })
})

test('a hook at which nobody listens has failed', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  await expectFailure(`http://127.0.0.1:${port}`, 'connection')
})

test('a hook whose name is not resolved in time has failed', async () => {
  await expectFailure('http://hooks.test:80', 'timeout', { resolve: () => new Promise(() => {}) })
  // Giving up the connection itself would take longer.
}, 4_000)

test('a hook whose name leads nowhere has failed', async () => {
  await expectFailure('http://hooks.test:80', 'connection', {
    resolve: () => Promise.reject(new Error('no such name'))
  })
})

test('a hook with a certificate that nobody vouches for has failed, whatever the environment says', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hooks-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { cert, key } = await newCertificate(folder, 'hooks')
  const server = createTlsServer({ cert: await readFile(cert), key: await readFile(key) }, (_, response) =>
    response.end(ALLOWS)
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  onTestFinished(() => void vi.unstubAllEnvs())
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  await expectFailure(`https://127.0.0.1:${port}`, 'connection')
})

test('a proxy of the environment is not asked', async () => {
  const proxy = await hookServer(answers('', 502))
  for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY'])
    vi.stubEnv(name, proxy.url)
  vi.stubEnv('NODE_USE_ENV_PROXY', '1')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { url } = await hookServer(answers(ALLOWS))
  const ruling = await hookRunner().preToolUse(hooksOf(settingsWith('PreToolUse', [{ url }])), callOf())
  expect(ruling).toMatchObject({ decision: 'allow' })
  expect(proxy.received).toEqual([])
})

test('the deadline of the call ends the wait, and the refusal says that it was late', async () => {
  const { url } = await hookServer(() => {})
  const hooks = hooksOf(settingsWith('PreToolUse', [{ url, timeout: 60 }]))
  const signal = AbortSignal.timeout(100)
  const ruling = await hookRunner().preToolUse(hooks, callOf({}, { signal }))
  expect(ruling).toMatchObject({ decision: 'deny', isLate: true })
})

test('a call whose deadline is over waits for nobody', async () => {
  const { url } = await hookServer(() => {})
  const hooks = hooksOf(settingsWith('PreToolUse', [{ url, timeout: 60 }]))
  const ruling = await hookRunner().preToolUse(hooks, callOf({}, { signal: AbortSignal.abort() }))
  expect(ruling).toMatchObject({ decision: 'deny', isLate: true })
})

test('where nobody can answer, a failing hook leaves the refusal as it is', async () => {
  const allowing = await hookServer(
    answers({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } })
  )
  const broken = await hookServer(answers('', 500))
  const asked = async (onFailure: 'block' | 'continue') => {
    const handlers = [{ url: allowing.url }, { url: broken.url, onFailure }]
    return hookRunner().permissionRequest(hooksOf(settingsWith('PermissionRequest', handlers)), callOf())
  }
  expect(await asked('block')).toBeUndefined()
  expect(await asked('continue')).toMatchObject({ decision: 'allow' })
})

test('a runner that is closed has hooks that fail', async () => {
  const { url } = await hookServer(answers(ALLOWS))
  const runner = hookRunner()
  await runner.close()
  const ruling = await runner.preToolUse(hooksOf(settingsWith('PreToolUse', [{ url }])), callOf())
  expect(ruling).toMatchObject({ decision: 'deny' })
})

test('a server that hangs takes no room from others, and all together have a bound', async () => {
  const hanging = await hookServer(() => {})
  const other = await hookServer(answers(ALLOWS))
  const failed = vi.fn<(failure: HookFailure) => void>()
  const runner = hookRunner({ failed, limits: { perOrigin: 2, inFlight: 3 } })
  const askHanging = hooksOf(settingsWith('PreToolUse', [{ url: hanging.url, timeout: 60 }]))
  const askOther = hooksOf(settingsWith('PreToolUse', [{ url: other.url }]))
  const patience = new AbortController()
  const first = [1, 2].map(() => runner.preToolUse(askHanging, callOf({}, { signal: patience.signal })))
  expect(await runner.preToolUse(askHanging, callOf())).toMatchObject({ decision: 'deny' })
  expect(failed.mock.lastCall?.[0].code).toBe('busy')
  expect(await runner.preToolUse(askOther, callOf())).toMatchObject({ decision: 'allow' })
  const [third, fourth] = await Promise.all([1, 2].map(() => runner.preToolUse(askOther, callOf())))
  expect([third?.decision, fourth?.decision].sort()).toEqual(['allow', 'deny'])
  patience.abort()
  await Promise.all(first)
  expect(await runner.preToolUse(askOther, callOf())).toMatchObject({ decision: 'allow' })
  expect(runner.counts.PreToolUse).toMatchObject({ allow: 3, timeout: 2, failure: 2 })
})
