/** `GET /decisions/{requestId}`: what was decided lately, and why. */
import type { FastifyPluginCallbackZod } from '@fastify/type-provider-zod'
import type { RecordFinder } from '../log/journal.ts'
import { Refusal } from '../problems.ts'
import { decisionsAnswer, decisionsRequest } from './schemas/decisions.ts'

export interface DecisionsOptions {
  readonly records: RecordFinder
}

export const decisionsRoutes: FastifyPluginCallbackZod<DecisionsOptions> = (app, { records }, done) => {
  app.get(
    '/decisions/:requestId',
    {
      config: { scope: 'decisions:read' },
      schema: {
        operationId: 'getDecisions',
        summary: 'Say why a request was decided as it was',
        description:
          'Only of decisions for the caller’s own tenant, and only as long as they are kept in memory',
        tags: ['decisions'],
        params: decisionsRequest,
        response: { 200: decisionsAnswer }
      }
    },
    async ({ params: { requestId }, principal }) => {
      const decisions = await records.find(principal.tenant, requestId)
      // Another tenant's id is answered as one that never was.
      if (decisions.length === 0) throw new Refusal('not-found', 'no decision of this request is kept')
      return { requestId, decisions }
    }
  )
  done()
}
