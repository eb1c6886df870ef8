/** Answer of `GET /decisions/{requestId}`. */
import { z } from 'zod'
import { decisionRecord } from '../../log/record.ts'
import { list } from '../../requests/fields.ts'

export const decisionsRequest = z.object({
  requestId: z.string().meta({ description: 'The `requestId` of the answer in question' })
})

export const decisionsAnswer = z
  .object({
    requestId: z.string().meta({ description: 'As asked for' }),
    decisions: list(decisionRecord).meta({
      description: 'In the order of the calls; where a request id was used again, the newest 100'
    })
  })
  .meta({ id: 'Decisions', description: 'What was decided for one request' })
