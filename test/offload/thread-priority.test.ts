import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OFFLOAD_LIMITS } from '../../src/offload/limits.ts'
import { BEHIND_ALL, BEHIND_MAIN } from '../../src/offload/thread-priority.ts'
import { type ServiceProcess, ServiceProcesses } from '../service-process.ts'
import { until } from './fixture.ts'

let services: ServiceProcesses
let service: ServiceProcess

beforeAll(async () => {
  services = await ServiceProcesses.compile()
  service = await services.start({ PORTCULLIS_LOG_LEVEL: 'silent' })
}, 120_000)

afterAll(() => services.stopAll())

/** How nice each thread of the service is, as the system has it; its main thread bears the name of the process. */
function nicenessOfThreads(): ReadonlyMap<string, number> {
  const folder = `/proc/${service.child.pid}/task`
  const threads = readdirSync(folder)
  return new Map(
    threads.map((thread) => {
      // The name of the program stands in brackets and may hold blanks.
      const fields = readFileSync(`${folder}/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return [thread, Number(fields[16])]
    })
  )
}

const countAt = (niceness: number): number =>
  [...nicenessOfThreads().values()].filter((nice) => nice === niceness).length

describe.runIf(existsSync('/proc/self/task'))('the threads of a service', () => {
  test('stand behind its main thread: those of the runtime, and further back the workers', async () => {
    await until(() => countAt(BEHIND_MAIN) === OFFLOAD_LIMITS.workers)
    expect(nicenessOfThreads().get(String(service.child.pid))).toBe(0)
    expect(countAt(5)).toBeGreaterThanOrEqual(4)
  })

  test('that look at the policies of callers stand behind all others', async () => {
    expect(countAt(BEHIND_ALL)).toBe(0)
    const body = { policies: [{ id: 'a', settings: { permissions: { deny: ['Bash(rm *)'] } } }] }
    expect((await service.send('POST', '/policies/validate', body)).status).toBe(200)
    expect(countAt(BEHIND_ALL)).toBe(1)
  })
})
