/** `GET /schemas/policy.json` and `/schemas/settings.json`: the files of this service, described for editors. */
import type { FastifyPluginCallbackZod } from '@fastify/type-provider-zod'
import { z } from 'zod'
import { jsonSchema, SCHEMA_NAMES, type SchemaName } from '../policies/json-schemas.ts'

const document = z.unknown().meta({ description: 'A JSON Schema, 2020-12' })

const WORDS: Readonly<Record<SchemaName, { readonly operationId: string; readonly summary: string }>> = {
  policy: { operationId: 'policySchema', summary: 'Describe a policy file as JSON Schema' },
  settings: { operationId: 'settingsSchema', summary: 'Describe settings as JSON Schema' }
}

export const jsonSchemasRoutes: FastifyPluginCallbackZod = (app, _options, done) => {
  for (const name of SCHEMA_NAMES) {
    // Made when first asked for: most processes never are.
    let text: string | undefined
    app.get(
      `/schemas/${name}.json`,
      {
        config: { open: true },
        schema: { ...WORDS[name], tags: ['policies'], response: { 200: document } }
      },
      (_request, reply) => {
        text ??= JSON.stringify(jsonSchema(name))
        return reply.type('application/schema+json').send(text)
      }
    )
  }
  done()
}
