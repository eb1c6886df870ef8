/** Chat completions as OpenAI-compatible endpoints have them: the answer is forced into a JSON Schema. */
import OpenAI from 'openai'
import { z } from 'zod'
import { Endpoint } from './endpoint.ts'
import type { Answered, JudgeModel } from './judge-model.ts'
import { answeredIn, bearer, type ModelAccess, oneShotModel, REFUSED, UNPARSABLE } from './one-shot-model.ts'
import { ANSWER_NAME, ANSWER_SCHEMA } from './prompt/answer-form.ts'
import type { Prompt } from './prompt/prompt.ts'
import { sdkFetch } from './sdk-fetch.ts'

/** Models that think before they answer do it within this, too. */
const MAX_TOKENS = 8_192
const MAX_ANSWER_BYTES = 256 * 1024

const nothing = z.union([z.null(), z.tuple([])]).optional()

/** What is read of an answer; it may hold more. */
const Completion = z.object({
  choices: z.tuple([
    z.object({
      finish_reason: z.string(),
      message: z.object({
        role: z.literal('assistant'),
        content: z.string().nullish(),
        refusal: z.string().nullish(),
        tool_calls: nothing,
        function_call: nothing
      })
    })
  ])
})

export function openaiModel({ url, model, key }: ModelAccess, secret?: Uint8Array): JudgeModel {
  const endpoint = new Endpoint({
    headers: () => bearer(key()),
    maxBytes: MAX_ANSWER_BYTES
  })
  const api = new OpenAI({
    baseURL: url,
    // Each of these, left out, is looked for in the environment; the endpoint sends the key.
    apiKey: 'sent by the endpoint',
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    fetch: sdkFetch(endpoint)
  })
  const content = (prompt: Prompt) => contentOf(prompt, model)
  return oneShotModel(
    model,
    {
      content,
      async ask(prompt, signal) {
        const body: unknown = await api.chat.completions.create(content(prompt), { signal })
        return read(body, prompt.hardDeny)
      },
      close: () => endpoint.close()
    },
    secret
  )
}

const contentOf = (prompt: Prompt, model: string): OpenAI.ChatCompletionCreateParamsNonStreaming => ({
  model,
  max_completion_tokens: MAX_TOKENS,
  messages: [
    { role: 'system', content: prompt.instructions },
    { role: 'user', content: prompt.material }
  ],
  response_format: {
    type: 'json_schema',
    json_schema: { name: ANSWER_NAME, strict: true, schema: { ...ANSWER_SCHEMA } }
  }
})

function read(body: unknown, hardDeny: readonly string[]): Answered {
  const { data } = Completion.safeParse(body)
  if (data === undefined) return UNPARSABLE
  const [{ finish_reason: end, message }] = data.choices
  if (end === 'content_filter' || (message.refusal ?? '') !== '') return REFUSED
  if (end !== 'stop') return UNPARSABLE
  return answeredIn(message.content ?? '', hardDeny)
}
