import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { BLOCKS, PASSES, type Step } from '../model-answers.ts'
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

function open(...[options, url = server.url]: [GuardedOptions?, string?]): Guarded {
  const made = guarded(url, options)
  opened.push(made)
  return made
}

const SHORT_MS = 400
const HANGS: Step = { fault: 'hang' }

describe('a question', () => {
  test.each<[string, Step, string]>([
    ['passes', { verdict: PASSES }, 'pass'],
    ['is blocked', { verdict: BLOCKS }, 'block'],
    ['gets an error', { status: 500 }, 'classifier-error'],
    ['gets the head of an answer, then nothing', { fault: 'hangInBody' }, 'classifier-timeout'],
    ['is never answered', HANGS, 'classifier-timeout'],
    ['is answered too slowly', { slowByteMs: 20 }, 'classifier-timeout'],
    ['gets half an answer', { fault: 'truncatedJson' }, 'classifier-unparsable'],
    ['gets half an answer before the connection breaks', { fault: 'breaksOff' }, 'classifier-unreachable']
  ])('that %s, is told so', async (_, step, outcome) => {
    server.always(step)
    const { ask, classifier } = open({ timeoutMs: outcome === 'classifier-timeout' ? SHORT_MS : 10_000 })
    const consulted = await ask('Bash')
    expect(outcomeOf(consulted)).toBe(outcome)
    expect(consulted).toMatchObject({ model: 'judge-1', cached: false })
    expect(server.requests).toHaveLength(1)
    expect([classifier.inFlight, classifier.waiting]).toEqual([0, 0])
  })

  test('that nobody hears, is told so', async () => {
    const { ask, classifier } = open({}, `http://127.0.0.1:${await closedPort()}`)
    expect(outcomeOf(await ask('Bash'))).toBe('classifier-unreachable')
    expect(classifier.counters.retried).toBe(2)
  })

  test('that is too long for the model is not sent', async () => {
    const { ask } = open()
    expect(outcomeOf(await ask(TOO_LONG))).toBe('call-too-long')
    expect(server.requests).toHaveLength(0)
  })

  test('has no answer once the time is over, and its connection ends', async () => {
    server.always(HANGS)
    const { ask } = open({ timeoutMs: SHORT_MS })
    const { durationMs } = await ask('Bash')
    expect(durationMs).toBeGreaterThanOrEqual(SHORT_MS - 1)
    await until(() => server.requests[0]?.abandoned === true)
  })

  test('has no answer once the classifier is closed, then or later', async () => {
    server.always(HANGS)
    const { ask, classifier } = open()
    const answer = ask('Bash')
    await server.received(1)
    classifier.close()
    expect(outcomeOf(await answer)).toBe('classifier-unreachable')
    expect(outcomeOf(await ask('Bash'))).toBe('classifier-unreachable')
    await until(() => server.requests[0]?.abandoned === true)
    expect(server.requests).toHaveLength(1)
  })
})

describe('a request that was not answered at all', () => {
  const RESET: Step = { fault: 'reset' }

  test('is made again', async () => {
    server.script(RESET, RESET, { verdict: BLOCKS })
    const { ask, classifier } = open()
    expect(outcomeOf(await ask('Bash'))).toBe('block')
    expect([server.requests.length, classifier.counters.retried]).toEqual([3, 2])
  })

  test('is made three times at most, which count as one', async () => {
    server.always(RESET)
    const { ask } = open()
    expect([outcomeOf(await ask('Bash')), server.requests.length]).toEqual(['classifier-unreachable', 3])
    expect([outcomeOf(await ask('Bash')), server.requests.length]).toEqual(['classifier-unreachable', 6])
  })

  test('is not made again once the time is over', async () => {
    server.script(RESET, HANGS)
    const { ask } = open({ timeoutMs: 1_000 })
    expect(outcomeOf(await ask('Bash'))).toBe('classifier-timeout')
    expect(server.requests).toHaveLength(2)
  })
})

describe('a deadline', () => {
  test('that comes first ends the wait, and the verdict is there when the caller comes again', async () => {
    server.script({ verdict: BLOCKS, afterMs: 200 })
    const { ask, classifier } = open()
    const late = await ask('Bash', { withinMs: 50 })
    expect(outcomeOf(late)).toBe('classifier-deadline')
    await until(() => classifier.inFlight === 0)
    const again = await ask('Bash', { withinMs: 50 })
    expect([outcomeOf(again), again.cached, server.requests.length]).toEqual(['block', true, 1])
  })

  test('ends the wait of its own caller alone', async () => {
    server.script({ verdict: BLOCKS, afterMs: 200 })
    const { ask } = open()
    const [hurried, patient] = await Promise.all([ask('Bash', { withinMs: 50 }), ask('Bash')])
    expect([hurried, patient].map(outcomeOf)).toEqual(['classifier-deadline', 'block'])
    expect(server.requests).toHaveLength(1)
  })

  test.each([0, -5])('of %i ms is over before anything is sent', async (withinMs) => {
    const { ask } = open()
    expect(outcomeOf(await ask('Bash', { withinMs }))).toBe('classifier-deadline')
    expect(server.requests).toHaveLength(0)
  })

  test('takes a question that still waits for its turn out of the line', async () => {
    server.always(HANGS)
    const { ask, classifier } = open({ concurrency: 1 })
    void ask('Bash')
    await server.received(1)
    expect(outcomeOf(await ask('Other', { withinMs: 50 }))).toBe('classifier-deadline')
    expect([classifier.inFlight, classifier.waiting]).toEqual([1, 0])
  })
})

describe('equal questions', () => {
  test('at one time make one request', async () => {
    server.script({ verdict: BLOCKS, afterMs: 50 })
    const { ask, classifier } = open()
    const answers = await Promise.all(Array.from({ length: 64 }, () => ask('Bash')))
    expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['block']))
    expect([server.requests.length, classifier.counters.shared]).toEqual([1, 63])
  })

  test('of different tenants share neither a request nor a verdict', async () => {
    const { ask } = open()
    await Promise.all([ask('Bash'), ask('Bash', { tenant: 'other' })])
    await ask('Bash', { tenant: 'third' })
    expect(server.requests).toHaveLength(3)
  })

  test('get the same verdict for a minute, however often they come', async () => {
    const { ask, pass } = open()
    expect((await ask('Bash')).cached).toBe(false)
    for (const seconds of [30, 29.9]) {
      pass(seconds * 1_000)
      expect((await ask('Bash')).cached).toBe(true)
    }
    pass(200)
    expect((await ask('Bash')).cached).toBe(false)
    expect(server.requests).toHaveLength(2)
  })

  test('are asked anew where there was no verdict', async () => {
    server.script({ status: 529 })
    const { ask } = open()
    expect([await ask('Bash'), await ask('Bash')].map(outcomeOf)).toEqual(['classifier-error', 'pass'])
  })
})

describe('a consultation that is discarded', () => {
  test('ends its request', async () => {
    server.always(HANGS)
    const { consult } = open()
    const consultation = consult('Bash')
    await server.received(1)
    consultation.discard()
    await until(() => server.requests[0]?.abandoned === true)
    expect(outcomeOf(await consultation.answer)).toBe('classifier-unreachable')
  })

  test('leaves the request to others that wait for it', async () => {
    server.script({ verdict: BLOCKS, afterMs: 100 })
    const { consult, ask } = open()
    const consultation = consult('Bash')
    const other = ask('Bash')
    consultation.discard()
    expect([outcomeOf(await other), server.requests.length]).toEqual(['block', 1])
  })

  test('is never sent where it still waits for its turn', async () => {
    server.always(HANGS)
    const { consult, classifier } = open({ concurrency: 1 })
    consult('Bash')
    const waiting = consult('Other')
    expect(classifier.waiting).toBe(1)
    waiting.discard()
    expect(classifier.waiting).toBe(0)
  })
})

test('speculations are counted as started, used and wasted, once each', async () => {
  const { consult, classifier } = open()
  const [used, late, early] = ['A', 'B', 'C'].map((tool) => consult(tool, { speculative: true }))
  early?.discard()
  used?.use()
  await Promise.all([used?.answer, late?.answer])
  used?.use()
  used?.discard()
  late?.discard()
  const plain = consult('D')
  plain.use()
  await plain.answer
  expect(classifier.counters.speculations).toEqual({ started: 3, used: 1, wasted: 2 })
})

describe('more questions than are asked at once', () => {
  test('wait for their turn', async () => {
    server.always({ verdict: BLOCKS, afterMs: 20 })
    const { ask } = open({ concurrency: 2 })
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => ask(`Tool${index}`)))
    expect(answers.map(outcomeOf)).toEqual(Array(10).fill('block'))
    expect([server.requests.length, server.mostWaiting]).toEqual([10, 2])
  })

  test('than may wait are turned away at once', async () => {
    server.always(HANGS)
    const { ask, classifier } = open({ concurrency: 1 })
    const asked = Array.from({ length: 6 }, (_, index) => ask(`Tool${index}`))
    expect(outcomeOf(await (asked[5] ?? ask('none')))).toBe('classifier-overloaded')
    expect([classifier.inFlight, classifier.waiting]).toEqual([1, 4])
  })

  test('of one tenant leave a place and the next turn to another', async () => {
    server.always({ verdict: BLOCKS, afterMs: 100 })
    const { ask } = open({ concurrency: 1 })
    const greedy = Array.from({ length: 5 }, (_, index) => ask(`Tool${index}`))
    const other = ask('Theirs', { tenant: 'other' })
    expect(outcomeOf(await (greedy[4] ?? other))).toBe('classifier-overloaded')
    expect(outcomeOf(await other)).toBe('block')
    expect(server.requests.map(({ body }) => JSON.parse(body).call.tool)).toEqual(['Tool0', 'Theirs'])
  })

  test('that wait in vain say nothing of the endpoint', async () => {
    server.always(HANGS)
    const { ask } = open({ concurrency: 1, timeoutMs: SHORT_MS })
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map((tool) => ask(tool)))
    const overloaded = Array(3).fill('classifier-overloaded')
    expect(answers.map(outcomeOf)).toEqual(['classifier-timeout', ...overloaded])
    expect(outcomeOf(await ask('E'))).toBe('classifier-timeout')
  })
})

test('a call that had little time left after its turn came says nothing of the endpoint', async () => {
  server.script({ verdict: BLOCKS, afterMs: 1_000 }, HANGS)
  const { ask } = open({ concurrency: 1, timeoutMs: 1_500 })
  const answers = await Promise.all(['A', 'B'].map((tool) => ask(tool)))
  expect(answers.map(outcomeOf)).toEqual(['block', 'classifier-overloaded'])
  expect(server.requests).toHaveLength(2)
})

async function closedPort(): Promise<number> {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const address = taken.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  await new Promise((resolve) => taken.close(resolve))
  return address.port
}
