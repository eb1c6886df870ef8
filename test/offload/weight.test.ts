import { describe, expect, test } from 'vitest'
import type { DecideRequest } from '../../src/engine/decision.ts'
import { compilingMs, hasHeavySettings, isHeavyCall, isHeavyText } from '../../src/offload/weight.ts'
import { bash } from './fixture.ts'

const HEAVY = 'a;'.repeat(200)

const PROSE = 'A line of some words, as people write them in messages.\n'.repeat(36)
const PYTHON = "for name in ['a', 'b']:\n    print(f'{name}: {len(name)}')\n".repeat(20)

describe('a text', () => {
  test.each([
    ['nothing', ''],
    ['a command with pipes and redirections', 'cd src && npm test -- --run 2>&1 | tail -20 > "$LOG"'],
    ['a commit with a message of 2 KB', `git commit -m "${PROSE}"`],
    ['a commit with such a message in a heredoc', `git commit -m "$(cat <<'EOF'\n${PROSE}EOF\n)"`],
    ['a file of 2 KB', `cat > src/a.txt <<'EOF'\n${PROSE}EOF\n`],
    ['a script of 40 lines', `python3 - <<'EOF'\n${PYTHON}EOF`],
    ['such a script in a file', `cd app && cat <<'EOF' > a.py\n${PYTHON}EOF\npython3 a.py && rm a.py`],
    ['a word of 3,000 characters', 'a'.repeat(3_000)]
  ])('that may be decided at once: %s', (_, text) => {
    expect(isHeavyText(text)).toBe(false)
  })

  test.each([
    ['many operators', HEAVY],
    ['many words', 'rm '.repeat(800)],
    ['many words between tabs', 'rm\t'.repeat(800)],
    ['many patterns', 'a*'.repeat(200)],
    ['any text of some length', 'a'.repeat(4_001)],
    ['any heredoc of some length', `cat <<'EOF'\n${'a'.repeat(12_000)}\nEOF`]
  ])('that may take long: %s', (_, text) => {
    expect(isHeavyText(text)).toBe(true)
  })

  test.each([
    ['is expanded', `cat <<EOF\n${PYTHON}EOF`],
    ['is run by a shell', `bash <<'EOF'\n${PYTHON}EOF`],
    ['has no end', `cat <<'EOF'\n${PYTHON}`],
    ['ends before it', `cat <<'EOF'\nEOF\n${PYTHON}EOF`],
    ['ends before it for some', `cat <<'EOF'\n EOF.\n${PYTHON}EOF`],
    ['is a text between quotes', `echo "cat <<'EOF'\n${PYTHON}EOF\n"`],
    ['is an expression', `(( cat <<'EOF'\n${PYTHON}EOF\n))`],
    ['stands in a pipeline', `cat <<'EOF' | sh\n${PYTHON}EOF`],
    ['follows a word that may not stand there', `then cat <<'EOF'\n${PYTHON}EOF`]
  ])('that may take long where what looks like the body of a heredoc %s', (_, text) => {
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

describe('settings', () => {
  const call = (layers: number, rules: number): DecideRequest => ({
    tool: 'Bash',
    input: { command: 'ls' },
    cwd: '/srv',
    settings: Object.fromEntries(
      ['user', 'project', 'local']
        .slice(0, layers)
        .map((layer) => [
          layer,
          { permissions: { deny: Array.from({ length: rules }, (_, at) => `Bash(a${at})`) } }
        ])
    )
  })

  test.each([
    { layers: 1, rules: 1_000, isHeavy: false, ms: 20 },
    { layers: 1, rules: 1_001, isHeavy: true, ms: 21 },
    { layers: 3, rules: 400, isHeavy: true, ms: 24 }
  ])('of $layers times $rules rules', ({ layers, rules, isHeavy, ms }) => {
    const request = call(layers, rules)
    expect(hasHeavySettings(request)).toBe(isHeavy)
    expect(compilingMs(request)).toBe(ms)
  })

  test.each([undefined, {}, { user: null }, { user: { permissions: { deny: 'x' } } }, { user: [] }])(
    'that hold no rules: %j',
    (settings) => {
      // Callers may send anything in a layer.
      const request = { ...call(0, 0), settings } as DecideRequest
      expect(hasHeavySettings(request)).toBe(false)
    }
  )
})
