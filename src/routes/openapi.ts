/** `GET /openapi.json` and `/openapi.yaml`: this interface, described. */
import type { FastifyPluginCallbackZod } from '@fastify/type-provider-zod'
import { z } from 'zod'

const document = z.unknown().meta({ description: 'The OpenAPI 3.1 description of this interface' })
const tags = ['operations']

export const openapiRoutes: FastifyPluginCallbackZod = (app, _options, done) => {
  // Made when first asked for: most processes never are.
  let json: string | undefined
  let yaml: string | undefined

  app.get(
    '/openapi.json',
    {
      config: { open: true },
      schema: {
        operationId: 'openapiJson',
        summary: 'Describe this interface as JSON',
        tags,
        response: { 200: document }
      }
    },
    (_request, reply) => {
      json ??= JSON.stringify(app.swagger())
      return reply.type('application/json').send(json)
    }
  )

  app.get(
    '/openapi.yaml',
    {
      config: { open: true },
      schema: {
        operationId: 'openapiYaml',
        summary: 'Describe this interface as YAML',
        tags,
        produces: ['application/yaml'],
        response: { 200: document }
      }
    },
    (_request, reply) => {
      yaml ??= app.swagger({ yaml: true })
      return reply.type('application/yaml; charset=utf-8').send(yaml)
    }
  )
  done()
}
