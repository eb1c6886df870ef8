import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openaiModel } from '../../src/classifier/openai.ts'
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
  const judge = openaiModel({ url: `${server.url}/v1`, model: 'judge-1', key: () => 'k' })
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
    max_completion_tokens: expect.any(Number),
    messages: [
      { role: 'system', content: request.prompt.instructions },
      { role: 'user', content: request.prompt.material }
    ],
    response_format: {
      type: 'json_schema',
      json_schema: {
        name: 'verdict',
        strict: true,
        // A strict schema names every property as required and allows no other.
        schema: {
          type: 'object',
          properties: expect.objectContaining({
            hardDeny: expect.objectContaining({ type: ['integer', 'null'] })
          }),
          required: ['thinking', 'block', 'reason', 'category', 'hardDeny'],
          additionalProperties: false
        }
      }
    }
  })
})

const content = JSON.stringify(PASSES)
const choice = (end: unknown, said: object = {}): object => ({
  index: 0,
  finish_reason: end,
  message: { role: 'assistant', content, ...said }
})

const VERDICT = { verdict: { block: false, reason: PASSES.reason, category: 'none' } }
const UNPARSABLE = { none: 'classifier-unparsable' }
const REFUSED = { none: 'classifier-refused' }

test.each([
  ['a verdict of a server that leaves out what is empty', [choice('stop')], VERDICT],
  [
    'a verdict of a server that names what is empty',
    [choice('stop', { refusal: null, tool_calls: [], function_call: null, reasoning_content: 'x' })],
    VERDICT
  ],
  ['a refusal beside a verdict', [choice('stop', { refusal: 'No.' })], REFUSED],
  ['a stop by a content filter', [choice('content_filter')], REFUSED],
  ['a stop for length', [choice('length')], UNPARSABLE],
  ['a stop for tools', [choice('tool_calls')], UNPARSABLE],
  ['no reason to stop', [choice(null)], UNPARSABLE],
  ['a tool call beside the verdict', [choice('stop', { tool_calls: [{ id: 'x' }] })], UNPARSABLE],
  [
    'a function call beside the verdict',
    [choice('stop', { function_call: { name: 'x', arguments: '' } })],
    UNPARSABLE
  ],
  ['no choice', [], UNPARSABLE],
  ['two choices', [choice('stop'), choice('stop')], UNPARSABLE],
  ['another role', [choice('stop', { role: 'user' })], UNPARSABLE],
  ['no content', [choice('stop', { content: null })], UNPARSABLE],
  ['content in parts', [choice('stop', { content: [{ type: 'text', text: content }] })], UNPARSABLE]
])('%s', async (_, choices, expected) => {
  server.script({ body: JSON.stringify({ object: 'chat.completion', choices }) })
  expect((await ask()).answered).toMatchObject(expected)
})
