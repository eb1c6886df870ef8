/** `GET /openapi.json` and `/openapi.yaml`: this interface, described. */
import type { FastifyPluginCallbackZod } from '@fastify/type-provider-zod'
import { z } from 'zod'

const document = z.unknown().meta({ description: 'The OpenAPI 3.1 description of this interface' })
const tags = ['operations']

export const openapiRoutes: FastifyPluginCallbackZod = (app, _options, done) => {
  let json = ''
  let yaml = ''
  app.addHook('onReady', (next) => {
    json = JSON.stringify(app.swagger())
    yaml = app.swagger({ yaml: true })
    next()
  })

  app.get(
    '/openapi.json',
    {
      schema: {
        operationId: 'openapiJson',
        summary: 'Describe this interface as JSON',
        tags,
        response: { 200: document }
      }
    },
    (_request, reply) => reply.type('application/json').send(json)
  )

  app.get(
    '/openapi.yaml',
    {
      schema: {
        operationId: 'openapiYaml',
        summary: 'Describe this interface as YAML',
        tags,
        produces: ['application/yaml'],
        response: { 200: document }
      }
    },
    (_request, reply) => reply.type('application/yaml').send(yaml)
  )
  done()
}
