import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { Metrics } from '../../src/metrics/metrics.ts'
import type { ClassifierFigures, MetricSources } from '../../src/metrics/sources.ts'
import { toolFamily } from '../../src/metrics/tool-family.ts'
import { fixedPolicies } from '../../src/policies/live.ts'
import { VERSION } from '../../src/version.ts'
import { newEngine } from '../engine-fixture.ts'
import { sample } from './sample.ts'

const SECRET = 'hunter2'

let app: ReturnType<typeof buildApp>

beforeEach(async () => {
  app = buildApp({ policies: fixedPolicies(await newEngine()), allowInlinePolicy: false })
})

afterEach(() => app.close())

const post = (url: string, body: unknown) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body)
  })

const decide = (tool: string, input: unknown, rest: object = {}) =>
  post('/decide', { tool, input, cwd: '/home/dev/app', ...rest })

const scrape = async (): Promise<string> => (await app.inject({ url: '/metrics' })).body

describe('GET /metrics', () => {
  test('answers in the text format of Prometheus', async () => {
    const answer = await app.inject({ url: '/metrics' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    const build = `portcullis_build_info{version="${VERSION}",node="${process.version}"}`
    expect(sample(answer.body, build)).toBe(1)
  })

  test('counts decisions by what was decided, by whom, where, and for which family of tools', async () => {
    await decide('Bash', { command: 'ls' })
    await decide('Bash', { command: 'ls -a' })
    await decide('Read', { file_path: 7 })
    await decide('mcp__house__do', {})
    const text = await scrape()
    const decisions = (labels: string) => sample(text, `portcullis_decisions_total{${labels}}`)
    expect(decisions('decision="allow",kind="readOnly",step="2d",tool="bash"')).toBe(2)
    expect(decisions('decision="deny",kind="invalidInput",step="input",tool="read"')).toBe(1)
    expect(decisions('decision="ask",kind="default",step="3",tool="mcp"')).toBe(1)
    expect(sample(text, 'portcullis_decide_duration_seconds_count')).toBe(4)
    expect(sample(text, 'portcullis_decide_duration_seconds_bucket{le="0.00005"}')).toBeDefined()
  })

  test('counts how the reading of commands went, each call of a batch by itself', async () => {
    const calls = ['ls', 'echo "', '$X', 'eval x'].map((command, index) => ({
      toolUseId: String(index),
      tool: 'Bash',
      input: { command }
    }))
    await post('/decide/batch', { cwd: '/home/dev/app', calls })
    await decide('Read', { file_path: '/home/dev/app/a' })
    const text = await scrape()
    const parses = (labels: string) => sample(text, `portcullis_parse_total{${labels}}`)
    expect(parses('outcome="ok",code=""')).toBe(1)
    expect(parses('outcome="structure",code="syntax"')).toBe(1)
    expect(parses('outcome="meaning",code="dynamic-program"')).toBe(1)
    expect(parses('outcome="meaning",code="eval"')).toBe(1)
    expect(sample(text, 'portcullis_decide_duration_seconds_count')).toBe(5)
  })

  test('counts answers by route and class of status, and problems by code', async () => {
    await app.inject({ url: '/livez' })
    await app.inject({ url: `/nowhere/${SECRET}` })
    await post('/decide', { tool: 'Bash' })
    const text = await scrape()
    const answers = (labels: string) => sample(text, `portcullis_http_requests_total{${labels}}`)
    expect(answers('route="/livez",status="2xx"')).toBe(1)
    expect(answers('route="/decide",status="4xx"')).toBe(1)
    expect(answers('route="none",status="4xx"')).toBe(1)
    expect(sample(text, 'portcullis_problems_total{code="invalid-request"}')).toBe(1)
    expect(sample(text, 'portcullis_problems_total{code="not-found"}')).toBe(1)
  })

  test('holds nothing that a caller sent', async () => {
    await decide(SECRET, { [SECRET]: SECRET })
    await decide(`mcp__${SECRET}__x"}\n`, {})
    await decide('Bash', { command: `${SECRET} "` }, { sessionId: SECRET, agent: { id: SECRET } })
    await decide(
      'Bash',
      { command: SECRET },
      { settings: { user: { permissions: { deny: [`Bash(${SECRET})`], defaultMode: SECRET } } } }
    )
    await decide('Bash', { command: 'ls' }, { mode: SECRET })
    await app.inject({ url: `/${SECRET}`, headers: { 'x-request-id': SECRET, authorization: SECRET } })
    const text = await scrape()
    expect(sample(text, 'portcullis_decide_duration_seconds_count')).toBe(4)
    expect(text).not.toContain(SECRET)
  })

  test('makes one text for those who ask at once', async () => {
    let reads = 0
    const policies = () => {
      reads += 1
      return { digest: 'sha256:1', reloads: { success: 1, failure: 0, unchanged: 0 }, lastSuccess: 0 }
    }
    const metrics = new Metrics({ sources: { policies } })
    const busy = buildApp({
      policies: fixedPolicies(await newEngine()),
      allowInlinePolicy: false,
      metrics
    })
    await Promise.all(Array.from({ length: 20 }, () => busy.inject({ url: '/metrics' })))
    // One scrape asks for each of the three metrics of the policies.
    expect(reads).toBe(3)
    await busy.close()
  })
})

const classifierFigures = (speculations = { started: 0, used: 0, wasted: 0 }): ClassifierFigures => ({
  speculations,
  waiting: 4,
  inFlight: 5,
  isPaused: true
})

describe('the figures of a part', () => {
  const textOf = (sources: MetricSources): Promise<string> => new Metrics({ sources }).text()

  test('are left out where the part is not there', async () => {
    const text = await textOf({})
    expect(text).not.toMatch(
      /portcullis_(?:policy|store|decision_log|offload|hook_calls|classifier_(?:speculations|paused))\S* \d/
    )
  })

  test('tell of one active set of policies at a time', async () => {
    const figures = { reloads: { success: 2, failure: 1, unchanged: 0 }, lastSuccess: 5_000 }
    let digest = 'sha256:a'
    const metrics = new Metrics({ sources: { policies: () => ({ digest, ...figures }) } })
    await metrics.text()
    digest = 'sha256:b'
    const text = await metrics.text()
    expect(text.match(/^portcullis_policy_active_info\{.*$/gm)).toEqual([
      'portcullis_policy_active_info{digest="sha256:b"} 1'
    ])
    expect(sample(text, 'portcullis_policy_reloads_total{outcome="failure"}')).toBe(1)
    expect(sample(text, 'portcullis_policy_last_success_timestamp_seconds')).toBe(5)
  })

  test.each([
    [
      { caches: { layers: () => ({ hits: 3, misses: 2, entries: 1 }) } },
      'portcullis_cache_hits_total{cache="layers"}',
      3
    ],
    [
      { classifier: () => classifierFigures({ started: 3, used: 2, wasted: 1 }) },
      'portcullis_classifier_speculations_total{outcome="wasted"}',
      1
    ],
    [{ classifier: () => classifierFigures() }, 'portcullis_classifier_waiting', 4],
    [{ classifier: () => classifierFigures() }, 'portcullis_classifier_in_flight', 5],
    [{ classifier: () => classifierFigures() }, 'portcullis_classifier_paused', 1],
    [
      { classifier: () => classifierFigures() },
      'portcullis_classifier_total{result="none",code="classifier-timeout",cached="false"}',
      0
    ],
    [{ storeIsUp: () => false }, 'portcullis_store_up', 0],
    [{ storeIsUp: () => true }, 'portcullis_store_up', 1],
    [
      { decisionLog: () => ({ written: 4, dropped: 3, buffered: 2 }) },
      'portcullis_decision_log_records_total{outcome="dropped"}',
      3
    ],
    [
      {
        offload: () => ({
          outcomes: { answered: 1, terminated: 2, crashed: 3, refused: 4 },
          workers: 2
        })
      },
      'portcullis_offload_total{outcome="refused"}',
      4
    ]
  ] satisfies [MetricSources, string, number][])('%j', async (sources, series, value) => {
    expect(sample(await textOf(sources), series)).toBe(value)
  })
})

test('the process tells of its event loop and memory', async () => {
  const text = await new Metrics({ ofProcess: true }).text()
  expect(sample(text, 'nodejs_eventloop_lag_p99_seconds')).toBeDefined()
  expect(sample(text, 'process_resident_memory_bytes')).toBeGreaterThan(0)
})

test.each([
  ['Bash', 'bash'],
  ['PowerShell', 'powershell'],
  ['Monitor', 'bash'],
  ['Read', 'read'],
  ['MultiEdit', 'edit'],
  ['Grep', 'search'],
  ['WebFetch', 'web'],
  ['Agent', 'agent'],
  ['TodoWrite', 'task'],
  ['ExitPlanMode', 'plan'],
  ['CronList', 'schedule'],
  ['mcp__a__b', 'mcp'],
  ['constructor', 'other'],
  [7, 'other']
])('%s is of the family %s', (tool, family) => {
  expect(toolFamily(tool, undefined)).toBe(family)
})

test('a home-made shell is of the family it is read as', () => {
  expect(toolFamily('execute_command', { status: 'ok' })).toBe('bash')
})
