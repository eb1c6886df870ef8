import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServiceProcess, ServiceProcesses } from '../service-process.ts'
import { until } from './fixture.ts'

const LAST = 19

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

const countLast = (): number => [...nicenessOfThreads().values()].filter((nice) => nice === LAST).length

describe.runIf(existsSync('/proc/self/task'))('the threads of a service', () => {
  test('stand behind its main thread: those of the runtime, and last of all the workers', async () => {
    await until(() => countLast() >= 2)
    const { [String(service.child.pid)]: main, ...others } = Object.fromEntries(nicenessOfThreads())
    expect(main).toBe(0)
    expect(Object.values(others).filter((nice) => nice === 10).length).toBeGreaterThanOrEqual(4)
  })

  test('that look at the policies of callers stand there as well', async () => {
    await until(() => countLast() >= 2)
    const before = countLast()
    const body = { policies: [{ id: 'a', settings: { permissions: { deny: ['Bash(rm *)'] } } }] }
    expect((await service.send('POST', '/policies/validate', body)).status).toBe(200)
    expect(countLast()).toBe(before + 1)
  })
})
