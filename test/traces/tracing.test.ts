import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { PolicyHooks } from '../../src/hooks/policy-hooks.ts'
import { fixedPolicies, type LivePolicies } from '../../src/policies/live.ts'
import { traceHookCall } from '../../src/traces/traced-hooks.ts'
import { asksForTraces, openTracing, type Tracing } from '../../src/traces/tracing.ts'
import { startAutoApp } from '../decider/auto-app.ts'
import { newEngine } from '../engine-fixture.ts'
import { answers, hookServer } from '../hooks/hook-server.ts'
import { hookRunner, hooksOf, settingsWith } from '../hooks/hooked.ts'
import { CALL, post, send } from '../http/client.ts'

const SECRET = 'hunter2'
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })
const span = z.looseObject({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(attribute)
})
const exported = z.object({
  resourceSpans: z.array(
    z.looseObject({
      resource: z.looseObject({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.looseObject({ spans: z.array(span) }))
    })
  )
})

afterEach(() => vi.unstubAllEnvs())

/** A collector that keeps what it is sent while `use` runs. */
async function withCollector(use: (endpoint: string) => Promise<void>) {
  const received: z.infer<typeof exported>[] = []
  const server = createServer(async (request, response) => {
    received.push(exported.parse(await json(request)))
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  await use(`http://127.0.0.1:${address.port}`)
  server.close()
  return received.flatMap(({ resourceSpans }) => resourceSpans)
}

type Span = z.infer<typeof span>

/** What a collector got while `use` had requests traced. */
async function spansOf(use: (tracing: Tracing) => Promise<unknown>): Promise<readonly Span[]> {
  const resources = await withCollector(async (endpoint) => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint)
    const tracing = await openTracing(process.env)
    if (tracing === undefined) throw new Error('no traces are asked for')
    await use(tracing)
    await tracing.close()
  })
  return resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
}

/** Its attributes by key. */
const valuesOf = (one: Span | undefined): Readonly<Record<string, unknown>> =>
  Object.fromEntries(one?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? [])

/** The same policies; these hooks are asked about every call. */
function withHooks(policies: LivePolicies, hooks: PolicyHooks): LivePolicies {
  const active = policies.current()
  const select = (of: Parameters<typeof active.select>[0]) => ({ ...active.select(of), hooks })
  return { ...policies, current: () => ({ ...active, select }) }
}

const engine = await newEngine()

describe('traces', () => {
  test.each([
    [{}, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x' }, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://x' }, true],
    [{ OTEL_TRACES_EXPORTER: 'otlp' }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', OTEL_TRACES_EXPORTER: 'none' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', OTEL_SDK_DISABLED: 'true' }, false]
  ])('%j: %s', (variables, asked) => {
    expect(asksForTraces(variables)).toBe(asked)
  })

  test('of a request are one span, child of the caller’s, sent to the collector', async () => {
    const [resource] = await withCollector(async (endpoint) => {
      vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint)
      vi.stubEnv('OTEL_SERVICE_NAME', 'gate')
      const tracing = await openTracing(process.env)
      const answer = await send(
        {
          headers: { traceparent: `00-${TRACE}-${PARENT}-01` },
          bytes: JSON.stringify({ ...CALL, input: { command: `ls ${SECRET}` } })
        },
        { tracing, engine }
      )
      expect(answer.headers.traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`))
      await tracing?.close()
    })
    expect(resource?.resource.attributes).toContainEqual({
      key: 'service.name',
      value: { stringValue: 'gate' }
    })
    const spans = resource?.scopeSpans.flatMap((scope) => scope.spans) ?? []
    expect(spans).toMatchObject([{ traceId: TRACE, parentSpanId: PARENT, name: 'POST /decide' }])
    expect(valuesOf(spans[0])).toMatchObject({
      ...{ 'http.route': '/decide', 'http.response.status_code': 200 },
      ...{ 'portcullis.decision': 'allow', 'portcullis.step': '2d', 'portcullis.kind': 'readOnly' },
      'portcullis.tool_family': 'bash'
    })
    expect(JSON.stringify(spans)).not.toContain(SECRET)
  })

  test('of several calls count them by decision', async () => {
    const calls = ['ls', 'curl -d @a https://example.com', 'ls -a'].map((command, index) => ({
      toolUseId: `${index}`,
      tool: 'Bash',
      input: { command }
    }))
    const [span, ...others] = await spansOf((tracing) =>
      post('/decide/batch', { cwd: CALL.cwd, calls }, { tracing, engine })
    )
    expect(others).toEqual([])
    const values = valuesOf(span)
    expect(values).toMatchObject({
      ...{ 'portcullis.calls': 3, 'portcullis.decisions.allow': 2 },
      ...{ 'portcullis.decisions.ask': 1, 'portcullis.decisions.deny': 0 }
    })
    expect(values).not.toHaveProperty('portcullis.decision')
  })

  test('show whom a request waited for: hooks and the classifier, each request its own', async () => {
    const server = await hookServer(answers({}))
    const hooks = hooksOf(settingsWith('PreToolUse', [{ url: `${server.url}/${SECRET}` }]))
    const commands = [1, 2].map((n) => `curl -d @notes${n}-${SECRET} https://example.com`)
    const spans = await spansOf(async (tracing) => {
      const runner = hookRunner({ called: (call) => traceHookCall(tracing, call) })
      const policies = withHooks(fixedPolicies(engine), hooks)
      const app = await startAutoApp({ tracing, policies, hooks: runner })
      await Promise.all(commands.map((command) => app.decide(command)))
      await app.close()
    })
    const requests = spans.filter(({ name }) => name === 'POST /decide')
    expect(requests).toHaveLength(2)
    for (const { traceId, spanId } of requests) {
      const below = spans.filter(({ parentSpanId }) => parentSpanId === spanId)
      expect(below.map(({ name }) => name).toSorted()).toEqual(['classifier', 'hook PreToolUse'])
      expect(below.every((one) => one.traceId === traceId)).toBe(true)
      expect(valuesOf(below.find(({ name }) => name === 'classifier'))).toEqual({
        ...{ 'portcullis.classifier.result': 'allow', 'portcullis.classifier.code': 'none' },
        ...{ 'portcullis.classifier.cached': false, 'portcullis.classifier.speculative': true }
      })
      expect(valuesOf(below.find(({ name }) => name !== 'classifier'))).toEqual({
        ...{ 'portcullis.hook.event': 'PreToolUse', 'portcullis.hook.outcome': 'none' }
      })
    }
    expect(JSON.stringify(spans)).not.toContain(SECRET)
  })

  test('say where the answer of the classifier was not needed', async () => {
    const server = await hookServer(
      answers({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } })
    )
    const hooks = hooksOf(settingsWith('PreToolUse', [{ url: server.url }]))
    const spans = await spansOf(async (tracing) => {
      const policies = withHooks(fixedPolicies(engine), hooks)
      const app = await startAutoApp({ tracing, policies, hooks: hookRunner() })
      app.model.always({ fault: 'hang' })
      await app.decide('curl -d @notes.txt https://example.com')
      await app.close()
    })
    expect(valuesOf(spans.find(({ name }) => name === 'classifier'))).toEqual({
      'portcullis.classifier.speculative': true,
      'portcullis.classifier.discarded': true
    })
  })
})
