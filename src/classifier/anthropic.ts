/**
 * The Anthropic Messages API. The answer is forced into a JSON Schema; a forced tool would do the same, but models that think
 * by default refuse it.
 */
import Anthropic from '@anthropic-ai/sdk'
import { z } from 'zod'
import { Endpoint } from './endpoint.ts'
import type { Answered, JudgeModel } from './judge-model.ts'
import { answeredIn, type ModelAccess, oneShotModel, REFUSED, UNPARSABLE } from './one-shot-model.ts'
import { ANSWER_SCHEMA } from './prompt/answer-form.ts'
import type { Prompt } from './prompt/prompt.ts'
import { sdkFetch } from './sdk-fetch.ts'

/** The version of the interface that the library speaks. */
export const ANTHROPIC_VERSION = '2026-10-21'

/** What a model thinks before it answers counts. */
const MAX_TOKENS = 8_192
const MAX_ANSWER_BYTES = 256 * 1024

/** What is read of an answer; it may hold more. Nothing but one text may stand beside the model's own considerations. */
const Message = z.object({
  type: z.literal('message'),
  stop_reason: z.literal('end_turn'),
  content: z.array(
    z.union([
      z.object({ type: z.literal('text'), text: z.string() }),
      z.object({ type: z.enum(['thinking', 'redacted_thinking']) })
    ])
  )
})

const Refusal = z.object({ type: z.literal('message'), stop_reason: z.literal('refusal') })

export function anthropicModel({ url, model, key }: ModelAccess, secret?: Uint8Array): JudgeModel {
  const endpoint = new Endpoint({
    headers: () => {
      const value = key()
      return { 'anthropic-version': ANTHROPIC_VERSION, ...(value !== undefined && { 'x-api-key': value }) }
    },
    maxBytes: MAX_ANSWER_BYTES
  })
  const api = new Anthropic({
    baseURL: url,
    // Each of these, left out, is looked for in the environment; the endpoint sends the key.
    apiKey: 'sent by the endpoint',
    webhookKey: null,
    logLevel: 'off',
    openTelemetry: { propagation: false, traces: { enabled: false } },
    maxRetries: 0,
    fetch: sdkFetch(endpoint)
  })
  const content = (prompt: Prompt) => contentOf(prompt, model)
  return oneShotModel(
    model,
    {
      content,
      async ask(prompt, signal) {
        // `messages.create` writes to the console where it holds a model for old.
        const body: unknown = await api.post('/v1/messages', { body: content(prompt), signal })
        return read(body, prompt.hardDeny)
      },
      close: () => endpoint.close()
    },
    secret
  )
}

const contentOf = (prompt: Prompt, model: string): Anthropic.MessageCreateParamsNonStreaming => ({
  model,
  max_tokens: MAX_TOKENS,
  system: [{ type: 'text', text: prompt.instructions, cache_control: { type: 'ephemeral' } }],
  messages: [{ role: 'user', content: prompt.material }],
  output_config: { format: { type: 'json_schema', schema: { ...ANSWER_SCHEMA } } }
})

function read(body: unknown, hardDeny: readonly string[]): Answered {
  if (Refusal.safeParse(body).success) return REFUSED
  const { data } = Message.safeParse(body)
  const texts = data?.content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  const [text, ...more] = texts ?? []
  if (text === undefined || more.length > 0) return UNPARSABLE
  return answeredIn(text, hardDeny)
}
