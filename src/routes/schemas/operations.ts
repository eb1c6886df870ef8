/** Answers of the operations routes. */
import { z } from 'zod'

export const version = z
  .object({ name: z.literal('portcullis'), version: z.string().meta({ description: 'Semantic version' }) })
  .meta({ id: 'Version', description: 'Which service this is' })

export const liveness = z
  .object({ status: z.literal('ok') })
  .meta({ id: 'Liveness', description: 'The process is up' })

export const readinessAnswer = z
  .object({ status: z.enum(['ready', 'degraded']), reasons: z.array(z.string()) })
  .meta({ id: 'Readiness', description: 'The service may get traffic; `degraded` comes with reasons' })
