/** The record of one decision: flat, and only ever added to. */
import { z } from 'zod'
import type { ClassifierReport } from '../engine/decision.ts'
import type { InputLogging } from '../policies/input-logging.ts'
import { behavior, kind, layer, list, mode, step } from '../requests/fields.ts'
import type { DecisionEvent } from './decision-event.ts'
import { digestInput } from './input-digest.ts'
import { maskInput } from './masking.ts'

/** Raised where a field changes its meaning or goes. */
export const SCHEMA_VERSION = 1

/** An input with longer JSON is named by its digest alone. */
export const MAX_INPUT_CHARACTERS = 16 * 1024

/** Tool names of single calls are no longer; what a batch calls a tool may be anything. */
const MAX_TOOL_NAME = 256

/** The classifier's words are cut there. */
const MAX_REASON_CHARACTERS = 500

const text = (description: string) => z.string().meta({ description })

const agent = z.object({
  id: z.string().optional(),
  type: z.string().optional(),
  parentId: z.string().optional()
})

const facts = z.object({
  readOnly: z.boolean(),
  concurrencySafe: z.boolean(),
  destructive: z.boolean().nullable(),
  requiresUserInteraction: z.boolean()
})

const parse = z.object({
  status: z.enum(['ok', 'failClosed']),
  class: z.enum(['structure', 'meaning']).optional(),
  code: z.string().optional()
})

const count = z.int().min(0)

const denials = z.object({ consecutive: count, total: count, breakerOpen: z.boolean() })

const classifier = z
  .object({
    verdict: z.enum(['allow', 'block', 'none']),
    category: z.string().optional(),
    reason: z.string().optional(),
    model: z.string(),
    durationMs: z.number(),
    cached: z.boolean(),
    speculative: z.boolean(),
    outcome: z.enum(['used', 'discarded'])
  })
  .nullable()

export const decisionRecord = z
  .object({
    schemaVersion: z
      .literal(SCHEMA_VERSION)
      .meta({ description: 'Raised where a field changes its meaning or goes; fields may be added' }),
    timestamp: text('When it was decided, ISO 8601 in UTC'),
    requestId: text('As in `x-request-id`'),
    traceId: text('Of the caller’s `traceparent`').optional(),
    caller: text('Name that the credentials prove'),
    tenant: text('Tenant that the credentials prove'),
    sessionId: text('As sent').optional(),
    agent: agent.optional().meta({ description: 'As sent' }),
    toolUseId: text('As sent').optional(),
    tool: z
      .string()
      .nullable()
      .meta({ description: '`null`: a call of a batch whose `tool` is not a string' }),
    inputDigest: text(
      '`sha256:` over the canonical JSON of the input as sent; of an input of more than 5,000 values over its JSON in the order sent'
    ),
    updatedInputDigest: text('The same of the input to run, where a hook rewrote it').optional(),
    input: z
      .unknown()
      .optional()
      .meta({ description: 'The masked input, only where `log` of a policy file asks for it' }),
    erased: list(z.string()).optional().meta({
      description: 'JSON pointers to the values masked in `input`; a pattern where it met over 100'
    }),
    truncated: z
      .boolean()
      .optional()
      .meta({ description: `\`input\` is left out: its JSON has over ${MAX_INPUT_CHARACTERS} characters` }),
    decision: behavior.meta({ description: 'As answered' }),
    step: step.meta({ description: 'The step that decided' }),
    kind: kind.meta({ description: 'What kind of cause decided' }),
    rule: text('The rule as written').optional(),
    layer: layer.optional().meta({ description: 'Where the rule comes from' }),
    detail: text('More about the cause').optional(),
    mode: mode.meta({ description: 'The effective mode' }),
    headless: z.boolean().optional().meta({ description: 'As sent' }),
    sandboxed: z.boolean().optional().meta({ description: 'Allowed inside the sandbox only' }),
    policyDigest: text('The policy set that decided'),
    policyIds: list(z.string()).meta({ description: 'The policies that applied' }),
    facts: facts.meta({ description: 'What the call does, whatever the rules say' }),
    parse: parse.optional().meta({ description: 'Of a shell command: how its reading went' }),
    denials: denials.optional().meta({
      description: 'Of the session in auto mode, where its state was waited for: after this call was counted'
    }),
    classifier: classifier.meta({
      description: `\`null\`: it was not asked. \`reason\`: of the verdict \`none\` why, as a code; else its words, at most ${MAX_REASON_CHARACTERS} characters, only where \`log\` of a policy file asks for the input and masks nothing: they may quote the call and the conversation`
    }),
    durationMs: z.number().meta({ description: 'From the checked request to the decision' })
  })
  .meta({ id: 'DecisionRecord', description: 'What was decided, for whom and why' })

export type DecisionRecord = z.infer<typeof decisionRecord>

/** `at`: milliseconds since 1970 when it was decided. */
export function recordOf(event: DecisionEvent, at: number): DecisionRecord {
  const { principal, agent: asking, tool, input, decision, policy } = event
  const { decidedBy, denials: counted, parse: reading } = decision
  const { digest, length } = digestInput(input)
  return {
    schemaVersion: SCHEMA_VERSION,
    timestamp: new Date(at).toISOString(),
    requestId: event.requestId,
    traceId: event.traceId,
    caller: principal.name,
    tenant: principal.tenant,
    sessionId: event.sessionId,
    agent: asking,
    toolUseId: event.toolUseId,
    tool: typeof tool === 'string' ? tool.slice(0, MAX_TOOL_NAME) : null,
    inputDigest: digest,
    updatedInputDigest:
      decision.updatedInput === undefined ? undefined : digestInput(decision.updatedInput).digest,
    ...loggedInput(event, length),
    decision: decision.decision,
    step: decidedBy.step,
    kind: decidedBy.kind,
    rule: decidedBy.rule,
    layer: decidedBy.layer,
    detail: decidedBy.detail,
    mode: decision.mode,
    headless: event.headless,
    sandboxed: decision.sandboxed,
    policyDigest: policy.digest,
    policyIds: policy.ids,
    facts: decision.facts,
    parse: reading,
    denials: counted && {
      consecutive: counted.consecutive,
      total: counted.total,
      breakerOpen: counted.breakerOpen
    },
    classifier: decision.classifier === undefined ? null : loggedReport(decision.classifier, event.log),
    durationMs: Math.round(event.durationMs * 1000) / 1000
  }
}

/** The digest alone, unless a policy says otherwise. */
function loggedInput(
  { input, log }: DecisionEvent,
  length: number
): Pick<DecisionRecord, 'input' | 'erased' | 'truncated'> | undefined {
  if (log?.input !== 'masked') return undefined
  return length > MAX_INPUT_CHARACTERS ? { truncated: true } : maskInput(input, log.mask)
}

/** Words may quote anything that the classifier was shown, also what a mask takes out; codes quote nothing. */
function loggedReport(
  { reason, ...report }: ClassifierReport,
  log: InputLogging | undefined
): NonNullable<DecisionRecord['classifier']> {
  if (report.verdict === 'none') return { ...report, reason }
  const mayQuote = log?.input === 'masked' && log.mask.length === 0
  return mayQuote ? { ...report, reason: reason.slice(0, MAX_REASON_CHARACTERS) } : report
}
