import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { VERSION } from '../src/version.ts'
import { type ServiceProcess, ServiceProcesses } from './service-process.ts'

const CALL = { tool: 'Bash', input: { command: 'ls' }, cwd: '/home/dev/app' }
const BODY = JSON.stringify(CALL)

const QUIET = { PORTCULLIS_LOG_LEVEL: 'silent' }

const linesOf = (log: string): readonly string[] => log.trim().split('\n')

const decidedKind = z.object({ decidedBy: z.object({ kind: z.string() }) })

let services: ServiceProcesses

beforeAll(async () => {
  services = await ServiceProcesses.compile()
}, 120_000)

afterAll(() => services.stopAll())

const portOf = ({ origin }: ServiceProcess): number => Number(new URL(origin).port)

/** A request of which the last byte is kept back until `finish`. */
async function halfSent(service: ServiceProcess) {
  const socket = connect(portOf(service), '127.0.0.1')
  socket.write(
    `POST /decide HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\nExpect: 100-continue\r\n\r\n`
  )
  const answer = text(socket)
  // The service has seen the headers once it asks for the body.
  await once(socket, 'readable')
  socket.write(BODY.slice(0, -1))
  return { answer, finish: () => socket.write(BODY.slice(-1)) }
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
function accepts(service: ServiceProcess): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(portOf(service), '127.0.0.1')
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
    socket.on('close', (failed) => resolve(!failed))
  })
}

describe.concurrent('the process', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('serves until %s, then exits with 0', async (signal) => {
    const { child, origin, exited, log, send } = await services.start()
    expect(await send('GET', '/livez')).toMatchObject({ status: 200, json: { status: 'ok' } })
    const decided = await send('POST', '/decide', CALL)
    expect(decided.json).toMatchObject({ decision: 'allow', policy: { ids: ['default'] } })
    child.kill(signal)
    expect(await exited).toBe(0)
    const lines = linesOf(log()).map((line) => JSON.parse(line))
    expect(lines).toMatchObject([{ msg: 'started', address: origin, version: VERSION }, { msg: 'stopped' }])
  })

  test('reads the heavy scripts of thirty callers at once', async () => {
    const { send } = await services.start(QUIET)
    const kindOf = async (number: number): Promise<unknown> => {
      const command = `git commit -m "part ${number}" && npm run test 2>&1 | tail -5\n`.repeat(60)
      const { json } = await send('POST', '/decide', { ...CALL, input: { command } })
      return decidedKind.parse(json).decidedBy.kind
    }
    // Such a script waits for no worker to start: once one is read, a worker has.
    while ((await kindOf(0)) === 'degraded') await setTimeout(50)
    const kinds = await Promise.all(Array.from({ length: 30 }, (_, index) => kindOf(index + 1)))
    expect(new Set(kinds)).toEqual(new Set(['default']))
  }, 120_000)

  test.each([
    ['', ['SIGTERM']],
    [', also where the signal comes twice at once', ['SIGINT', 'SIGTERM']]
  ] as const)('finishes a running request before it stops%s', async (_, signals) => {
    const service = await services.start(QUIET)
    const { child, exited } = service
    const { answer, finish } = await halfSent(service)
    for (const signal of signals) child.kill(signal)
    while (await accepts(service)) await setImmediate()
    expect(child.exitCode).toBeNull()
    finish()
    expect(await answer).toContain('HTTP/1.1 200 OK')
    expect(await exited).toBe(0)
  })

  test('does not wait after a second signal', async () => {
    const service = await services.start()
    await halfSent(service)
    while (service.child.exitCode === null) {
      service.child.kill('SIGINT')
      await setTimeout(50)
    }
    expect(await service.exited).toBe(1)
  })

  test.each([
    ['--help', /^portcullis .*\n\nUsage: [\s\S]*PORTCULLIS_HOST .*127\.0\.0\.1/],
    ['--version', new RegExp(`^${VERSION.replaceAll('.', '\\.')}\n$`)]
  ])('prints for %s and exits with 0', async (option, expected) => {
    const { code, output } = await services.run({}, option)
    expect(output).toMatch(expected)
    expect(code).toBe(0)
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
    expect(await services.run(environment, ...options)).toEqual({ code, output: '', log: message })
  })

  test('does not start on a port that is taken', async () => {
    const port = portOf(await services.start())
    const { code, log } = await services.fail({ PORTCULLIS_PORT: String(port) })
    expect(log).toBe(`portcullis: port ${port} on 127.0.0.1 is in use: set PORTCULLIS_PORT\n`)
    expect(code).toBe(1)
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
      const { code, log } = await services.fail({ PORTCULLIS_POLICIES_DIR: folder })
      const [file = '', rest] = log.trimEnd().split(' at ')
      expect(file.split(/:(?=\d+:\d+$)/)[0]).toBe(`portcullis: policy ${join(folder, 'rules.json')}`)
      expect(file).toMatch(/:1:\d+$/)
      expect(rest).toEqual(fault)
      expect(code).toBe(1)
    })
  })

  test('logs once what is odd in a policy, with the file and the rule', async () => {
    const settings = { permissions: { deny: ['HouseTool'] } }
    await inFolder({ 'rules.json': { id: 'org', settings } }, async (folder) => {
      const { child, exited, log } = await services.start({
        PORTCULLIS_POLICIES_DIR: folder,
        PORTCULLIS_LOG_LEVEL: 'warn'
      })
      child.kill('SIGTERM')
      await exited
      expect(linesOf(log()).map((line) => JSON.parse(line))).toEqual([
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
