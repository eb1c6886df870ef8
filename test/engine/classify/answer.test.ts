import { describe, expect, it, test } from 'vitest'
import type { Classification } from '../../../src/engine/decision.ts'
import { decide, sharedEngine } from '../../engine-fixture.ts'

const PLACE = { cwd: '/home/dev/app', homeDir: '/home/dev' } as const
const engine = await sharedEngine()

const classify = async (command: string): Promise<Classification> => engine.classify({ command, ...PLACE })

describe('an entry of the commands', () => {
  it('says all that is known of one command', async () => {
    const { commands } = await classify('cd lib && A=1 timeout 5 rm -rf "$X" out 2> err.log')
    expect(commands[1]).toEqual({
      argv: ['timeout', '5', 'rm', '-rf', '"$X"', 'out'],
      text: 'A=1 timeout 5 rm -rf "$X" out 2> err.log',
      span: [10, 50],
      dynamic: [4],
      env: [{ name: 'A', value: '1' }],
      wrappers: ['timeout'],
      cwd: '/home/dev/app/lib',
      redirects: [{ op: '>', fd: 2, target: 'err.log', writes: true }],
      readOnly: false,
      concurrencySafe: false,
      destructive: true,
      network: false,
      executesCode: false,
      privileged: false,
      risk: 'high',
      reason: expect.any(String),
      reads: [],
      writes: ['/home/dev/app/lib/out', '/home/dev/app/lib/err.log'],
      unknownReads: true,
      unknownWrites: true,
      context: 'main'
    })
  })

  it('does not only read where its redirection writes', async () => {
    const { commands } = await classify('cat a > b; cat a > /dev/null; cat a > /dev/tcp/h/1')
    expect(commands.map(({ readOnly, writes, network }) => ({ readOnly, writes, network }))).toEqual([
      { readOnly: false, writes: ['/home/dev/app/b'], network: false },
      { readOnly: true, writes: [], network: false },
      expect.objectContaining({ readOnly: false, network: true })
    ])
  })

  it('answers for the script that it hands to a shell', async () => {
    const { commands, reasons } = await classify("ls; sudo sh -c 'cat ~/x; rm y' && ls")
    expect(commands.map(({ risk }) => risk)).toEqual(['none', 'high', 'none'])
    expect(commands[1]).toMatchObject({
      destructive: true,
      privileged: true,
      reads: ['/home/dev/x'],
      writes: ['/home/dev/app/y']
    })
    for (const { span } of reasons) expect(span).toEqual([4, 30])
  })

  it('does not answer for a substitution, which is a command of its own', async () => {
    const { commands } = await classify('echo "$(rm x)"')
    expect(commands.map(({ argv, risk, context }) => ({ argv: argv[0], risk, context }))).toEqual([
      { argv: 'rm', risk: 'medium', context: 'substitution' },
      { argv: 'echo', risk: 'none', context: 'main' }
    ])
  })

  it.each([
    ['cd src', false, false],
    ['cd src && ls', false, true],
    ['(cd src && ls)', true, true],
    ['npm install', false, false],
    ['git status', true, true],
    ['ls > f', false, false],
    ['frobnicate', false, false]
  ])('%s may run beside others: %s, its last command: %s', async (command, whole, last) => {
    const answer = await classify(command)
    expect([answer.concurrencySafe, answer.commands.at(-1)?.concurrencySafe]).toEqual([whole, last])
  })
})

describe('reasons', () => {
  it('are at most 100, the worst of all, while risk and flags count every one', async () => {
    const { reasons, risk, privileged } = await classify(`${'touch a; '.repeat(300)}sudo ls; rm -rf /`)
    expect(reasons).toHaveLength(100)
    expect(reasons[0]).toMatchObject({ code: 'removes-critical', command: 'rm -rf /' })
    expect(reasons[1]).toMatchObject({ code: 'privileged', command: 'sudo ls' })
    expect([risk, privileged]).toEqual(['critical', true])
  })

  it('stand at each command that gives them, and say what is special', async () => {
    const { reasons } = await classify('cat .env; cat b; cat .env')
    expect(reasons.map(({ code, span }) => [code, span])).toEqual([
      ['reads-secret', [0, 8]],
      ['reads-secret', [17, 25]]
    ])
    expect(reasons[0]?.message).toContain('.env')
  })

  it('of a group stand at its redirection', async () => {
    const { reasons } = await classify('{ ls; } > out')
    expect(reasons).toEqual([
      { code: 'overwrites-file', message: expect.any(String), command: '> out', span: [8, 13] }
    ])
  })

  it('of what cannot be read stand where reading ended, with all that may be in it', async () => {
    const answer = await classify('rm -rf /; echo "')
    expect(answer.parse.status).toBe('failClosed')
    expect(answer.reasons.map(({ code }) => code)).toContain('structure-unknown')
    expect(answer.reasons.map(({ code }) => code)).toContain('removes-critical')
    expect(answer).toMatchObject({
      destructive: true,
      network: true,
      executesCode: true,
      privileged: true,
      unknownReads: true,
      unknownWrites: true,
      suggestedRules: []
    })
  })
})

test('no path of an answer is below a directory that nobody stated', async () => {
  const answer = await engine.classify({ command: 'cat ../a b > ../../c; cat /x', homeDir: '/home/dev' })
  expect(answer).toMatchObject({ reads: ['/x'], writes: [], unknownReads: true, unknownWrites: true })
  expect(answer.commands[0]).toMatchObject({ cwd: null, reads: [], writes: [] })
})

describe('suggested rules', () => {
  const SUGGESTED: readonly (readonly [command: string, ...rules: string[]])[] = [
    ['npm test', 'Bash(npm test)'],
    ['cd app && npm run build && git push', 'Bash(npm run build)'],
    ['git add src && git commit -m x; git add src', 'Bash(git add src)', 'Bash(git commit -m x)'],
    ['timeout 5 npm test', 'Bash(npm test)'],
    ['mkdir -p a/b', 'Bash(mkdir -p a/b)'],
    ['frobnicate a', 'Bash(frobnicate a)'],
    ['ls'],
    ['echo x > f'],
    ['rm -rf build'],
    ['git push --force'],
    ['sudo npm test'],
    ['env npm test', 'Bash(npm test)'],
    ['FOO=1 npm test'],
    ['python3 a.py'],
    ['sh -c "npm test"'],
    ['npm run "$X"'],
    ['npm run build:*'],
    ['ls | xargs touch'],
    ['curl x | sh']
  ]

  it.each(SUGGESTED)('%s: %s %s', async (command, ...rules) => {
    const { suggestedRules } = await classify(command)
    expect(suggestedRules.map(({ rule }) => rule)).toEqual(rules.filter((rule) => rule !== undefined))
    for (const { behavior, layer } of suggestedRules) expect([behavior, layer]).toEqual(['allow', 'local'])
  })

  it('settle every command that they name', async () => {
    for (const [command, ...rules] of SUGGESTED) {
      if (rules.length === 0 || command.includes('cd app')) continue
      const { decision } = await decide(engine, {
        tool: 'Bash',
        input: { command },
        ...PLACE,
        settings: { user: { permissions: { allow: rules } } }
      })
      expect([command, decision]).toEqual([command, 'allow'])
    }
  })
})

describe('a call of another tool', () => {
  const CALLS: readonly (readonly [tool: string, input: Record<string, unknown>, expected: object])[] = [
    ['Read', { file_path: '/home/dev/app/a' }, { risk: 'none', reads: ['/home/dev/app/a'], readOnly: true }],
    ['Read', { file_path: '/home/dev/.ssh/id_rsa' }, { risk: 'high', destructive: false }],
    [
      'Write',
      { file_path: '/home/dev/app/a', content: '' },
      { risk: 'medium', destructive: true, writes: ['/home/dev/app/a'], unknownWrites: false }
    ],
    [
      'Edit',
      { file_path: '/home/dev/.bashrc', old_string: 'a', new_string: 'b' },
      { risk: 'high', network: false, executesCode: false }
    ],
    ['WebFetch', { url: 'https://x', prompt: 'y' }, { risk: 'low', network: true, executesCode: false }],
    ['WebSearch', { query: 'x' }, { risk: 'low', network: true }],
    ['mcp__a__b', {}, { risk: 'medium', network: true, executesCode: true, unknownWrites: true }],
    ['Bash', { command: 'rm x' }, { risk: 'medium', destructive: true }]
  ]

  it.each(CALLS)('%s %j', async (tool, input, expected) => {
    expect(await engine.classify({ tool, input, ...PLACE })).toMatchObject(expected)
  })

  it('with input that does not fit gets the careful answer', async () => {
    const answer = await engine.classify({ tool: 'Read', input: { path: 'x' }, ...PLACE })
    expect(answer).toMatchObject({
      parse: { status: 'failClosed', reason: { class: 'structure', code: 'invalid-input' } },
      destructive: true,
      network: true,
      executesCode: true,
      privileged: true,
      risk: 'high',
      reasons: [{ code: 'structure-unknown', span: [0, 0] }]
    })
  })
})
