import { describe, expect, test } from 'vitest'
import type { Denials } from '../../src/engine/breaker.ts'
import type { ClassifierReport } from '../../src/engine/decision.ts'
import { Journal } from '../../src/log/journal.ts'
import { Pump, type PumpBounds } from '../../src/log/pump.ts'
import { decisionRecord } from '../../src/log/record.ts'
import { SinkUnavailable } from '../../src/log/sinks/sink.ts'
import type { InputLogging } from '../../src/policies/input-logging.ts'
import { until } from '../store/fixture.ts'
import { ALLOW, DENY, eventOf, type HeldSink, heardLogger, heldSink, silent } from './fixture.ts'

interface Set {
  readonly journal: Journal
  readonly pump: Pump
  readonly sink: HeldSink
}

const BLOCKED: ClassifierReport = {
  verdict: 'block',
  reason: 'sends notes.txt to a stranger',
  category: 'exfiltration',
  model: 'judge-1',
  durationMs: 812,
  cached: false,
  speculative: true,
  outcome: 'used'
}

const { category: _, ...JUDGED } = BLOCKED
const TIMED_OUT: ClassifierReport = { ...JUDGED, verdict: 'none', reason: 'classifier-timeout' }

const DENIALS: Denials = {
  consecutive: 3,
  total: 5,
  limits: { consecutive: 3, total: 20 },
  breakerOpen: true
}

function journalOver({ required = false, bounds = {} as Partial<PumpBounds> } = {}): Set {
  const sink = heldSink()
  const quick = { firstRetryMs: 1, lastRetryMs: 4, acceptedWithinMs: 40, ...bounds }
  const pump = new Pump({ sink, logger: silent, lingerMs: 1, bounds: quick })
  return { journal: new Journal({ logger: silent, pump, required }), pump, sink }
}

describe('the record of a decision', () => {
  test('says who asked, what was decided and why, and nothing of the input but its digest', async () => {
    const { journal } = journalOver()
    expect(journal.decided(eventOf())).toBe(ALLOW)
    const [record, ...others] = await journal.find('acme', 'r-1')
    expect(others).toEqual([])
    expect(record).toEqual({
      schemaVersion: 1,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      requestId: 'r-1',
      traceId: '0af7651916cd43dd8448eb211c80319c',
      caller: 'ci',
      tenant: 'acme',
      sessionId: 's-1',
      agent: { id: 'a-1', type: 'explorer', parentId: 'a-0' },
      toolUseId: 't-1',
      tool: 'Bash',
      inputDigest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      decision: 'allow',
      step: '2b',
      kind: 'rule',
      rule: 'Bash(ls:*)',
      layer: 'policy',
      mode: 'default',
      headless: true,
      policyDigest: 'sha256:00',
      policyIds: ['company'],
      facts: ALLOW.facts,
      parse: { status: 'ok' },
      classifier: null,
      durationMs: 0.123
    })
    expect(decisionRecord.parse(record)).toEqual(record)
  })

  test('says of auto mode what the classifier and the counts came to, in no words that may quote the call', async () => {
    const { journal } = journalOver()
    const decision = { ...DENY, denials: DENIALS, classifier: BLOCKED }
    journal.decided(eventOf({ decision }))
    const [record] = await journal.find('acme', 'r-1')
    const { reason, ...rest } = BLOCKED
    expect(record?.classifier).toEqual(rest)
    expect(record?.denials).toEqual({ consecutive: 3, total: 5, breakerOpen: true })
    expect(JSON.stringify(record)).not.toContain(reason)
    expect(decisionRecord.parse(record)).toEqual(record)
  })

  test.each<[string, ClassifierReport, InputLogging | undefined, string | undefined]>([
    [
      'are there where a policy asks for inputs whole',
      BLOCKED,
      { input: 'masked', mask: [] },
      BLOCKED.reason
    ],
    ['are not where it masks anything of them', BLOCKED, { input: 'masked', mask: ['/token'] }, undefined],
    ['are not where it asks for digests', BLOCKED, { input: 'digest', mask: [] }, undefined],
    [
      'end somewhere',
      { ...BLOCKED, reason: 'x'.repeat(2_000) },
      { input: 'masked', mask: [] },
      'x'.repeat(500)
    ],
    ['are a code where there is no verdict', TIMED_OUT, undefined, 'classifier-timeout']
  ])('the classifier’s words %s', async (_, classifier, log, expected) => {
    const { journal } = journalOver()
    journal.decided(eventOf({ decision: { ...DENY, classifier }, log }))
    const [record] = await journal.find('acme', 'r-1')
    expect(record?.classifier?.reason).toBe(expected)
    expect(record?.classifier?.model).toBe('judge-1')
  })

  test('names the input to run by a digest of its own where a hook rewrote it', async () => {
    const { journal } = journalOver()
    journal.decided(eventOf({ decision: { ...ALLOW, updatedInput: { command: 'pwd' } } }))
    journal.decided(eventOf({ requestId: 'r-2', input: { command: 'pwd' } }))
    const [rewritten] = await journal.find('acme', 'r-1')
    const [plain] = await journal.find('acme', 'r-2')
    expect(rewritten?.updatedInputDigest).toBe(plain?.inputDigest)
    expect(rewritten?.inputDigest).not.toBe(plain?.inputDigest)
  })

  test.each<[string, unknown, object]>([
    [
      'is there, masked, and lists what is not',
      { command: 'ls', token: 'x' },
      { input: { command: 'ls', token: '[masked]' }, erased: ['/token'] }
    ],
    ['is left out where it is long', { command: 'x'.repeat(20_000) }, { truncated: true }]
  ])('where a policy asks for the input, it %s', async (_, input, expected) => {
    const { journal } = journalOver()
    journal.decided(eventOf({ input, log: { input: 'masked', mask: ['/token'] } }))
    const [record] = await journal.find('acme', 'r-1')
    const { input: logged, erased, truncated } = record ?? {}
    expect({ input: logged, erased, truncated }).toEqual(expected)
  })

  test('stands whatever a call of a batch calls a tool or its input', async () => {
    const { journal } = journalOver()
    for (const [tool, input] of [
      [7, null],
      [undefined, undefined],
      ['x'.repeat(1_000), 'text']
    ]) {
      journal.decided(eventOf({ tool, input }))
    }
    const records = await journal.find('acme', 'r-1')
    expect(records.map(({ tool }) => tool)).toEqual([null, null, 'x'.repeat(256)])
    for (const record of records) expect(decisionRecord.parse(record)).toEqual(record)
  })
})

describe('a journal', () => {
  test('makes records after the answer, and all of them', async () => {
    const { journal, pump, sink } = journalOver()
    const kept = Array.from({ length: 1_000 }, (_, call) => {
      journal.decided(eventOf({ toolUseId: `t-${call}` }))
      return journal.kept
    })
    // How many wait is bounded: beyond, one is made on the way.
    expect(kept.indexOf(1)).toBe(128)
    await journal.settled()
    await until(() => pump.waiting === 0)
    const ids = sink.batches.flat().map((line): string => JSON.parse(line).toolUseId)
    expect(ids).toEqual(Array.from({ length: 1_000 }, (_, call) => `t-${call}`))
  })

  test('gives way between the records of large inputs', async () => {
    const { journal } = journalOver()
    const input = Array.from({ length: 400_000 }, () => 0)
    for (let call = 0; call < 20; call += 1) journal.decided(eventOf({ input }))
    let turns = 0
    let settled = false
    const counting = (): void => {
      turns += 1
      if (!settled) setImmediate(counting)
    }
    setImmediate(counting)
    await journal.settled()
    settled = true
    expect(turns).toBeGreaterThan(5)
  })

  test('finds nothing of another tenant', async () => {
    const { journal } = journalOver()
    journal.decided(eventOf())
    expect(await journal.find('other', 'r-1')).toEqual([])
  })

  test('keeps records without any log', async () => {
    const journal = new Journal({ logger: silent })
    journal.decided(eventOf())
    expect(await journal.find('acme', 'r-1')).toHaveLength(1)
    expect(journal.health()).toBeUndefined()
    await journal.close(10)
  })

  test('writes what is due when it closes', async () => {
    const { journal, sink } = journalOver()
    journal.decided(eventOf())
    await journal.close(1_000)
    expect(sink.batches.flat()).toHaveLength(1)
  })

  test('says a line of each decision at level debug, without its input', async () => {
    const { logger, lines } = heardLogger('debug')
    const journal = new Journal({ logger })
    journal.decided(eventOf({ input: { command: 'sesame' }, log: { input: 'masked', mask: [] } }))
    await journal.settled()
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 20, msg: 'decided', requestId: 'r-1', tool: 'Bash', decision: 'allow', facts: ALLOW.facts }
    ])
    expect(lines.join('')).not.toContain('sesame')
  })

  test('lets every decision stand while its log fails, and says so', async () => {
    const { journal, pump, sink } = journalOver({ bounds: { lines: 5, batchLines: 1 } })
    sink.next.push(...Array.from({ length: 1_000 }, () => () => Promise.reject(new SinkUnavailable('down'))))
    for (let call = 0; call < 20; call += 1) expect(journal.decided(eventOf())).toBe(ALLOW)
    await journal.settled()
    await until(() => pump.failing)
    expect(journal.health()).toBe('the decision log is failing')
    expect(pump.counters.dropped).toBe(15)
    await journal.close(1)
  })
})

describe('where every allow must be on record', () => {
  test('one is answered when the log took its record', async () => {
    const { journal, sink } = journalOver({ required: true })
    let opened = (): void => {}
    sink.next.push(
      () =>
        new Promise((resolve) => {
          opened = resolve
        })
    )
    const answers: unknown[] = []
    const answered = Promise.resolve(journal.decided(eventOf())).then((decision) => answers.push(decision))
    await until(() => sink.next.length === 0)
    expect(answers).toEqual([])
    opened()
    await answered
    expect(answers).toEqual([ALLOW])
    expect(sink.batches.flat()).toHaveLength(1)
    expect(await journal.find('acme', 'r-1')).toHaveLength(1)
  })

  test.each<[string, () => Promise<void>]>([
    ['fails', () => Promise.reject(new SinkUnavailable('down'))],
    ['hangs', () => new Promise(() => {})]
  ])('a log that %s turns it into a retryable deny with a record of its own', async (_, fails) => {
    const { journal, sink } = journalOver({ required: true })
    sink.next.push(...Array.from({ length: 1_000 }, () => fails))
    const allowed = { ...ALLOW, updatedInput: { command: 'pwd' }, sandboxed: true }
    const decision = await journal.decided(eventOf({ decision: allowed }))
    expect(decision).toEqual({
      decision: 'deny',
      reason: expect.stringContaining('the decision log takes no records'),
      messageForModel: expect.stringContaining('try it again later'),
      decidedBy: { step: '2b', kind: 'degraded', detail: 'decision-log-unavailable', retryable: true },
      mode: 'default',
      facts: ALLOW.facts,
      suggestions: [],
      warnings: [],
      trace: [{ step: '2b', outcome: 'deny', detail: 'decision-log-unavailable' }],
      parse: { status: 'ok' }
    })
    expect(await journal.find('acme', 'r-1')).toMatchObject([{ decision: 'deny', kind: 'degraded' }])
    expect(journal.health()).toBe('the decision log is failing')
    await journal.close(1)
  })

  test('asks and denies wait for nothing', () => {
    const { journal } = journalOver({ required: true })
    const ask = { ...ALLOW, decision: 'ask' as const }
    for (const decision of [ask, DENY]) expect(journal.decided(eventOf({ decision }))).toBe(decision)
  })

  test('allows pass again once the log works', async () => {
    const { journal, pump, sink } = journalOver({
      required: true,
      bounds: { firstRetryMs: 200, lastRetryMs: 200 }
    })
    sink.next.push(() => Promise.reject(new SinkUnavailable('down')))
    expect(await journal.decided(eventOf())).toMatchObject({ decision: 'deny' })
    await until(() => !pump.failing)
    expect(await journal.decided(eventOf())).toBe(ALLOW)
  })
})
