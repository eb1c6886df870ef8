/** `GET /tools`: the tools the service knows. */
import type { FastifyPluginCallbackZod } from '@fastify/type-provider-zod'
import type { Engine } from '../engine/engine.ts'
import { toolsAnswer } from './schemas/tools.ts'

export interface ToolsOptions {
  readonly engine: Engine
}

export const toolsRoutes: FastifyPluginCallbackZod<ToolsOptions> = (app, { engine }, done) => {
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
    () => ({ tools: engine.tools() })
  )
  done()
}
