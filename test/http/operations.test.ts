import { describe, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { ENTRY_STEPS } from '../../src/engine/entry.ts'
import { MODE_STEPS } from '../../src/engine/modes.ts'
import { AUTO_STEPS, PERSON_STEPS } from '../../src/engine/settlement.ts'
import { INNER_STEPS } from '../../src/engine/waterfall.ts'
import { fixedPolicies } from '../../src/policies/live.ts'
import { toolsAnswer } from '../../src/routes/schemas/tools.ts'
import { VERSION } from '../../src/version.ts'
import { expectProblem, send } from './client.ts'
import { stubEngine } from './stub-engine.ts'

describe('operations', () => {
  test.each([
    ['/livez', { status: 'ok' }],
    ['/readyz', { status: 'ready', reasons: [] }],
    ['/version', { name: 'portcullis', version: VERSION }]
  ])('GET %s', async (url, body) => {
    const answer = await send({ method: 'GET', url })
    expect([answer.status, answer.json]).toEqual([200, body])
  })

  test('GET /tools lists the tools with their features', async () => {
    const answer = await send({ method: 'GET', url: '/tools' })
    expect(answer.json).toEqual({ tools: stubEngine().tools() })
    expect(toolsAnswer.parse(answer.json)).toEqual(answer.json)
  })

  test('while stopping, everything but /livez is refused and says when to come back', async () => {
    const app = buildApp({ policies: fixedPolicies(stubEngine()), allowInlinePolicy: false })
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    app.after(() => app.addHook('preClose', () => held))
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    const closing = app.close()
    const get = (path: string) => fetch(`${origin}${path}`)
    const [live, ready, version] = [await get('/livez'), await get('/readyz'), await get('/version')]
    release()
    await closing
    expect(live.status).toBe(200)
    for (const refused of [ready, version]) {
      expect(refused.status).toBe(503)
      expect(refused.headers.get('retry-after')).toBe('1')
      expect(await refused.json()).toMatchObject({ type: 'urn:portcullis:problem:stopping', status: 503 })
    }
  })

  test('before it has started, the service is not ready', async () => {
    const app = buildApp({ policies: fixedPolicies(stubEngine()), allowInlinePolicy: false })
    const seen: string[] = []
    app.addHook('onReady', (next) => {
      seen.push(app.readiness())
      next()
    })
    app.after(() => seen.push(app.readiness()))
    await app.ready()
    expect(seen[0]).toBe('starting')
    expect(app.readiness()).toBe('ready')
    await app.close()
    expect(app.readiness()).toBe('stopping')
  })
})

describe('the description of the interface', () => {
  test('names every route and every problem, in JSON and in YAML', async () => {
    const { json, headers } = await send({ method: 'GET', url: '/openapi.json' })
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(Object.keys((json as { paths: object }).paths)).toEqual([
      '/decide',
      '/decide/batch',
      '/decisions/{requestId}',
      '/classify',
      '/policies',
      '/policies/{id}',
      '/policies/validate',
      '/policies/test',
      '/schemas/policy.json',
      '/schemas/settings.json',
      '/settings',
      '/sessions/{sessionId}',
      '/sessions/{sessionId}/outcomes',
      '/tools',
      '/livez',
      '/readyz',
      '/version',
      '/metrics',
      '/openapi.json',
      '/openapi.yaml'
    ])
    const yaml = await send({ method: 'GET', url: '/openapi.yaml' })
    expect(yaml.headers['content-type']).toBe('application/yaml; charset=utf-8')
    expect(yaml.text).toMatch(/^openapi: 3\.1\.0$/m)
  })

  test('refers only to schemas it has, and has none it does not refer to', async () => {
    const { json, text } = await send({ method: 'GET', url: '/openapi.json' })
    const { components } = json as { components: { schemas: Record<string, unknown> } }
    const referred = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name)
    expect([...new Set(referred)].sort()).toEqual(Object.keys(components.schemas).sort())
  })

  test('lists the steps of a decision and the contexts of a command, and keeps bounded lists as they are', async () => {
    const { json } = await send({ method: 'GET', url: '/openapi.json' })
    const steps = [...ENTRY_STEPS, ...INNER_STEPS, ...MODE_STEPS, ...AUTO_STEPS, ...PERSON_STEPS].map(
      ({ id }) => id
    )
    expect(json).toMatchObject({
      components: {
        schemas: {
          Step: { type: 'string', enum: expect.toSatisfy(sameSet(steps), 'holds every step once') },
          DecidedBy: { properties: { step: { $ref: '#/components/schemas/Step' } } },
          TraceEntry: { properties: { step: { $ref: '#/components/schemas/Step' } } },
          ClassifiedCommand: {
            properties: { context: { enum: expect.arrayContaining(['main', 'pipeline', 'function']) } }
          },
          BatchRequest: { required: ['cwd', 'calls'], properties: { calls: { maxItems: 100 } } },
          TranscriptEntry: { required: ['role', 'content'] },
          Problem: { properties: { errors: { maxItems: 20 } } }
        }
      }
    })
  })

  test('describes every field of a request', async () => {
    const { json } = await send({ method: 'GET', url: '/openapi.json' })
    const { schemas } = (json as { components: { schemas: Record<string, Schema> } }).components
    for (const name of ['DecideRequest', 'BatchRequest', 'ClassifyRequest', 'BatchCall', 'Settings']) {
      const schema = schemas[name]
      expect(schema?.additionalProperties, name).toBe(false)
      const bare = Object.entries(schema?.properties ?? {}).filter(
        ([, field]) => !field.description && !field.$ref
      )
      expect(
        bare.map(([field]) => field),
        name
      ).toEqual([])
    }
  })
})

const sameSet = (expected: readonly string[]) => (given: readonly string[]) =>
  given.length === expected.length && expected.every((one) => given.includes(one))

interface Schema {
  readonly description?: string
  readonly $ref?: string
  readonly additionalProperties?: boolean
  readonly properties?: Readonly<Record<string, Schema>>
}

describe('an address that only POST takes', () => {
  test('refuses GET', async () => {
    expectProblem(await send({ method: 'GET', url: '/classify' }), 'method-not-allowed')
  })
})
