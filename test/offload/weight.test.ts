import { describe, expect, test } from 'vitest'
import { isHeavyCall, isHeavyText } from '../../src/offload/weight.ts'
import { bash } from './fixture.ts'

const HEAVY = 'a;'.repeat(200)

describe('a text', () => {
  test.each([
    ['nothing', ''],
    ['a command with pipes and redirections', 'cd src && npm test -- --run 2>&1 | tail -20 > "$LOG"'],
    [
      'a commit with a message of some paragraphs',
      `git commit -m "$(cat <<'EOF'\n${'A line of some words.\n'.repeat(20)}EOF\n)"`
    ],
    ['a word of a thousand characters', 'a'.repeat(1_000)]
  ])('that may be decided at once: %s', (_, text) => {
    expect(isHeavyText(text)).toBe(false)
  })

  test.each([
    ['many operators', HEAVY],
    ['many words', 'rm '.repeat(300)],
    ['many patterns', 'a*'.repeat(200)],
    ['any text of some length', 'a'.repeat(2_000)]
  ])('that may take long: %s', (_, text) => {
    expect(isHeavyText(text)).toBe(true)
  })
})

describe('a call', () => {
  test.each([
    ['its command', bash(HEAVY)],
    ['what a hook put in', bash('ls', { hook: { decision: 'allow', updatedInput: { command: HEAVY } } })],
    [
      'what the hook for permissions put in',
      bash('ls', { permissionRequestHook: { decision: 'allow', updatedInput: { command: HEAVY } } })
    ],
    ['the command to classify', { command: HEAVY }],
    ['the input to classify', { tool: 'Bash', input: { command: HEAVY } }]
  ])('is heavy by %s', (_, request) => {
    expect(isHeavyCall(request)).toBe(true)
  })

  test.each([
    ['a short command', bash('ls')],
    ['a file of any length', { ...bash(''), tool: 'Write', input: { file_path: 'a', content: HEAVY } }],
    ['a short command to classify', { command: 'ls' }],
    ['no command', { tool: 'Bash', input: {} }]
  ])('is light with %s', (_, request) => {
    expect(isHeavyCall(request)).toBe(false)
  })
})
