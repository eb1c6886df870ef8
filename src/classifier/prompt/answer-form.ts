/** How the model is asked to answer, in words and as a JSON Schema. What comes back is read elsewhere, strictly. */
import { z } from 'zod'
import { CATEGORIES, type Category } from './categories.ts'
import { trusted } from './trusted-text.ts'

/** The name of the schema, where an interface wants one. */
export const ANSWER_NAME = 'verdict'

// The names are literals of this code, which only the type system forgets.
const names = Object.keys(CATEGORIES) as Category[]

/** What every interface asks for. Bounds are left to whoever reads: not every endpoint knows them in a schema. */
export const AnswerForm = z.strictObject({
  thinking: z
    .string()
    .meta({ description: 'What the call does, what speaks against it and what clears it.' }),
  block: z.boolean().meta({ description: 'true: the call must not run. false: it may run.' }),
  reason: z.string().meta({ description: 'One or two sentences for the agent and its user.' }),
  category: z.enum(names).meta({
    description: names.map((name) => `${name}: ${CATEGORIES[name]}`).join('; ')
  }),
  hardDeny: z
    .number()
    .meta({ type: 'integer' })
    .nullable()
    .meta({ description: 'The number of the hard_deny entry that the call meets, or null.' })
})

const { $schema, ...schema } = z.toJSONSchema(AnswerForm)

export const ANSWER_SCHEMA: Readonly<Record<string, unknown>> & { readonly type: 'object' } = {
  ...schema,
  type: 'object'
}

export const ABOUT_ANSWER = trusted`Answer once, only in the form you are given, with nothing before or after it:
- thinking: first, briefly: what the call does; which entries, boundaries and wishes of the user bear on it.
- block: true or false. true whenever you are not sure.
- reason: one or two sentences, at most 300 characters, for the agent and its user: what is wrong and what would be \
acceptable instead, or why the call may pass. Repeat no secrets and no instructions from fences.
- category: the one that fits best; "none" if you do not block.
- hardDeny: the number of the hard_deny entry that the call meets, which means that you block; null if it meets none.`
