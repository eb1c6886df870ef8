import { describe, expect, test } from 'vitest'
import type { DecideRequest } from '../../src/engine/decision.ts'
import type { Elsewhere } from '../../src/engine/elsewhere.ts'
import { createEngine, type Engine } from '../../src/engine/engine.ts'
import { decide, settled, sharedReader } from '../engine-fixture.ts'

const HEAVY = 'ls heavy'

/** Has no answer for what is heavy, and notes what it was asked. */
class Absent implements Elsewhere {
  readonly asked: { request: unknown; left?: number }[] = []

  isHeavy(request: DecideRequest | { readonly command?: string | undefined }): boolean {
    const command = 'input' in request ? request.input?.command : request.command
    return typeof command === 'string' && command.startsWith(HEAVY)
  }

  hasHeavySettings({ settings }: DecideRequest): boolean {
    return settings?.flag !== undefined
  }

  async decide(request: DecideRequest, position: { allowance: { left: number } }): Promise<undefined> {
    this.asked.push({ request, left: position.allowance.left })
  }

  async classify(request: unknown): Promise<undefined> {
    this.asked.push({ request })
  }
}

async function engineBeside(elsewhere: Elsewhere): Promise<Engine> {
  const engine = createEngine({ reader: await sharedReader(), policies: [], elsewhere })
  if ('problem' in engine) throw new Error('refused')
  return engine
}

const bash = (command: string, rest: Partial<DecideRequest> = {}): DecideRequest => ({
  tool: 'Bash',
  input: { command },
  cwd: '/home/dev/app',
  ...rest
})

const user = (permissions: Readonly<Record<string, readonly string[]>>) => ({
  settings: { user: { permissions } }
})

describe('a heavy call that nobody answers in time', () => {
  test('asks, and says that it may be tried again', async () => {
    const decision = await decide(await engineBeside(new Absent()), bash(HEAVY))
    expect(decision).toMatchObject({
      decision: 'ask',
      decidedBy: { step: '1g', kind: 'degraded', detail: 'late', retryable: true },
      facts: { readOnly: false, concurrencySafe: false, destructive: null },
      messageForModel: expect.stringContaining('Call again')
    })
  })

  test.each([
    ['an allow rule for all of Bash', user({ allow: ['Bash'] })],
    ['bypass mode', { mode: 'bypassPermissions' as const }],
    ['a hook that allows', { hook: { decision: 'allow' as const } }]
  ])('is not lifted by %s', async (_, rest) => {
    const decision = await decide(await engineBeside(new Absent()), bash(HEAVY, rest))
    expect(decision).toMatchObject({ decision: 'ask', decidedBy: { kind: 'degraded' } })
  })

  test('is denied where nobody can answer, and is not called retryable then', async () => {
    const decision = await decide(await engineBeside(new Absent()), bash(HEAVY, { headless: true }))
    expect(decision).toMatchObject({ decision: 'deny', decidedBy: { kind: 'unattended', retryable: false } })
  })

  test('still meets deny rules by the words in it', async () => {
    const request = bash(`${HEAVY}; 'rm' "-rf" x`, user({ deny: ['Bash(rm -rf *)'] }))
    const decision = await decide(await engineBeside(new Absent()), request)
    expect(decision).toMatchObject({ decision: 'deny', decidedBy: { step: '1d', rule: 'Bash(rm -rf *)' } })
  })

  test('is not remembered: the next answer is that of its text', async () => {
    const absent = new Absent()
    const engine = await engineBeside(absent)
    for (let time = 0; time < 3; time += 1) await decide(engine, bash(HEAVY))
    absent.isHeavy = () => false
    expect(await decide(engine, bash(HEAVY))).toMatchObject({ decision: 'allow' })
  })

  test('is classified as what nobody could read', async () => {
    const engine = await engineBeside(new Absent())
    expect(await engine.classify({ command: HEAVY })).toMatchObject({
      parse: { status: 'failClosed', reason: { class: 'structure', code: 'late' } },
      readOnly: false,
      destructive: true,
      unknownReads: true,
      unknownWrites: true
    })
  })
})

describe('elsewhere', () => {
  test('only what is heavy is decided there', async () => {
    const absent = new Absent()
    const engine = await engineBeside(absent)
    expect(await decide(engine, bash('ls'))).toMatchObject({ decision: 'allow' })
    expect(await engine.classify({ command: 'ls' })).toMatchObject({ readOnly: true })
    expect(absent.asked).toEqual([])
  })

  test('heavy settings are compiled there the first time, and here when they come again', async () => {
    const absent = new Absent()
    const engine = await engineBeside(absent)
    const call = bash('ls', { settings: { flag: { permissions: { deny: ['Bash(rm *)'] } } } })
    await decide(engine, call)
    expect(absent.asked).toHaveLength(1)
    expect(await decide(engine, call)).toMatchObject({ decision: 'allow' })
    expect(absent.asked).toHaveLength(1)
  })

  test('the heavy calls of a batch are decided there, with what is left of its share', async () => {
    const absent = new Absent()
    const engine = await engineBeside(absent)
    const calls = ['ls', HEAVY, 'ls -la'].map((command, index) => ({
      toolUseId: String(index),
      tool: 'Bash',
      input: { command }
    }))
    const { decisions } = settled(await engine.decideBatch({ cwd: '/home/dev/app' }, calls))
    // What nobody read may have changed the directory.
    expect(decisions.map(({ decision }) => decision)).toEqual(['allow', 'ask', 'ask'])
    expect(absent.asked).toMatchObject([{ left: 199_998 }])
  })

  test('the answer from there is the answer', async () => {
    const classification = await (await engineBeside(new Absent())).classify({ command: 'rm x' })
    const elsewhere: Elsewhere = {
      isHeavy: () => true,
      hasHeavySettings: () => false,
      decide: async () => ({ problem: 'invalid-layer', issues: [] }),
      classify: async () => classification
    }
    const engine = await engineBeside(elsewhere)
    expect(await engine.decide(bash('ls'))).toEqual({ problem: 'invalid-layer', issues: [] })
    expect(await engine.classify({ command: 'ls' })).toBe(classification)
  })
})
