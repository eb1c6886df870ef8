/** Requests of `/sessions/{sessionId}`; they are answered by the denial state, as in decisions. */
import { z } from 'zod'
import { sessionId, toolUseId } from '../../requests/fields.ts'

export const sessionRequest = z.object({
  sessionId: sessionId.meta({ description: 'The `sessionId` of its calls' })
})

/** What became of a call that was allowed, or that a person was asked about. */
export const outcomeRequest = z
  .strictObject({
    toolUseId: toolUseId.meta({ description: 'Whose outcome; one that is sent again changes nothing' }),
    outcome: z.enum(['success', 'error', 'userDenied', 'userAllowed']).meta({
      description: '`success` and `userAllowed` end the run of denials; the others change nothing'
    })
  })
  .meta({ id: 'OutcomeRequest', description: 'What became of a call' })

export type Outcome = z.infer<typeof outcomeRequest>['outcome']
