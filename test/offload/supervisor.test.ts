import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ALONE, decideCall } from '../../src/engine/decide.ts'
import { createService } from '../../src/engine/service.ts'
import { checkSettings } from '../../src/engine/settings-check.ts'
import type { OffloadSet } from '../../src/offload/messages.ts'
import type { Supervisor } from '../../src/offload/supervisor.ts'
import { sharedReader } from '../engine-fixture.ts'
import { readCases } from '../shared.ts'
import { bash, decideIn, NOTHING, supervise, until } from './fixture.ts'

/** Long enough for any machine; only what is about time takes less. */
const PATIENT = { jobMs: 15_000, wallMs: 15_000, loadMs: 15_000 }
const QUICK = { jobMs: 50, wallMs: 15_000, loadMs: 15_000 }

const SETTINGS = {
  user: {
    permissions: { deny: ['Bash(rm -rf *)', 'Read(.env)'], allow: ['Bash(npm test:*)', 'Edit(src/**)'] }
  }
}

const COMMANDS = [
  'ls -la src',
  'rm -rf build',
  "cat <<'EOF' > src/a.txt\ntext\nEOF",
  'sh -c "npm test; cat .env"',
  'for f in a b; do rm -rf "$f"; done',
  'echo "',
  '$X y',
  'xargs '.repeat(30),
  'a;'.repeat(1_001),
  `echo ${'a'.repeat(17_000)}; rm -rf x`,
  ...readCases('classify-parsing.jsonl')
    .flatMap((one) => (typeof one === 'object' && one !== null && 'command' in one ? [one.command] : []))
    .filter((command) => typeof command === 'string')
]

describe('a call decided in a worker', () => {
  test('has the answer it has in the service itself', async () => {
    const supervisor = await supervise(undefined, { ...PATIENT, workers: 1 })
    const service = createService(await sharedReader(), [])
    if ('problem' in service) throw new Error('refused')
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...COMMANDS), async (command) => {
        const request = bash(command, { settings: SETTINGS })
        expect(await supervisor.over(NOTHING).decide(request, ALONE)).toEqual(
          await decideCall(request, service)
        )
      }),
      { seed: 1, numRuns: 150, examples: COMMANDS.slice(0, 10).map((command) => [command]) }
    )
    expect(supervisor.counters).toMatchObject({ terminated: 0, crashed: 0, refused: 0 })
    expect(supervisor.parsed.parses).toBeGreaterThan(100)
  }, 60_000)

  test('counts what it reads against the share of its batch', async () => {
    const supervisor = await supervise(undefined, { ...PATIENT, workers: 1 })
    const allowance = { left: 100 }
    await supervisor.over(NOTHING).decide(bash('ls'), { directoryUnknown: false, allowance })
    expect(allowance).toEqual({ left: 98 })
    const over = await supervisor
      .over(NOTHING)
      .decide(bash('ls'), { directoryUnknown: false, allowance: { left: 1 } })
    expect(over).toMatchObject({ decision: { decision: 'ask', decidedBy: { detail: 'too-long' } } })
  })

  test('is refused where the request cannot be handed over', async () => {
    const supervisor = await supervise('silent', { workers: 1 })
    const request = { ...bash('ls'), input: { command: 'ls', odd: () => {} } }
    expect(await supervisor.over(NOTHING).decide(request, ALONE)).toBeUndefined()
  })
})

describe('a worker', () => {
  const setOf = (digest: string, deny: readonly string[]): OffloadSet => ({
    digest,
    policies: deny.map((rule, index) => ({
      id: `${index}`,
      settings: { permissions: { deny: [rule] } }
    }))
  })
  const ruleBy = async (supervisor: Supervisor, set: OffloadSet, ids: readonly string[]) => {
    const policies = ids.map((id) => ({ id, settings: {} }))
    const decided = await supervisor.over({ set, policies }).decide(bash('rm a && ls'), ALONE)
    return decided !== undefined && 'decision' in decided ? decided.decision.decidedBy.rule : decided
  }

  test('decides by the policies a call names, whatever set came last', async () => {
    const supervisor = await supervise(undefined, { ...PATIENT, workers: 1 })
    const sets = ['rm a', 'rm *', 'ls', 'ls *', 'rm:*'].map((rule) =>
      setOf(rule, [`Bash(${rule})`, 'WebFetch'])
    )
    for (const set of sets) supervisor.activate(set)
    // More sets than a worker keeps: what it let go of, it is sent again.
    for (const set of [...sets, ...sets].reverse()) {
      expect(await ruleBy(supervisor, set, ['0', '1'])).toBe(`Bash(${set.digest})`)
      expect(await ruleBy(supervisor, set, ['1'])).toBeUndefined()
    }
    expect(supervisor.counters).toMatchObject({ answered: 20, terminated: 0, crashed: 0 })
  })

  test('that replaces another one knows the sets that calls name', async () => {
    const supervisor = await supervise(undefined, { ...PATIENT, workers: 1, jobMs: 60 })
    const set = setOf('rm', ['Bash(rm *)'])
    supervisor.activate(set)
    const slow = bash(`${'{'.repeat(3)}${'for@]]'.repeat(170_000)}`)
    await supervisor.over({ set, policies: set.policies.slice(0, 1) }).decide(slow, ALONE)
    await until(() => supervisor.ready === 1)
    expect(await ruleBy(supervisor, set, ['0'])).toBe('Bash(rm *)')
  })

  test('gives no answer where a call names policies that are not in its set', async () => {
    const supervisor = await supervise(undefined, { ...PATIENT, workers: 1 })
    expect(await ruleBy(supervisor, setOf('rm', ['Bash(rm *)']), ['0', 'other'])).toBeUndefined()
  })
})

describe('a worker that fails', () => {
  test('is terminated and replaced where it does not answer in time', async () => {
    const supervisor = await supervise('silent', QUICK)
    expect(await decideIn(supervisor, 'ls')).toBeUndefined()
    await until(() => supervisor.ready > 0)
    expect(await supervisor.over(NOTHING).classify({ command: 'ls' })).toBeUndefined()
    expect(supervisor.counters).toMatchObject({ answered: 0, terminated: 2, crashed: 0 })
  })

  test.each(['dying', 'failing'])('leaves its call without an answer and is replaced: %s', async (worker) => {
    const supervisor = await supervise(worker, { ...PATIENT, workers: 1 })
    expect(await decideIn(supervisor, 'ls')).toBeUndefined()
    expect(supervisor.counters).toMatchObject({ answered: 0, terminated: 0, crashed: 1 })
    const answers: unknown[] = []
    await until(() => {
      decideIn(supervisor, 'ls').then((answer) => answers.push(answer))
      return supervisor.counters.crashed === 2
    })
    expect(new Set(answers)).toEqual(new Set([undefined]))
  })

  test('is replaced where its parser broke, and its answer counts', async () => {
    const supervisor = await supervise('broken', { ...PATIENT, workers: 1 })
    const first = await decideIn(supervisor, 'ls')
    await until(() => supervisor.ready > 0)
    const second = await decideIn(supervisor, 'ls')
    expect(first).toMatchObject({ thread: expect.any(Number) })
    expect(second).toMatchObject({ thread: expect.any(Number) })
    expect(second).not.toEqual(first)
    expect(supervisor.counters).toMatchObject({ answered: 2, crashed: 2 })
    expect(supervisor.parsed).toEqual({ parses: 2, cancelled: 0, crashed: 2 })
  })

  test.runIf(process.platform === 'linux')(
    'may wait for a processor longer than it may compute',
    async () => {
      const patient = await supervise('waiting', { ...QUICK, workers: 1 })
      expect(await decideIn(patient, 'ls')).toEqual({})
      expect(patient.counters).toMatchObject({ answered: 1, terminated: 0 })
      const hasty = await supervise('waiting', { ...QUICK, wallMs: 100, workers: 1 })
      expect(await decideIn(hasty, 'ls')).toBeUndefined()
      expect(hasty.counters).toMatchObject({ answered: 0, terminated: 1 })
    }
  )

  test.runIf(process.platform === 'linux')('may not compute as long as it may wait', async () => {
    const supervisor = await supervise('spinning', { ...QUICK, wallMs: 600_000, workers: 1 })
    expect(await decideIn(supervisor, 'ls')).toBeUndefined()
    expect(supervisor.counters).toMatchObject({ answered: 0, terminated: 1 })
  })

  test('may take longer to get policies ready than it may compute', async () => {
    const patient = await supervise('slow-to-begin', { ...QUICK, workers: 1 })
    expect(await decideIn(patient, 'ls')).toEqual({})
    expect(patient.counters).toMatchObject({ answered: 1, terminated: 0 })
    const hasty = await supervise('slow-to-begin', { ...QUICK, loadMs: 100, workers: 1 })
    expect(await decideIn(hasty, 'ls')).toBeUndefined()
    expect(hasty.counters).toMatchObject({ answered: 0, terminated: 1 })
  })

  test('keeps the service from starting where it is the first', async () => {
    await expect(supervise('unable')).rejects.toThrow('cannot start')
  })
})

describe('calls that wait', () => {
  test('take their turn, and are refused where too many do', async () => {
    const supervisor = await supervise(undefined, { ...PATIENT, queue: 2, workers: 1 })
    const calls = ['ls a', 'ls b', 'ls c', 'ls d'].map((command) => decideIn(supervisor, command))
    const answers = await Promise.all(calls)
    expect(answers.map((answer) => answer !== undefined)).toEqual([true, true, true, false])
    expect(supervisor.counters).toMatchObject({ answered: 3, refused: 1 })
  })

  test('are shared by all workers, and wait longer than one of them may take', async () => {
    const supervisor = await supervise('threads', { jobMs: 1_000, queue: 30, workers: 2, busy: 2 })
    await until(() => supervisor.ready === 2)
    const calls = Array.from({ length: 30 }, (_, index) => decideIn(supervisor, `ls ${index}`))
    const threads = new Set((await Promise.all(calls)).map((answer) => JSON.stringify(answer)))
    expect(threads.size).toBe(2)
    expect(threads).not.toContain(undefined)
    expect(supervisor.counters).toMatchObject({ answered: 30, terminated: 0, refused: 0 })
  })

  test('have no answer where no worker is ready', async () => {
    const supervisor = await supervise('silent', { ...QUICK, workers: 1 })
    const calls = await Promise.all([decideIn(supervisor, 'ls a'), decideIn(supervisor, 'ls b')])
    expect(calls).toEqual([undefined, undefined])
    expect(supervisor.counters).toMatchObject({ terminated: 1, refused: 1 })
  })

  test('have no answer after the close', async () => {
    const supervisor = await supervise('silent', PATIENT)
    const running = decideIn(supervisor, 'ls a')
    const waiting = decideIn(supervisor, 'ls b')
    await supervisor.close()
    expect(await Promise.all([running, waiting, decideIn(supervisor, 'ls c')])).toEqual([
      undefined,
      undefined,
      undefined
    ])
  })
})

describe('settings that are sent ahead', () => {
  const many = (rule: (index: number) => unknown) => ({
    user: { permissions: { deny: Array.from({ length: 3_000 }, (_, index) => rule(index)) } }
  })

  test.each([
    ['few rules', SETTINGS],
    ['many rules', many((index) => `Bash(a${index} *)`)],
    ['many odd rules', many((index) => `Bash(a${index}`)],
    ['many rules, one of which is none', many((index) => (index === 7 ? 1 : `Bash(a${index} *)`))]
  ])('are read as in the service itself: %s', async (_, settings) => {
    const supervisor = await supervise(undefined, { ...PATIENT, workers: 1 })
    supervisor.activate(NOTHING.set)
    expect(await supervisor.checkSettings(settings)).toEqual(checkSettings(settings))
  })

  test('are read in a worker where they hold many rules, else at once', async () => {
    const supervisor = await supervise('silent', { ...QUICK, workers: 1 })
    supervisor.activate(NOTHING.set)
    expect(supervisor.checkSettings(SETTINGS)).toEqual(checkSettings(SETTINGS))
    expect(await supervisor.checkSettings(many((index) => `Edit(a${index})`))).toBeUndefined()
    expect(supervisor.counters).toMatchObject({ terminated: 1, refused: 0 })
  })
})
