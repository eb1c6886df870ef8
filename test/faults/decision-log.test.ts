import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { smallDisk } from '../full-disk.ts'
import { type ServiceProcess, ServiceProcesses } from '../service-process.ts'
import { until } from '../store/fixture.ts'

const CALL = { tool: 'Bash', input: { command: 'ls' }, cwd: '/srv/app' }
const BUILD_MS = 120_000

let services: ServiceProcesses
let folder: string
const disk = await smallDisk()

beforeAll(async () => {
  services = await ServiceProcesses.compile()
  folder = await mkdtemp(join(tmpdir(), 'decision-log-'))
}, BUILD_MS)

afterEach(() => services.stopAll())

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await disk?.remove()
})

const decide = async ({ send }: ServiceProcess): Promise<unknown> =>
  (await send('POST', '/decide', CALL)).json

const isReady = async ({ send }: ServiceProcess): Promise<boolean> => {
  const { status, json } = await send('GET', '/readyz')
  expect(status).toBe(200)
  return JSON.stringify(json) === '{"status":"ready","reasons":[]}'
}

describe('a service that logs its decisions', () => {
  test('has written every record when it has stopped', async () => {
    const path = join(folder, 'stopped.log')
    const service = await services.start({ PORTCULLIS_DECISION_LOG: `file:${path}` })
    const answers = await Promise.all(Array.from({ length: 50 }, () => service.send('POST', '/decide', CALL)))
    service.child.kill('SIGTERM')
    expect(await service.exited).toBe(0)
    const logged = (await readFile(path, 'utf8')).trimEnd().split('\n')
    expect(logged.map((line): string => JSON.parse(line).requestId).sort()).toEqual(
      answers.map(({ headers }) => headers.get('x-request-id')).sort()
    )
    expect(service.log()).not.toContain(folder)
  })

  test('goes on where the reader of its standard output is gone, and says so', async () => {
    const service = await services.start({ PORTCULLIS_DECISION_LOG: 'stdout' })
    expect(await isReady(service)).toBe(true)
    service.child.stdout?.destroy()
    await until(async () => {
      expect(await decide(service)).toMatchObject({ decision: 'allow' })
      return !(await isReady(service))
    })
    expect((await service.send('GET', '/readyz')).json).toEqual({
      status: 'degraded',
      reasons: ['the decision log is failing']
    })
    expect(service.log()).toContain('"code":"EPIPE"')
  })

  test('does not start where the log can never be written', async () => {
    const path = join(folder, 'stopped.log', 'below-a-file.log')
    const { code, log } = await services.fail({ PORTCULLIS_DECISION_LOG: `file:${path}` })
    expect([code, log]).toEqual([
      1,
      'portcullis: PORTCULLIS_DECISION_LOG: the file cannot be opened (ENOTDIR)\n'
    ])
  })
})

describe.skipIf(disk === undefined)('a service whose log must hold every allow, on a full disk', () => {
  test('allows nothing until there is room', async () => {
    if (disk === undefined) return
    const service = await services.start({
      PORTCULLIS_DECISION_LOG: `file:${join(disk.folder, 'decisions.log')}`,
      PORTCULLIS_DECISION_LOG_REQUIRED: 'true'
    })
    expect(await decide(service)).toMatchObject({ decision: 'allow' })
    await disk.fill()
    // What is left of a block may still take some.
    await until(async () => JSON.stringify(await decide(service)).includes('decision-log-unavailable'))
    const { status, json, headers } = await service.send('POST', '/decide', CALL)
    expect([status, json]).toMatchObject([
      200,
      {
        decision: 'deny',
        decidedBy: { kind: 'degraded', detail: 'decision-log-unavailable', retryable: true }
      }
    ])
    expect(await isReady(service)).toBe(false)
    const id = headers.get('x-request-id')
    expect((await service.send('GET', `/decisions/${id}`)).json).toMatchObject({
      decisions: [{ requestId: id, decision: 'deny', kind: 'degraded' }]
    })
    await disk.clear()
    await until(() => isReady(service))
    expect(await decide(service)).toMatchObject({ decision: 'allow' })
    service.child.kill('SIGTERM')
    expect(await service.exited).toBe(0)
  })
})
