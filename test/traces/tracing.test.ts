import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { asksForTraces, openTracing } from '../../src/traces/tracing.ts'
import { CALL, send } from '../http/client.ts'

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
          bytes: JSON.stringify({ ...CALL, input: { command: SECRET } })
        },
        { tracing }
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
    const keys = spans[0]?.attributes.map(({ key }) => key)
    expect(keys).toEqual(
      expect.arrayContaining([
        'http.route',
        'http.response.status_code',
        'portcullis.decision',
        'portcullis.step',
        'portcullis.kind'
      ])
    )
    expect(JSON.stringify(spans)).not.toContain(SECRET)
  })
})
