/** Answer of `GET /tools`. */
import { z } from 'zod'
import { list } from '../../requests/fields.ts'

const tool = z
  .object({
    name: z.string(),
    aliases: list(z.string()).meta({ description: 'Other names that mean the same tool' }),
    inputSchema: z.unknown().optional().meta({ description: 'JSON Schema of the input; absent: any object' }),
    requiresPermission: z.boolean(),
    requiresUserInteraction: z.boolean(),
    readOnly: z.boolean().nullable().meta({ description: '`null`: depends on the input' }),
    concurrencySafe: z.boolean().nullable().meta({ description: '`null`: depends on the input' }),
    interruptBehavior: z.enum(['block', 'cancel']),
    maxResultSizeChars: z.int().nullable().meta({ description: 'In characters; `null`: no bound' }),
    shouldDefer: z.boolean().meta({ description: 'Only named to the model until a search loads it' })
  })
  .meta({ id: 'Tool', description: 'A tool the service knows, with its features' })

export const toolsAnswer = z
  .object({ tools: list(tool) })
  .meta({ id: 'Tools', description: 'The tools the service knows' })
