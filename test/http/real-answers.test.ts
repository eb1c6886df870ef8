import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { classification } from '../../src/routes/schemas/classify.ts'
import { batchAnswer, decision } from '../../src/routes/schemas/decide.ts'
import { toolsAnswer } from '../../src/routes/schemas/tools.ts'
import { sharedEngine } from '../engine-fixture.ts'
import { post, send } from './client.ts'

const CALL = { cwd: '/home/dev/app', homeDir: '/home/dev' }
const settings = {
  user: { permissions: { allow: ['Bash(npm test)', 'Read(', 'mcp__x'], ask: ['Bash(npm publish *)'] } },
  project: { permissions: { deny: ['Read(.env)', 'Bash(rm *)'], allow: ['Bash(*)'] } }
}
const bash = (command: string, more: object = {}) => ({
  ...CALL,
  tool: 'Bash',
  input: { command },
  explain: true,
  ...more
})

/** The answer fits its schema, and holds no field the schema does not know. */
function expectFit(schema: z.ZodType, answer: { status: number; json: unknown }): void {
  expect(answer.status).toBe(200)
  expect(schema.parse(answer.json)).toEqual(answer.json)
}

describe('what the real engine answers fits the description', () => {
  test.each([
    ['an allow', bash('ls')],
    ['an ask', bash('npm publish --tag x', { settings })],
    ['a deny', bash('npm test && rm -rf build', { settings })],
    ['a safety check', bash('rm -rf ~', { mode: 'bypassPermissions' })],
    ['undecidable Bash', bash('echo "$(', { headless: true })],
    ['warnings', bash('npm test', { settings, projectTrusted: false })],
    ['mode auto', bash('npm install', { mode: 'auto', sessionId: 's' })],
    [
      'mode plan',
      { ...CALL, tool: 'Edit', input: { file_path: '/x', old_string: 'a', new_string: 'b' }, mode: 'plan' }
    ],
    ['an input that does not fit', { ...CALL, tool: 'Read', input: { path: 3 } }],
    ['an unknown tool', { ...CALL, tool: 'Whatever', input: {} }],
    ['a rewritten input', bash('ls', { hook: { decision: 'allow', updatedInput: { command: 'ls -l' } } })]
  ])('POST /decide: %s', async (_, body) => {
    expectFit(decision, await post('/decide', body, { engine: await sharedEngine() }))
  })

  test('POST /decide/batch', async () => {
    const calls = [
      { toolUseId: 'a', tool: 'Read', input: { file_path: '/home/dev/app/x' } },
      { toolUseId: 'b', tool: 'Bash', input: { command: 'cd sub && ls' } },
      { toolUseId: 'c', tool: 'Bash', input: { command: 'cat x' } },
      { toolUseId: 'd', tool: 7 }
    ]
    const answer = await post(
      '/decide/batch',
      { ...CALL, settings, calls, explain: true },
      { engine: await sharedEngine() }
    )
    expectFit(batchAnswer, answer)
    expect(answer.json).toMatchObject({ decisions: calls.map(({ toolUseId }) => ({ toolUseId })) })
  })

  test.each([
    ['a pipeline', { command: 'FOO=1 grep -r x . 2>/dev/null | timeout 5 sort > "$OUT"' }],
    ['a syntax error', { command: 'echo "' }],
    ['a dynamic program', { command: '$X y' }],
    ['a tool', { tool: 'Write', input: { file_path: '/x', content: '' }, cwd: '/home' }],
    ['an unknown tool', { tool: 'Whatever', input: {} }]
  ])('POST /classify: %s', async (_, body) => {
    expectFit(classification, await post('/classify', body, { engine: await sharedEngine() }))
  })

  test('GET /tools', async () => {
    expectFit(toolsAnswer, await send({ method: 'GET', url: '/tools' }, { engine: await sharedEngine() }))
  })
})
