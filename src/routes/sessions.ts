/** `/sessions/{sessionId}`: the denial state of a session, what became of its calls, a new start. */
import type { FastifyPluginCallbackZod } from '@fastify/type-provider-zod'
import { z } from 'zod'
import type { Principal } from '../callers/principal.ts'
import type { DenialStore, SessionName } from '../sessions/denial-store.ts'
import { denials as denialState } from './schemas/decide.ts'
import { type Outcome, outcomeRequest, sessionRequest } from './schemas/sessions.ts'
import { refuseUncounted } from './unavailable.ts'

export interface SessionsOptions {
  readonly denials: DenialStore
}

const tags = ['sessions']

/** Whether it ends the run of denials. A person who says no, or a tool that fails, says nothing of the judge. */
const IS_SUCCESS: Readonly<Record<Outcome, boolean>> = {
  success: true,
  userAllowed: true,
  userDenied: false,
  error: false
}

export const sessionsRoutes: FastifyPluginCallbackZod<SessionsOptions> = (app, { denials }, done) => {
  app.get(
    '/sessions/:sessionId',
    {
      schema: {
        operationId: 'getSession',
        summary: 'Show the denial state of a session',
        description: 'A session of which nothing is known, or no longer, has the state of a new one',
        tags,
        params: sessionRequest,
        response: { 200: denialState }
      }
    },
    async ({ params, principal }) => answered(() => denials.read(nameOf(params, principal)))
  )

  app.delete(
    '/sessions/:sessionId',
    {
      config: { scope: 'sessions:reset' },
      schema: {
        operationId: 'resetSession',
        summary: 'Forget the denials of a session, which closes its breaker',
        tags,
        params: sessionRequest,
        response: {
          204: z.null().meta({ description: 'It is forgotten, whether there was something or not' })
        }
      }
    },
    async ({ params, principal }, reply) => {
      await answered(() => denials.reset(nameOf(params, principal)))
      return reply.code(204).send(null)
    }
  )

  app.post(
    '/sessions/:sessionId/outcomes',
    {
      config: { scope: 'outcomes' },
      schema: {
        operationId: 'postOutcome',
        summary: 'Say what became of a call',
        description:
          'Answers the state after it; an outcome that is sent again, the state that it led to first',
        tags,
        params: sessionRequest,
        body: outcomeRequest,
        response: { 200: denialState }
      }
    },
    async ({ params, principal, body: { toolUseId, outcome } }) => {
      const session = nameOf(params, principal)
      if (!IS_SUCCESS[outcome]) return answered(() => denials.read(session))
      const id = `outcome:${toolUseId}`
      const counted = await answered(() => denials.record(session, { event: 'success', id }))
      return counted.denials
    }
  )
  done()
}

const nameOf = ({ sessionId }: { readonly sessionId: string }, { tenant }: Principal): SessionName => ({
  tenant,
  sessionId
})

/** What the store answers, or the problem that it does not. */
async function answered<T>(ask: () => T | Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    return refuseUncounted(error)
  }
}
