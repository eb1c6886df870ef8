import { describe, expect, test } from 'vitest'
import { classification } from '../../src/routes/schemas/classify.ts'
import { expectProblem, post } from './client.ts'
import { stubEngine } from './stub-engine.ts'

describe('POST /classify', () => {
  test.each([
    ['a command', { command: 'ls' }],
    ['an empty command', { command: '' }],
    ['a tool and its input', { tool: 'Read', input: { file_path: '/x' } }],
    [
      'a command with its place',
      {
        command: 'ls',
        cwd: '/a',
        homeDir: '/h',
        projectDir: '/p',
        additionalDirectories: ['/d'],
        platform: 'darwin'
      }
    ]
  ])('takes %s', async (_, body) => {
    const engine = stubEngine()
    const answer = await post('/classify', body, { engine })
    expect(answer.status).toBe(200)
    expect(engine.asked).toEqual([body])
    expect(classification.parse(answer.json)).toEqual(answer.json)
  })

  test.each([
    ['nothing', {}, '/command', 'required'],
    ['a command and a tool', { command: 'ls', tool: 'Bash', input: {} }, '/command', 'not-allowed'],
    ['a command and an input', { command: 'ls', input: {} }, '/command', 'not-allowed'],
    ['a tool without input', { tool: 'Bash' }, '/input', 'required'],
    ['an input without tool', { input: {} }, '/command', 'required'],
    ['a command that is no text', { command: ['ls'] }, '/command', 'wrong-type'],
    ['a relative cwd', { command: 'ls', cwd: 'x' }, '/cwd', 'not-absolute'],
    ['an unknown key', { command: 'ls', mode: 'plan' }, '/mode', 'unknown-key']
  ])('refuses %s', async (_, body, path, code) => {
    expectProblem(await post('/classify', body), 'invalid-request', undefined, [
      { path, code, message: expect.any(String) }
    ])
  })
})
