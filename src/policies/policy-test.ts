/** The shape of a test in a policy file. */
import { z } from 'zod'
import { refuse } from '../requests/conditions.ts'
import { decideRequest } from '../requests/decide.ts'
import { behavior } from '../requests/fields.ts'

/** Tests of one file. */
export const MAX_TESTS = 1_000

const call = decideRequest.superRefine((body, context) => {
  if (body.settings?.policy !== undefined) {
    refuse(context, ['settings', 'policy'], 'not-allowed', 'the policies themselves are what is tested')
  }
  if (body.settingsRef !== undefined) {
    refuse(context, ['settingsRef'], 'not-allowed', 'a test holds its settings itself')
  }
})

export const policyTest = z
  .strictObject({
    name: z.string().min(1).max(256).meta({ description: 'What is expected, in a few words' }),
    call,
    expect: behavior,
    tenant: z.string().min(1).max(256).optional().meta({
      description: 'Whose call it is. Default: the first tenant that `match` names in full, else `default`'
    })
  })
  .meta({ id: 'PolicyTest', description: 'A call, and what the whole set must make of it' })

export type PolicyTest = z.infer<typeof policyTest>
