/** Answers of `POST /decide` and `POST /decide/batch`. */
import { z } from 'zod'
import { behavior, jsonObject, kind, layer, list, mode, step, toolUseId } from '../../requests/fields.ts'

const decidedBy = z
  .object({
    step: step.meta({ description: 'The step that decided' }),
    kind,
    layer: layer.optional(),
    rule: z.string().optional().meta({ description: 'The rule as written' }),
    detail: z.string().optional().meta({ description: 'More about the cause' }),
    retryable: z.boolean().meta({ description: 'True only where a dependency gave no verdict (`degraded`)' })
  })
  .meta({ id: 'DecidedBy', description: 'Which step decided, and on what ground' })

const facts = z
  .object({
    readOnly: z.boolean(),
    concurrencySafe: z.boolean(),
    destructive: z.boolean().nullable().meta({ description: '`null`: not known' }),
    requiresUserInteraction: z.boolean()
  })
  .meta({ id: 'CallFacts', description: 'What the call does, whatever the rules say' })

export const suggestion = z
  .object({ rule: z.string(), behavior, layer })
  .meta({ id: 'Suggestion', description: 'A narrow rule that would have answered the question' })

export const warning = z
  .object({ code: z.string(), message: z.string(), layer: layer.optional(), rule: z.string().optional() })
  .meta({ id: 'Warning', description: 'A remark on the settings or the request' })

const traceEntry = z
  .object({
    step,
    outcome: z.enum(['pass', 'allow', 'ask', 'deny']),
    detail: z.string()
  })
  .meta({ id: 'TraceEntry', description: 'What one step made of the call' })

const count = z.int().min(0)

export const denials = z
  .object({
    consecutive: count.meta({ description: 'Denials in a row' }),
    total: count.meta({ description: 'Denials of the session' }),
    limits: z.object({ consecutive: count, total: count }).meta({ id: 'DenialLimits' }),
    breakerOpen: z
      .boolean()
      .meta({ description: 'A limit is reached: a person is asked instead of the classifier' })
  })
  .meta({ id: 'Denials', description: 'The denial state of a session' })

export const classifierReport = z
  .object({
    verdict: z.enum(['allow', 'block', 'none']),
    reason: z.string().meta({ description: 'The classifier’s words; of `none`, why as a code' }),
    category: z.string().optional().meta({ description: 'What kind of risk it saw' }),
    model: z.string(),
    durationMs: z.number(),
    cached: z.boolean().meta({ description: 'The verdict of an equal question asked lately' }),
    speculative: z.boolean().meta({ description: 'Asked before it was known to be needed' }),
    outcome: z.enum(['used', 'discarded'])
  })
  .meta({ id: 'ClassifierReport', description: 'What asking the classifier came to' })

const decisionFields = {
  decision: behavior,
  reason: z.string().meta({ description: 'One sentence for a person' }),
  messageForModel: z
    .string()
    .optional()
    .meta({ description: 'On ask and deny: what to hand the model, with what it may do instead' }),
  decidedBy,
  mode: mode.meta({ description: 'The effective mode' }),
  updatedInput: jsonObject('The input to run, where it differs from the one sent').optional(),
  sandboxed: z.boolean().optional().meta({ description: 'Bash: must run inside the sandbox' }),
  facts,
  denials: denials.optional().meta({
    description: 'In auto mode, where the session’s state was waited for: the state after this call'
  }),
  classifier: classifierReport.optional().meta({ description: 'Where the classifier was asked' }),
  suggestions: list(suggestion).meta({ description: 'On ask: rules for "always allow"' }),
  policy: z
    .object({
      digest: z.string().meta({ description: '`sha256:` and the hash of the loaded policy set' }),
      ids: list(z.string())
    })
    .meta({ id: 'AppliedPolicy', description: 'Which policies applied' }),
  warnings: list(warning),
  trace: list(traceEntry).optional().meta({ description: 'With `explain`: every step in order' })
}

const requestId = z.string().meta({ description: 'As in `x-request-id`' })

export const decision = z
  .object({ ...decisionFields, toolUseId: toolUseId.optional(), requestId })
  .meta({ id: 'Decision', description: 'The answer to one call' })

export const batchAnswer = z
  .object({
    decisions: list(z.object({ ...decisionFields, toolUseId, requestId }).meta({ id: 'BatchDecision' })).meta(
      {
        description: 'In the order of the calls'
      }
    ),
    batches: list(
      z.object({ concurrent: z.boolean(), toolUseIds: list(z.string()) }).meta({ id: 'ConcurrentBatch' })
    ).meta({ description: 'In which order to run the calls, and which of them side by side' }),
    maxConcurrency: z.int().meta({ description: 'How many calls of a concurrent batch may run at once' })
  })
  .meta({ id: 'BatchAnswer', description: 'The answers to all calls, and how to schedule them' })

export type DecisionAnswer = z.infer<typeof decision>
