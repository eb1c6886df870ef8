/** `GET /tools`: the tools the service knows. */
import type { FastifyPluginCallbackZod } from '@fastify/type-provider-zod'
import type { LivePolicies } from '../policies/live.ts'
import { toolsAnswer } from './schemas/tools.ts'

export interface ToolsOptions {
  readonly policies: LivePolicies
}

export const toolsRoutes: FastifyPluginCallbackZod<ToolsOptions> = (app, { policies }, done) => {
  app.get(
    '/tools',
    {
      schema: {
        operationId: 'listTools',
        summary: 'List the tools the service knows',
        tags: ['tools'],
        response: { 200: toolsAnswer }
      }
    },
    ({ principal: { tenant } }) => ({
      tools: policies.current().select({ tenant, projectDir: '/' }).engine.tools()
    })
  )
  done()
}
