/** The shape of a policy file. */
import { z } from 'zod'

/** Keys of the format that this version cannot honour; ignoring them would change what a policy means. */
const LATER_KEYS = ['priority', 'match', 'callers', 'tests'] as const

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

export const policyFile = z.strictObject(
  {
    id: z.string().regex(/^[A-Za-z0-9._-]{1,128}$/, { error: 'expected 1 to 128 of A-Za-z0-9._-' }),
    description: z.string().optional(),
    settings: jsonObject,
    tools: z.array(toolMapping).optional()
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys' && Array.isArray(issue.keys) ? describeKeys(issue.keys) : undefined
  }
)

function describeKeys(keys: readonly unknown[]): string {
  const later = keys.filter((key) => LATER_KEYS.some((known) => known === key))
  return later.length > 0
    ? `${later.join(', ')}: known but not available in this version`
    : `${keys.join(', ')}: not a key of a policy file`
}
