import { afterEach, expect, test } from 'vitest'
import { Workshop, type WorkshopLimits } from '../../src/policies/workshop/workshop.ts'

const open = new Set<Workshop>()

function workshop(limits: Partial<WorkshopLimits> = {}, module?: string): Workshop {
  const entry = module === undefined ? undefined : new URL(`./workers/${module}`, import.meta.url)
  const made = new Workshop({ startMs: 60_000, ...limits }, entry)
  open.add(made)
  return made
}

afterEach(async () => {
  await Promise.all([...open].map((one) => one.close()))
  open.clear()
})

const LINT = {
  kind: 'lint',
  files: [{ name: 'a.json', policy: { id: 'a', settings: { permissions: { allow: ['Bash'] } } } }]
} as const

test('lints and tests in a thread, one job after the other', async () => {
  const bench = workshop()
  const call = { tool: 'Bash', input: { command: 'make' }, cwd: '/srv/shop' }
  const text = JSON.stringify({ id: 'a', settings: {}, tests: [{ name: 'asks', call, expect: 'ask' }] })
  const [linted, tested] = await Promise.all([
    bench.run(LINT),
    bench.run({ kind: 'test', files: [{ name: 'a.json', text }], tests: [] })
  ])
  expect(linted).toMatchObject({ kind: 'lint', valid: true, more: 0 })
  expect(tested).toMatchObject({ kind: 'test', results: [{ policy: 'a', test: 'asks', pass: true }] })
}, 60_000)

test('ends a job that computes too long, and does the next one', async () => {
  const bench = workshop({ jobMs: 50 }, 'spinning.mjs')
  const before = performance.now()
  expect(await bench.run(LINT)).toEqual({ kind: 'over-bound' })
  expect(await bench.run(LINT)).toEqual({ kind: 'over-bound' })
  expect(performance.now() - before).toBeLessThan(20_000)
})

test('ends a job that waits too long', async () => {
  const bench = workshop({ jobMs: 20, wallMs: 100 }, 'silent.mjs')
  expect(await bench.run(LINT)).toEqual({ kind: 'over-bound' })
})

test('ends a job that takes too much memory', async () => {
  const bench = workshop({ jobMs: 60_000, wallMs: 60_000, heapMb: 16 }, 'growing.mjs')
  expect(await bench.run(LINT)).toEqual({ kind: 'over-bound' })
}, 60_000)

test('ends a job whose thread dies', async () => {
  expect(await workshop({}, 'dying.mjs').run(LINT)).toEqual({ kind: 'over-bound' })
})

test('refuses what would wait behind too many others, and goes on', async () => {
  const bench = workshop({ queue: 2, jobMs: 30, wallMs: 60 }, 'silent.mjs')
  const outcomes = await Promise.all([1, 2, 3, 4, 5].map(() => bench.run(LINT)))
  expect(outcomes.map(({ kind }) => kind)).toEqual(['over-bound', 'over-bound', 'over-bound', 'busy', 'busy'])
})

test('leaves nobody waiting when it closes', async () => {
  const bench = workshop({}, 'silent.mjs')
  const outcomes = Promise.all([bench.run(LINT), bench.run(LINT)])
  await bench.close()
  expect(await outcomes).toEqual([{ kind: 'busy' }, { kind: 'busy' }])
  expect(await bench.run(LINT)).toEqual({ kind: 'busy' })
})
