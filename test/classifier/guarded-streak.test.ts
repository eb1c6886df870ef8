import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { anthropicModel } from '../../src/classifier/anthropic.ts'
import type { NoVerdictCode } from '../../src/classifier/classifier.ts'
import { BLOCKS, type Step } from '../model-answers.ts'
import { type ModelServer, startModelServer } from '../model-server.ts'
import { until } from '../store/fixture.ts'
import { type Guarded, type GuardedOptions, guarded, outcomeOf, TOO_LONG } from './guarded-fixture.ts'

let server: ModelServer
const opened: Guarded[] = []

beforeAll(async () => {
  server = await startModelServer()
})

afterEach(async () => {
  for (const { classifier } of opened.splice(0)) classifier.close()
  await until(() => server.waiting === 0)
  server.clear()
})

afterAll(() => server.close())

function open(options?: GuardedOptions): Guarded {
  const made = guarded(server.url, options)
  opened.push(made)
  return made
}

const FAILS: Step = { status: 500 }
const PAUSED = 'classifier-paused, a person'

/** Counts the tenant out: three questions without a verdict. */
async function countOut({ ask }: Guarded, tenant = 'acme'): Promise<void> {
  server.script(FAILS, FAILS, FAILS)
  for (const tool of ['A', 'B', 'C']) {
    expect(outcomeOf(await ask(tool, { tenant }))).toBe('classifier-error')
  }
}

describe('after three questions in a row without a verdict', () => {
  test.each<[NoVerdictCode, Step]>([
    ['classifier-error', { status: 429 }],
    ['classifier-timeout', { fault: 'hang' }],
    ['classifier-unreachable', { fault: 'reset' }],
    ['classifier-refused', { says: 'refusal' }],
    ['classifier-unparsable', { fault: 'truncatedJson' }]
  ])('a person is asked, and the model is not (%s)', async (code, step) => {
    server.always(step)
    const { ask } = open({
      timeoutMs: code === 'classifier-timeout' ? 100 : 10_000,
      open: anthropicModel
    })
    for (const tool of ['A', 'B', 'C']) expect(outcomeOf(await ask(tool))).toBe(code)
    const sent = server.requests.length
    const outcomes = await Promise.all(['A', 'D', 'E'].map((tool) => ask(tool)))
    expect([outcomes.map(outcomeOf), server.requests.length]).toEqual([[PAUSED, PAUSED, PAUSED], sent])
  })

  test('one question each ten seconds tries, and the first verdict ends it', async () => {
    const own = open()
    await countOut(own)
    const { ask, pass } = own
    server.always(FAILS)
    pass(9_999)
    expect(outcomeOf(await ask('D'))).toBe(PAUSED)
    pass(1)
    const outcomes = await Promise.all(['D', 'E', 'D'].map((tool) => ask(tool)))
    expect(outcomes.map(outcomeOf)).toEqual(['classifier-error, a person', PAUSED, PAUSED])
    expect(server.requests).toHaveLength(4)

    server.always({ verdict: BLOCKS })
    expect(outcomeOf(await ask('D'))).toBe(PAUSED)
    pass(10_000)
    expect(outcomeOf(await ask('D'))).toBe('block')
    expect(outcomeOf(await ask('E'))).toBe('block')
    server.always(FAILS)
    expect(outcomeOf(await ask('F'))).toBe('classifier-error')
  })

  test('verdicts that are known are still given', async () => {
    const own = open()
    await own.ask('Known')
    await countOut(own)
    expect(outcomeOf(await own.ask('Known'))).toBe('pass')
    expect(outcomeOf(await own.ask('D'))).toBe(PAUSED)
  })

  test('other tenants are not concerned', async () => {
    const own = open()
    await countOut(own)
    expect(outcomeOf(await own.ask('A', { tenant: 'other' }))).toBe('pass')
    expect(outcomeOf(await own.ask('A'))).toBe(PAUSED)
  })

  test('those that wait for their turn are not sent', async () => {
    server.always({ ...FAILS, afterMs: 50 })
    const { ask } = open({ concurrency: 1 })
    const answers = await Promise.all(['A', 'B', 'C', 'D', 'E'].map((tool) => ask(tool)))
    expect(answers.map(outcomeOf)).toEqual([...Array(3).fill('classifier-error'), PAUSED, PAUSED])
    expect(server.requests).toHaveLength(3)
  })

  test('those that were sent before still count as they arrive', async () => {
    server.always({ ...FAILS, afterMs: 20 })
    server.script({ verdict: BLOCKS, afterMs: 1_000 })
    const { ask } = open()
    const late = ask('Late')
    await server.received(1)
    const failed = await Promise.all(['A', 'B', 'C', 'D'].map((tool) => ask(tool)))
    expect(failed.map(outcomeOf).sort()).toEqual([
      ...Array(3).fill('classifier-error'),
      'classifier-error, a person'
    ])
    expect(outcomeOf(await ask('E'))).toBe(PAUSED)
    expect(outcomeOf(await late)).toBe('block')
    server.always({ verdict: BLOCKS })
    expect(outcomeOf(await ask('E'))).toBe('block')
  })

  test('a try that is given up makes room for another at once', async () => {
    const own = open()
    await countOut(own)
    server.always({ fault: 'hang' })
    own.pass(10_000)
    const given = own.consult('D', { speculative: true })
    await server.received(4)
    expect(outcomeOf(await own.ask('E'))).toBe(PAUSED)
    given.discard()
    server.always({ verdict: BLOCKS })
    expect(outcomeOf(await own.ask('E'))).toBe('block')
  })
})

test('a question from before that is given up makes no room for a try', async () => {
  const own = open()
  server.script({ fault: 'hang' })
  const early = own.consult('Early')
  await server.received(1)
  await countOut(own)
  early.discard()
  await early.answer
  expect(outcomeOf(await own.ask('D'))).toBe(PAUSED)
})

describe('no row of failures', () => {
  test('is what a verdict interrupts', async () => {
    server.script(FAILS, FAILS, { verdict: BLOCKS }, FAILS, FAILS)
    const { ask } = open()
    for (const tool of ['A', 'B', 'C', 'D', 'E']) await ask(tool)
    expect(outcomeOf(await ask('F'))).toBe('pass')
  })

  test('are many that ask the same at one time', async () => {
    server.script({ ...FAILS, afterMs: 50 })
    const { ask } = open()
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask('A')))
    expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['classifier-error']))
    expect(outcomeOf(await ask('B'))).toBe('pass')
  })

  test.each<[string, (own: Guarded) => Promise<unknown>]>([
    ['calls that are too long', ({ ask }) => ask(TOO_LONG)],
    ['deadlines that are over', ({ ask }) => ask('A', { withinMs: 0 })],
    [
      'speculations that are given up',
      async ({ consult }) => {
        const sent = server.requests.length
        const consultation = consult('A', { speculative: true })
        await server.received(sent + 1)
        consultation.discard()
        await consultation.answer
      }
    ],
    [
      'questions that find no place',
      async ({ ask }) => {
        const many = Array.from({ length: 6 }, (_, index) => ask(`Tool${index}`, { withinMs: 50 }))
        expect(outcomeOf(await (many[5] ?? ask('none')))).toBe('classifier-overloaded')
        await Promise.all(many)
      }
    ]
  ])('are %s', async (_, happens) => {
    server.always({ fault: 'hang' })
    const own = open({ concurrency: 1, timeoutMs: 5_000 })
    for (let times = 0; times < 4; times += 1) await happens(own)
    expect(own.classifier.health()).toBeUndefined()
    expect(outcomeOf(await own.ask('Z', { withinMs: 50 }))).toBe('classifier-deadline')
  })
})

describe('the operator', () => {
  const saying = ({ lines }: Guarded) =>
    lines.map((line) => {
      const { msg, code }: { msg: string; code?: string } = JSON.parse(line)
      return code === undefined ? msg : `${msg} (${code})`
    })

  test('sees an outage for as long as it lasts, with a line for it and one for its end', async () => {
    const own = open()
    expect(own.classifier.health()).toBeUndefined()
    await countOut(own)
    await countOut(own, 'other')
    expect(own.classifier.health()).toBe('classifier-down')
    own.pass(10_000)
    server.script({ status: 500 })
    await own.ask('D')
    own.pass(10_000)
    await own.ask('D')
    expect(own.classifier.health()).toBe('classifier-down')
    await own.ask('D', { tenant: 'other' })
    expect(own.classifier.health()).toBeUndefined()
    expect(saying(own)).toEqual([
      'the classifier gives no verdicts: persons are asked instead (classifier-error)',
      'the classifier gives verdicts again'
    ])
    expect(own.lines.join()).not.toMatch(/acme|other|SECRET/)
  })

  test('sees no outage any more when nobody has asked for ten minutes', async () => {
    const own = open()
    await countOut(own)
    own.pass(600_001)
    expect(own.classifier.health()).toBeUndefined()
    server.script(FAILS)
    expect(outcomeOf(await own.ask('D'))).toBe('classifier-error')
    expect(outcomeOf(await own.ask('D'))).toBe('pass')
    expect(saying(own)).toHaveLength(2)
  })
})
