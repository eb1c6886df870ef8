/** Collects the routes' schemas into one OpenAPI document. */
import swagger from '@fastify/swagger'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from '@fastify/type-provider-zod'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { OpenAPIV3_1 } from 'openapi-types'
import { problemSchema, problems } from '../problems.ts'

export interface OpenapiOptions {
  readonly version: string
}

type Override = NonNullable<
  NonNullable<Parameters<typeof createJsonSchemaTransform>[0]>['zodToJsonConfig']
>['override']

const override: Override = ({ zodSchema, jsonSchema }) => {
  // Speaks of the TypeScript type; in OpenAPI it would say that a caller may not send the field.
  delete jsonSchema.readOnly
  // Answers may grow fields; only strict schemas refuse unknown ones.
  const { def } = zodSchema._zod
  if (def.type === 'object' && def.catchall === undefined) delete jsonSchema.additionalProperties
}

const config = { zodToJsonConfig: { override } }
const collectComponents = createJsonSchemaTransformObject(config)

export const openapi = fp(
  async (app: FastifyInstance, options: OpenapiOptions) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Portcullis',
          version: options.version,
          description:
            'Decides whether the tool calls of AI agents may run. Anything but a 200 with a decision means: do not run the call. ' +
            'Every answer carries `x-request-id`, echoed where the caller sent a valid one (1 to 128 of `A-Za-z0-9._:-`), ' +
            'and continues the trace of a W3C `traceparent`.',
          license: { name: 'Apache-2.0', identifier: 'Apache-2.0' }
        },
        tags: [
          { name: 'decisions', description: 'May this call run, and what does it do' },
          { name: 'sessions', description: 'What was denied in a session of an agent' },
          { name: 'policies', description: 'The rules of the service, and what other ones would do' },
          { name: 'tools', description: 'What the service knows of tools' },
          { name: 'operations', description: 'For those who run the service' }
        ]
      },
      transform: createJsonSchemaTransform(config),
      transformObject: (document) => complete(collectComponents(document) as OpenAPIV3_1.Document)
    })
  },
  { name: 'openapi' }
)

/** Adds what holds for every operation, under one name for each schema, without schemas nothing refers to. */
function complete(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const paths = Object.entries(document.paths ?? {}).map(([path, item]) => [path, withProblems(item)])
  return oneNameEach({
    ...document,
    paths: Object.fromEntries(paths),
    components: { ...document.components, responses: PROBLEM_RESPONSES }
  })
}

function withProblems(item: OpenAPIV3_1.PathItemObject | undefined): OpenAPIV3_1.PathItemObject {
  return Object.fromEntries(
    Object.entries(item ?? {}).map(([method, operation]) => [
      method,
      typeof operation === 'object' && 'responses' in operation
        ? {
            ...operation,
            responses: {
              ...described(operation.responses),
              '4XX': { $ref: '#/components/responses/Refused' },
              '5XX': { $ref: '#/components/responses/Failed' }
            }
          }
        : operation
    ])
  )
}

// Fastify's plugin fills in a description that says nothing.
const described = (responses: OpenAPIV3_1.ResponsesObject = {}): OpenAPIV3_1.ResponsesObject =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      'description' in response && response.description === 'Default Response'
        ? { ...response, description: 'The answer' }
        : response
    ])
  )

const problemName = problemSchema.meta()?.id ?? ''

const problemResponse = (what: string, from: number, below: number): OpenAPIV3_1.ResponseObject => ({
  description: `${what}: ${Object.entries(problems)
    .filter(([, { status }]) => status >= from && status < below)
    .map(([code, { status }]) => `\`${code}\` (${status})`)
    .join(', ')}`,
  content: { 'application/problem+json': { schema: { $ref: `#/components/schemas/${problemName}` } } }
})

const PROBLEM_RESPONSES = {
  Refused: problemResponse('The request is refused', 400, 500),
  Failed: problemResponse('The service cannot answer', 500, 600)
}

type Schemas = Readonly<Record<string, OpenAPIV3_1.SchemaObject>>

const INPUT = 'Input'
const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g

// The type provider describes each schema twice, for requests with `Input` after its name.
function oneNameEach(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const { schemas = {}, ...components } = document.components ?? {}
  const used = referred(schemas, [document.paths, components])
  const shorten = (name: string): string => {
    const short = name.endsWith(INPUT) ? name.slice(0, -INPUT.length) : name
    return short === name || (used.has(short) && !alike(schemas[short], schemas[name])) ? name : short
  }
  const kept = [...used].sort().map((name) => [shorten(name), schemas[name]] as const)
  const whole = { ...document, components: { ...components, schemas: Object.fromEntries(kept) } }
  return JSON.parse(
    JSON.stringify(whole).replace(REFERENCE, (_, name: string) => `"#/components/schemas/${shorten(name)}"`)
  )
}

const alike = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

function referred(schemas: Schemas, roots: readonly unknown[]): ReadonlySet<string> {
  const found = new Set<string>()
  const pending = [...roots]
  while (pending.length > 0) {
    for (const [, name] of (JSON.stringify(pending.pop()) ?? '').matchAll(REFERENCE)) {
      if (name === undefined || found.has(name)) continue
      found.add(name)
      pending.push(schemas[name])
    }
  }
  return found
}
