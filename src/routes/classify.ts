/** `POST /classify`: what a command does, without running it. */
import type { FastifyPluginCallbackZod } from '@fastify/type-provider-zod'
import type { Engine } from '../engine/engine.ts'
import { classification, classifyRequest } from './schemas/classify.ts'

export interface ClassifyOptions {
  readonly engine: Engine
}

export const classifyRoutes: FastifyPluginCallbackZod<ClassifyOptions> = (app, { engine }, done) => {
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
    (request) => engine.classify(request.body)
  )
  done()
}
