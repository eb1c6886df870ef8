import Anthropic from '@anthropic-ai/sdk'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ANTHROPIC_VERSION, anthropicModel } from '../../src/classifier/anthropic.ts'
import { PASSES } from '../model-answers.ts'
import { type ModelServer, startModelServer } from '../model-server.ts'
import { question } from './question.ts'

let server: ModelServer

beforeAll(async () => {
  server = await startModelServer()
})
beforeEach(() => server.clear())
afterAll(() => server.close())

async function ask() {
  const judge = anthropicModel({ url: server.url, model: 'judge-1', key: () => 'k' })
  const request = judge.prepare(question())
  if (request === undefined) throw new Error('too long')
  const answered = await judge.ask(request, AbortSignal.timeout(20_000))
  judge.close()
  return { request, answered }
}

test('the request holds the prompt, and the form that the answer must have', async () => {
  const { request } = await ask()
  expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
    model: 'judge-1',
    max_tokens: expect.any(Number),
    system: [{ type: 'text', text: request.prompt.instructions, cache_control: { type: 'ephemeral' } }],
    messages: [{ role: 'user', content: request.prompt.material }],
    output_config: { format: { type: 'json_schema', schema: expect.objectContaining({ type: 'object' }) } }
  })
})

test('the version of the interface is the one that the library speaks', async () => {
  let version: string | null = null
  const library = new Anthropic({
    ...{ apiKey: 'k', baseURL: 'http://127.0.0.1:9', maxRetries: 0, logLevel: 'off' },
    fetch: async (_, init) => {
      version = new Headers(init?.headers).get('anthropic-version')
      return new Response('{}', { headers: { 'content-type': 'application/json' } })
    }
  })
  await library.post('/v1/messages', { body: {} })
  expect(ANTHROPIC_VERSION).toBe(version)
})

const text = { type: 'text', text: JSON.stringify(PASSES) }
const message = (parts: object): string =>
  JSON.stringify({ type: 'message', role: 'assistant', stop_reason: 'end_turn', content: [text], ...parts })

const VERDICT = { verdict: { block: false, reason: PASSES.reason, category: 'none' } }
const UNPARSABLE = { none: 'classifier-unparsable' }
const REFUSED = { none: 'classifier-refused' }

test.each([
  [
    'a verdict behind what the model considered',
    {
      content: [
        { type: 'thinking', thinking: 'x', signature: 'y' },
        { type: 'redacted_thinking', data: 'x' },
        text
      ]
    },
    VERDICT
  ],
  ['a refusal with words', { stop_reason: 'refusal', content: [{ type: 'text', text: 'No.' }] }, REFUSED],
  ['a refusal with a verdict', { stop_reason: 'refusal' }, REFUSED],
  ['no content', { content: [] }, UNPARSABLE],
  ['considerations alone', { content: [{ type: 'thinking', thinking: JSON.stringify(PASSES) }] }, UNPARSABLE],
  [
    'a tool call beside the verdict',
    { content: [text, { type: 'tool_use', id: 'x', name: 'bash', input: {} }] },
    UNPARSABLE
  ],
  ['a stop for length', { stop_reason: 'max_tokens' }, UNPARSABLE],
  ['a stop for a full window', { stop_reason: 'model_context_window_exceeded' }, UNPARSABLE],
  ['a pause', { stop_reason: 'pause_turn' }, UNPARSABLE],
  ['no reason to stop', { stop_reason: null }, UNPARSABLE],
  [
    'an error with status 200',
    { type: 'error', error: { type: 'overloaded_error', message: 'x' } },
    UNPARSABLE
  ],
  ['content that is text', { content: JSON.stringify(PASSES) }, UNPARSABLE]
])('%s', async (_, parts, expected) => {
  server.script({ body: message(parts) })
  expect((await ask()).answered).toMatchObject(expected)
})
