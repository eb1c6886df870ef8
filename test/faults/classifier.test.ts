import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { decision } from '../../src/routes/schemas/decide.ts'
import { BLOCKS } from '../model-answers.ts'
import { type ModelServer, startModelServer } from '../model-server.ts'
import { type ServiceProcess, ServiceProcesses } from '../service-process.ts'
import { until } from '../store/fixture.ts'

const BUILD_MS = 120_000
/** Longer than the pause between two tries of a model that is silent. */
const RECOVERY_MS = 30_000

// Each starts services, and one waits for a recovery.
vi.setConfig({ testTimeout: 60_000 })

let services: ServiceProcesses
let model: ModelServer
let folder: string

beforeAll(async () => {
  services = await ServiceProcesses.compile()
}, BUILD_MS)

beforeEach(async () => {
  model = await startModelServer()
  folder = await mkdtemp(join(tmpdir(), 'classifier-'))
  await writeFile(join(folder, 'key'), 'sk-judge\n')
})

afterEach(async () => {
  await services.stopAll()
  await model.close()
  await rm(folder, { recursive: true })
})

const start = (): Promise<ServiceProcess> => services.start(environment())

const environment = () => ({
  PORTCULLIS_CLASSIFIER: 'anthropic',
  PORTCULLIS_CLASSIFIER_URL: model.url,
  PORTCULLIS_CLASSIFIER_MODEL: 'judge-1',
  PORTCULLIS_CLASSIFIER_KEY_FILE: join(folder, 'key')
})

let calls = 0

/** Decides a call that no rule settles, and that nobody asked about before. */
async function decide(service: ServiceProcess) {
  calls += 1
  const { json } = await service.send('POST', '/decide', {
    tool: 'Bash',
    input: { command: `./deploy.sh ${calls}` },
    ...{ cwd: '/work', projectDir: '/work', mode: 'auto' },
    ...{ sessionId: 's-1', toolUseId: `t-${calls}` }
  })
  const { decision: answer, decidedBy } = decision.parse(json)
  return { answer, ...decidedBy }
}

const readiness = async (service: ServiceProcess) => (await service.send('GET', '/readyz')).json

describe('a service whose model', () => {
  test('is killed denies, then asks persons, and finds it again by itself', async () => {
    const service = await start()
    expect(await decide(service)).toMatchObject({ answer: 'allow', step: 'auto.5', kind: 'classifier' })
    await model.close()
    const none = { step: 'auto.5', kind: 'degraded', retryable: true }
    for (let times = 0; times < 3; times += 1) {
      const denied = { ...none, answer: 'deny', detail: 'classifier-unreachable' }
      expect(await decide(service)).toMatchObject(denied)
    }
    expect(await decide(service)).toMatchObject({ ...none, answer: 'ask', detail: 'classifier-paused' })
    expect(await readiness(service)).toEqual({ status: 'degraded', reasons: ['classifier-down'] })

    model = await startModelServer(model.port)
    await until(async () => (await decide(service)).answer === 'allow', RECOVERY_MS)
    expect(await readiness(service)).toEqual({ status: 'ready', reasons: [] })
    expect(service.log().match(/"msg":"the classifier [^"]*"/g)).toEqual([
      '"msg":"the classifier gives no verdicts: persons are asked instead"',
      '"msg":"the classifier gives verdicts again"'
    ])
    expect(service.log()).not.toMatch(/sk-judge|deploy\.sh/)
  })

  test('thinks while it is told to stop still gives the verdict', async () => {
    model.always({ verdict: BLOCKS, afterMs: 1_500 })
    const service = await start()
    const answer = decide(service)
    await model.received(1)
    service.child.kill('SIGTERM')
    expect(await answer).toMatchObject({ answer: 'deny', kind: 'classifier' })
    expect(await service.exited).toBe(0)
  })
})

test('a service whose key cannot be read does not start, and names the variable alone', async () => {
  await rm(join(folder, 'key'))
  const { code, log } = await services.fail(environment())
  expect(code).toBe(1)
  expect(log).toContain('PORTCULLIS_CLASSIFIER_KEY_FILE: there is no such file')
  expect(log).not.toContain(folder)
})
