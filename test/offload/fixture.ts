/** Supervisors over real and faulty workers; all are closed after each test. */
import { setTimeout } from 'node:timers/promises'
import { afterEach } from 'vitest'
import { ALONE } from '../../src/engine/decide.ts'
import type { DecideRequest } from '../../src/engine/decision.ts'
import type { OffloadLimits } from '../../src/offload/limits.ts'
import { Supervisor } from '../../src/offload/supervisor.ts'
import { sharedReader } from '../engine-fixture.ts'

const open = new Set<Supervisor>()

afterEach(async () => {
  for (const supervisor of open) await supervisor.close()
  open.clear()
})

/** Without policies. */
export const NO_SET = { digest: 'none', policies: [] }
export const NOTHING = { set: NO_SET, policies: [] }

/** A started supervisor over the real worker, or over one of the faulty ones. */
export async function supervise(worker?: string, limits: Partial<OffloadLimits> = {}): Promise<Supervisor> {
  const entry = worker === undefined ? {} : { entry: new URL(`./workers/${worker}.mjs`, import.meta.url) }
  const supervisor = new Supervisor({ reader: await sharedReader(), limits, ...entry })
  open.add(supervisor)
  await supervisor.start()
  return supervisor
}

export const bash = (command: string, rest: Partial<DecideRequest> = {}): DecideRequest => ({
  tool: 'Bash',
  input: { command },
  cwd: '/home/dev/app',
  homeDir: '/home/dev',
  ...rest
})

export const decideIn = (supervisor: Supervisor, command: string) =>
  supervisor.over(NOTHING).decide(bash(command), ALONE)

/** Waits until something is so; the test's own time limit ends it. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await setTimeout(5)
}
