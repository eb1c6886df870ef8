import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createEngine } from '../../src/engine/engine.ts'
import { describeFault } from '../../src/policies/describe-fault.ts'
import { openPolicies } from '../../src/policies/open-policies.ts'
import { sharedReader } from '../engine-fixture.ts'
import { type ServiceProcess, ServiceProcesses } from '../service-process.ts'
import { BREAKS, decisionsOf, filesOf, PolicyStand } from './policy-sets.ts'
import { runReloads } from './reload-run.ts'

/** A tenth of what `npm run bench -- --reload` does, in a quarter of its changes. */
const RATE = 200
const CHANGES = 24

const folders: string[] = []

let services: ServiceProcesses

beforeAll(async () => {
  services = await ServiceProcesses.compile()
}, 120_000)

afterAll(async () => {
  await services.stopAll()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

const start = (folder: string): Promise<ServiceProcess> => services.start({ PORTCULLIS_POLICIES_DIR: folder })

const linesOf = (service: ServiceProcess): readonly string[] => service.log().trim().split('\n')

const decided = z.object({
  decision: z.string(),
  policy: z.object({ digest: z.string(), ids: z.array(z.string()) })
})

async function decide(origin: string, command = 'alpha') {
  const response = await fetch(`${origin}/decide`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tool: 'Bash', input: { command }, cwd: '/srv' })
  })
  return decided.parse(await response.json())
}

const get = async (url: string): Promise<unknown> => (await fetch(url)).json()

/** As long as a change may take. */
const live = <T>(check: () => Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 5_000, interval: 25 })

const expectDegraded = (origin: string, reason: RegExp) =>
  live(async () =>
    expect(await get(`${origin}/readyz`)).toEqual({
      status: 'degraded',
      reasons: [expect.stringMatching(reason)]
    })
  )

const expectReady = (origin: string) =>
  live(async () => expect(await get(`${origin}/readyz`)).toEqual({ status: 'ready', reasons: [] }))

async function stand(): Promise<PolicyStand> {
  const made = await PolicyStand.create()
  folders.push(made.base)
  return made
}

describe('policies that change under load', () => {
  test('decide each call as one whole set, and never as a broken one', async () => {
    const policies = await stand()
    const service = await start(policies.folder)
    const report = await runReloads({
      origin: service.origin,
      stand: policies,
      perSecond: RATE,
      steadyMs: 1_000,
      changes: CHANGES,
      restMs: 50,
      // Other tests run beside this one; the bench holds it to five seconds.
      liveMs: 20_000
    })
    expect(report.faults).toEqual([])
    expect([...policies.known.keys()].filter((digest) => !report.seen.has(digest))).toEqual([])
    expect(report.answers).toBeGreaterThan(CHANGES * 5)
    service.child.kill('SIGTERM')
    await service.exited
    const said = linesOf(service).map(
      (line) => z.looseObject({ msg: z.string() }).parse(JSON.parse(line)).msg
    )
    expect(said.filter((line) => line.startsWith('the newest policy set is broken'))).toHaveLength(
      report.broken
    )
  }, 180_000)
})

describe('policies that change', () => {
  test('come in with the swap of the link that Kubernetes makes for a ConfigMap', async () => {
    const base = await mkdtemp(join(tmpdir(), 'config-map-'))
    folders.push(base)
    const write = async (version: string, number: number) => {
      await mkdir(join(base, version))
      for (const [name, content] of Object.entries(filesOf(number)))
        await writeFile(join(base, version, name), content)
    }
    await write('..2024_1', 0)
    await symlink('..2024_1', join(base, '..data'))
    for (const name of Object.keys(filesOf(0))) await symlink(`..data/${name}`, join(base, name))
    const { origin } = await start(base)
    const before = await decide(origin)
    expect(before.decision).toBe(decisionsOf(0).alpha)

    await write('..2024_2', 2)
    await symlink('..2024_2', join(base, '..data_tmp'))
    await rename(join(base, '..data_tmp'), join(base, '..data'))
    await rm(join(base, '..2024_1'), { recursive: true })
    await live(async () => expect((await decide(origin)).decision).toBe(decisionsOf(2).alpha))
    expect((await decide(origin)).policy.digest).not.toBe(before.policy.digest)
    await expectReady(origin)
  })

  test.each(BREAKS)('are refused at the start where the set has %s', async (_, file, content, reason) => {
    const policySets = await stand()
    const { folder } = policySets
    await policySets.swap({ ...filesOf(1), [file]: content })
    const reader = await sharedReader()
    const opened = await openPolicies({
      folder,
      engineOver: (policies) => createEngine({ reader, policies }),
      logger: pino({ enabled: false })
    })
    const faults = 'faults' in opened ? opened.faults.map(describeFault) : ['none']
    expect(faults.every((fault) => fault.startsWith(`${folder}/`))).toBe(true)
    expect(faults[0]?.slice(folder.length + 1)).toMatch(reason)
  })
})

describe('the policies of one service', () => {
  let policies: PolicyStand
  let service: ServiceProcess

  beforeAll(async () => {
    policies = await stand()
    service = await start(policies.folder)
  }, 60_000)

  /** What it logged of broken sets. */
  const broken = (): readonly string[] =>
    linesOf(service).filter((line) => line.includes('the newest policy set is broken'))

  test('are listed, and each shows how often its rules decided', async () => {
    const { origin } = service
    for (let calls = 0; calls < 3; calls += 1) await decide(origin, 'alpha')
    const { policy } = await decide(origin, 'beta')
    expect(await get(`${origin}/policies`)).toEqual({
      digest: policy.digest,
      loadedAt: expect.any(String),
      status: 'newest',
      policies: ['alpha.json', 'beta.yaml', 'gamma.jsonc'].map((file) => ({
        id: file.split('.')[0],
        priority: 0,
        file,
        ruleCounts: { allow: 2, ask: 1, deny: 1 },
        tests: 1
      }))
    })
    const hits = async (id: string) =>
      z
        .object({ hits: z.array(z.unknown()) })
        .parse(await get(`${origin}/policies/${id}`))
        .hits.slice(0, 2)
    const unused = { rule: 'Bash(unused-allow-0)', behavior: 'allow', layer: 'policy', count: 0 }
    expect(await hits('alpha')).toEqual([unused, { ...unused, rule: 'Bash(alpha:*)', count: 3 }])
    expect(await hits('beta')).toEqual([unused, { ...unused, rule: 'Bash(beta:*)', count: 1 }])
    expect((await fetch(`${origin}/policies/nobody`)).status).toBe(404)
  })

  test('stay in force where their folder vanishes, until it is back', async () => {
    const { origin } = service
    const before = await decide(origin)
    await rm(policies.folder)
    await expectDegraded(origin, /^the newest policy set is broken: live; the log has the reason$/)
    expect(await decide(origin)).toMatchObject(before)
    expect(await get(`${origin}/policies`)).toMatchObject({
      status: 'lastGood',
      digest: before.policy.digest
    })
    await policies.swap(filesOf(1), decisionsOf(1))
    await expectReady(origin)
    expect((await decide(origin)).decision).toBe(decisionsOf(1).alpha)
  })

  test.each(BREAKS)('stay as they are where the new set has %s', async (_, file, content) => {
    const { origin } = service
    const before = await decide(origin)
    const told = broken().length
    await policies.swap({ ...filesOf(1), [file]: content })
    await expectDegraded(origin, new RegExp(`is broken: ${file}[:\\d]*; the log has the reason$`))
    expect(await decide(origin)).toMatchObject(before)
    await live(async () => expect(broken()).toHaveLength(told + 1))
    expect(broken()[told]).toContain(`"file":"${file}"`)
    await policies.swap(filesOf(1), decisionsOf(1))
    await expectReady(origin)
  })

  test('are told of in the log without their folder', () => {
    const said = linesOf(service).filter((line) => !line.includes('"started"'))
    expect(said.length).toBeGreaterThan(BREAKS.length)
    expect(said.filter((line) => line.includes(policies.base))).toEqual([])
  })
})
