import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { VERSION } from '../src/version.ts'
import { compile } from './compiled.ts'

const CALL = JSON.stringify({ tool: 'Bash', input: { command: 'ls' }, cwd: '/home/dev/app' })

const decidedKind = z.object({ decidedBy: z.object({ kind: z.string() }) })

const running = new Set<ChildProcess>()

let main: string

beforeAll(async () => {
  const compiled = await compile()
  main = compiled.path('main.js')
  return compiled.remove
}, 120_000)

afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
})

function run(environment: Readonly<Record<string, string>> = {}, ...options: readonly string[]) {
  const child = spawn(process.execPath, [main, ...options], {
    env: { PATH: process.env.PATH, PORTCULLIS_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  running.add(child)
  const exited = once(child, 'exit').then(([code]) => {
    running.delete(child)
    return Number(code)
  })
  return { child, exited, errors: text(child.stderr), output: child.stdout }
}

/** The first line of a service that has started holds its address. */
async function start(environment: Readonly<Record<string, string>> = {}) {
  const service = run(environment)
  service.output.setEncoding('utf8')
  const [line] = await Promise.race([once(service.output, 'data'), service.exited.then(() => [''])])
  const origin = /^portcullis \S+ listening on (http:\S+)\n$/.exec(String(line))?.[1]
  if (origin === undefined) throw new Error(`did not start: ${await service.errors}`)
  return { ...service, origin, port: Number(new URL(origin).port) }
}

/** A request of which the last byte is kept back until `finish`. */
async function halfSent(port: number) {
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST /decide HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${CALL.length}\r\nExpect: 100-continue\r\n\r\n`
  )
  const answer = text(socket)
  // The service has seen the headers once it asks for the body.
  await once(socket, 'readable')
  socket.write(CALL.slice(0, -1))
  return { answer, finish: () => socket.write(CALL.slice(-1)) }
}

/** A folder that holds these JSON files while `use` runs. */
async function inFolder(files: Readonly<Record<string, unknown>>, use: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'policies-'))
  try {
    for (const [name, value] of Object.entries(files))
      await writeFile(join(folder, name), JSON.stringify(value))
    await use(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Whether the service still takes connections. */
function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
    socket.on('close', (failed) => resolve(!failed))
  })
}

describe('the process', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('serves until %s, then exits with 0', async (signal) => {
    const { child, origin, exited, errors } = await start()
    const live = await fetch(`${origin}/livez`)
    expect([live.status, await live.json()]).toEqual([200, { status: 'ok' }])
    const decided = await fetch(`${origin}/decide`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: CALL
    })
    expect(await decided.json()).toMatchObject({ decision: 'allow', policy: { ids: ['default'] } })
    child.kill(signal)
    expect(await exited).toBe(0)
    const lines = (await errors)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toMatchObject([{ msg: 'started', address: origin, version: VERSION }, { msg: 'stopped' }])
  })

  test('reads the heavy scripts of thirty callers at once', async () => {
    const { origin } = await start({ PORTCULLIS_LOG_LEVEL: 'silent' })
    const kindOf = async (number: number): Promise<unknown> => {
      const command = `git commit -m "part ${number}" && npm run test 2>&1 | tail -5\n`.repeat(60)
      const answer = await fetch(`${origin}/decide`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tool: 'Bash', input: { command }, cwd: '/home/dev/app' })
      })
      const decision: unknown = await answer.json()
      return decidedKind.parse(decision).decidedBy.kind
    }
    // Such a script waits for no worker to start: once one is read, a worker has.
    while ((await kindOf(0)) === 'degraded') await setTimeout(50)
    const kinds = await Promise.all(Array.from({ length: 30 }, (_, index) => kindOf(index + 1)))
    expect(new Set(kinds)).toEqual(new Set(['default']))
  }, 60_000)

  test.each([
    ['', ['SIGTERM']],
    [', also where the signal comes twice at once', ['SIGINT', 'SIGTERM']]
  ] as const)('finishes a running request before it stops%s', async (_, signals) => {
    const { child, port, exited } = await start({ PORTCULLIS_LOG_LEVEL: 'silent' })
    const { answer, finish } = await halfSent(port)
    for (const signal of signals) child.kill(signal)
    while (await accepts(port)) await setImmediate()
    expect(child.exitCode).toBeNull()
    finish()
    expect(await answer).toContain('HTTP/1.1 200 OK')
    expect(await exited).toBe(0)
  })

  test('does not wait after a second signal', async () => {
    const { child, port, exited } = await start()
    await halfSent(port)
    while (running.has(child)) {
      child.kill('SIGINT')
      await setTimeout(50)
    }
    expect(await exited).toBe(1)
  })

  test.each([
    ['--help', /^portcullis .*\n\nUsage: [\s\S]*PORTCULLIS_HOST .*127\.0\.0\.1/],
    ['--version', new RegExp(`^${VERSION.replaceAll('.', '\\.')}\n$`)]
  ])('prints for %s and exits with 0', async (option, expected) => {
    const { output, exited } = run({}, option)
    expect(await text(output)).toMatch(expected)
    expect(await exited).toBe(0)
  })

  test.each([
    ['an unknown option', {}, ['--port=1'], 2, 'portcullis: --port=1 is not an option; see --help\n'],
    [
      'an unknown variable',
      { PORTCULLIS_PROT: '1' },
      [],
      2,
      'portcullis: PORTCULLIS_PROT is not known; did you mean PORTCULLIS_PORT?\n'
    ],
    [
      'a policies folder that is not there',
      { PORTCULLIS_POLICIES_DIR: '/nowhere/at/all' },
      [],
      1,
      'portcullis: policy /nowhere/at/all: there is no such file or folder\n'
    ]
  ])('does not start with %s', async (_, environment, options, code, message) => {
    const { exited, errors } = run(environment, ...options)
    expect(await errors).toBe(message)
    expect(await exited).toBe(code)
  })

  test('does not start on a port that is taken', async () => {
    const { port } = await start()
    const { exited, errors } = run({ PORTCULLIS_PORT: String(port) })
    expect(await errors).toBe(`portcullis: port ${port} on 127.0.0.1 is in use: set PORTCULLIS_PORT\n`)
    expect(await exited).toBe(1)
  })

  test.each([
    [
      'settings of the wrong shape',
      { settings: { permissions: { deny: 'Bash(rm *)' } } },
      '/settings/permissions/deny: permissions.deny must be a list'
    ],
    [
      'a rule that means more than is written',
      { settings: { permissions: { deny: ['WebFetch(https://x)'] } } },
      expect.stringMatching(/^\/settings\/permissions\/deny\/0: `WebFetch\(https:\/\/x\)`: /)
    ],
    [
      'a tool that no rule can name',
      { settings: {}, tools: [{ name: 'a b' }] },
      expect.stringMatching(/^\/tools\/0\/name: expected /)
    ]
  ])('does not start with %s in a policy, and names file, line and place', async (_, policy, fault) => {
    await inFolder({ 'rules.json': { id: 'org', ...policy } }, async (folder) => {
      const { exited, errors } = run({ PORTCULLIS_POLICIES_DIR: folder })
      const [file = '', rest] = (await errors).trimEnd().split(' at ')
      expect(file.split(/:(?=\d+:\d+$)/)[0]).toBe(`portcullis: policy ${join(folder, 'rules.json')}`)
      expect(file).toMatch(/:1:\d+$/)
      expect(rest).toEqual(fault)
      expect(await exited).toBe(1)
    })
  })

  test('logs once what is odd in a policy, with the file and the rule', async () => {
    const settings = { permissions: { deny: ['HouseTool'] } }
    await inFolder({ 'rules.json': { id: 'org', settings } }, async (folder) => {
      const { child, errors } = await start({
        PORTCULLIS_POLICIES_DIR: folder,
        PORTCULLIS_LOG_LEVEL: 'warn'
      })
      child.kill('SIGTERM')
      const lines = (await errors).trim().split('\n')
      expect(lines.map((line) => JSON.parse(line))).toEqual([
        {
          level: 40,
          time: expect.any(Number),
          policy: 'rules.json',
          code: 'unknown-tool',
          rule: 'HouseTool',
          msg: expect.stringContaining('no tool is called `HouseTool`')
        }
      ])
    })
  })
})
