/** The shape of a policy file. */
import { z } from 'zod'

const jsonObject = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  { error: 'expected an object' }
)

const toolMapping = z.strictObject({
  name: z.string().min(1),
  as: z.string().min(1).optional(),
  fields: z.record(z.string(), z.string()).optional(),
  readOnly: z.boolean().optional(),
  concurrencySafe: z.boolean().optional(),
  requiresUserInteraction: z.boolean().optional(),
  defer: z.boolean().optional()
})

// Ignoring these keys would change what a policy means.
const later = z
  .custom<undefined>(() => false, {
    error: 'known but not available in this version',
    params: { code: 'not-available' }
  })
  .optional()

export const policyFile = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9._-]{1,128}$/),
  description: z.string().optional(),
  settings: jsonObject,
  tools: z.array(toolMapping).optional(),
  priority: later,
  match: later,
  callers: later,
  tests: later
})
