/** The shape of a policy file. */
import { z } from 'zod'
import { bounded } from '../engine/bounded.ts'
import { LAYERS } from '../engine/verdict.ts'
import { jsonObject, mode } from '../requests/fields.ts'
import { policyMatch } from './policy-match.ts'
import { MAX_TESTS, policyTest } from './policy-test.ts'

const toolMapping = z
  .strictObject({
    name: z.string().min(1).meta({ description: 'The tool, as calls name it' }),
    as: z.string().min(1).optional().meta({ description: 'The built-in tool whose rules and checks hold' }),
    fields: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'Field of the built-in tool to field of this tool' }),
    readOnly: z.boolean().optional().meta({ description: 'It changes nothing' }),
    concurrencySafe: z.boolean().optional().meta({ description: 'Calls may run side by side' }),
    requiresUserInteraction: z.boolean().optional().meta({ description: 'A person must take part' }),
    defer: z.boolean().optional().meta({ description: 'Its schema is handed out on demand' })
  })
  .meta({ id: 'ToolMapping', description: 'How a home-made tool is judged' })

const callers = z
  .strictObject({
    modes: z.array(mode).min(1).optional().meta({
      description: 'The modes there are; instead of another one, `default` or the most careful is used'
    }),
    layers: z
      .array(z.enum(LAYERS))
      .optional()
      .meta({ description: 'The layers that may widen what is allowed; any other can only restrict' }),
    trustProject: z
      .enum(['always', 'declared', 'never'])
      .optional()
      .meta({ description: 'Whether the project is trusted; `declared`: as the caller says' }),
    headless: z
      .boolean()
      .optional()
      .meta({ description: 'Whether nobody can answer, whatever the caller says' })
  })
  .meta({ id: 'CallerPins', description: 'What callers may claim' })

const MAX_MASKS = 100

const log = z
  .strictObject({
    input: z
      .enum(['digest', 'masked'])
      .optional()
      .meta({ description: 'What the decision log holds of an input. Default: its digest alone' }),
    mask: bounded(z.array(z.string().regex(/^(?:\/(?:[^~/]|~[01])*)+$/)), MAX_MASKS)
      .optional()
      .meta({ description: 'JSON pointers into the input, of what is erased' })
  })
  .meta({ id: 'PolicyLog', description: 'What the decision log holds of calls under this policy' })

export const policyFile = z
  .strictObject({
    $schema: z.string().optional().meta({ description: 'For editors alone' }),
    id: z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,128}$/)
      .meta({ description: 'Names the policy in answers and logs; no other file of the set has it' }),
    description: z.string().max(10_000).optional().meta({ description: 'For people' }),
    priority: z.int().min(-1_000_000).max(1_000_000).optional().meta({
      description: 'Of two policies that match alike, the one with the higher number wins. Default: 0'
    }),
    match: policyMatch.optional(),
    settings: jsonObject('A settings.json object: the rules and settings of the policy layer'),
    tools: z.array(toolMapping).optional().meta({ description: 'Home-made tools' }),
    callers: callers.optional(),
    tests: bounded(z.array(policyTest), MAX_TESTS)
      .optional()
      .meta({ description: `Calls and what must come of them; at most ${MAX_TESTS}` }),
    log: log.optional()
  })
  .meta({ id: 'PolicyFile', description: 'A policy: whom it is for, its settings, and tests of its own' })

/** A policy file after reading. */
export type Policy = z.infer<typeof policyFile>
