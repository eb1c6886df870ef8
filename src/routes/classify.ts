/** `POST /classify`: what a command does, without running it. */
import type { FastifyPluginCallbackZod } from '@fastify/type-provider-zod'
import type { LivePolicies } from '../policies/live.ts'
import { classification, classifyRequest } from './schemas/classify.ts'

export interface ClassifyOptions {
  readonly policies: LivePolicies
}

export const classifyRoutes: FastifyPluginCallbackZod<ClassifyOptions> = (app, { policies }, done) => {
  app.post(
    '/classify',
    {
      schema: {
        operationId: 'classify',
        summary: 'Say what a command or a tool call does',
        tags: ['decisions'],
        body: classifyRequest,
        response: { 200: classification }
      }
    },
    (request) => {
      const { body, principal } = request
      const projectDir = body.projectDir ?? body.cwd ?? '/'
      return policies.current().select({ tenant: principal.tenant, projectDir }).engine.classify(body)
    }
  )
  done()
}
