import { expect, test } from 'vitest'
import { createEngine, type DecideRequest } from '../../src/engine/engine.ts'
import { readHookCondition } from '../../src/engine/hook-conditions.ts'
import { newEngine, sharedEngine, sharedReader } from '../engine-fixture.ts'

function condition(text: string) {
  const read = readHookCondition(text)
  if ('problem' in read) throw new Error(`${text}: ${read.problem}`)
  return read
}

const call = (tool: string, input: DecideRequest['input']): DecideRequest => ({
  tool,
  input,
  cwd: '/home/dev/app',
  homeDir: '/home/dev'
})

const bash = (command: string) => call('Bash', { command })

test.each([
  ['Bash', 'ls', true],
  ['Bash(git push *)', 'git push origin main', true],
  ['Bash(git push *)', 'git push', true],
  ['Bash(git push *)', 'git status', false],
  ['Bash(git push *)', 'FOO=1 BAR=2 git push', true],
  ['Bash(git push *)', 'cd x && git push', true],
  ['Bash(git push *)', 'ls | xargs git push', true],
  ['Bash(git push *)', 'echo "$(git push)"', true],
  ['Bash(git push *)', 'sudo git -C sub push -f', true],
  ['Bash(git push *)', "sh -c 'git push'", true],
  ['Bash(git push *)', 'echo $(date)', true],
  ['Bash(git push *)', 'echo `date`', true],
  ['Bash(git push *)', 'echo $HOME', true],
  ['Bash(git push *)', 'echo ${A}', true],
  ['Bash(git *)', 'echo $(date)', false],
  ['Bash(git:*)', 'echo $HOME', false],
  ['Bash(git *)', 'echo $(git status)', true],
  ['Bash(git *)', '$CMD status', true],
  ['Bash(git *)', 'eval "$X"', true],
  ['Bash(git *)', 'echo "unclosed', true],
  ['Bash(git *)', `echo ${'a'.repeat(20_000)}`, true],
  ['Bash(rm *)', 'find . -exec rm {} +', true],
  ['Edit(*.ts)', 'echo x > a.ts', true],
  ['Edit(*.ts)', 'echo x > a.md', false],
  ['Read(.env)', 'cat .env', true],
  ['Read(.env)', 'cat readme.md', false],
  ['Write', 'ls', false]
])('the condition %s is met by the command %s: %s', async (rule, command, met) => {
  const engine = await sharedEngine()
  expect(await engine.meets(condition(rule), bash(command))).toBe(met)
})

test.each([
  ['Edit', 'Edit', { file_path: '/home/dev/app/a.ts', old_string: 'a', new_string: 'b' }, true],
  ['Edit(*.ts)', 'Write', { file_path: '/home/dev/app/src/a.ts', content: '' }, true],
  ['Edit(*.ts)', 'Write', { file_path: '/home/dev/app/src/a.md', content: '' }, false],
  ['Edit(//etc/**)', 'Write', { file_path: '/etc/hosts', content: '' }, true],
  ['Bash(git *)', 'Read', { file_path: '/home/dev/app/a' }, false],
  ['WebFetch(domain:example.com)', 'WebFetch', { url: 'https://example.com/', prompt: '' }, true],
  ['WebFetch(domain:example.com)', 'WebFetch', { url: 'https://example.org/', prompt: '' }, false],
  ['Agent(reviewer)', 'Task', { description: '', prompt: '', subagent_type: 'reviewer' }, true],
  ['Agent(reviewer)', 'Agent', { description: '', prompt: '', subagent_type: 'other' }, false],
  ['mcp__files', 'mcp__files__write', {}, true],
  ['mcp__*', 'mcp__files__write', {}, true],
  ['mcp__other', 'mcp__files__write', {}, false],
  ['Bash(run_in_background:true)', 'Bash', { command: 'ls', run_in_background: true }, true],
  ['Bash(run_in_background:true)', 'Bash', { command: 'ls' }, false],
  ['Bash(git *)', 'Monitor', { command: 'git log', description: '' }, true],
  ['Bash(git *)', 'Bash', { command: 7 }, true]
])('the condition %s is met by a call of %s with %j: %s', async (rule, tool, input, met) => {
  const engine = await sharedEngine()
  expect(await engine.meets(condition(rule), call(tool, input))).toBe(met)
})

test('a home-made tool meets conditions of the built-in that it stands for', async () => {
  const engine = await newEngine([
    { id: 'a', settings: {}, tools: [{ name: 'shell', as: 'Bash', fields: { command: 'cmd' } }] }
  ])
  expect(await engine.meets(condition('Bash(git *)'), call('shell', { cmd: 'git log' }))).toBe(true)
  expect(await engine.meets(condition('Bash(git *)'), call('shell', { cmd: 'ls' }))).toBe(false)
  expect(engine.toolNames('shell')).toEqual(expect.arrayContaining(['shell', 'Bash']))
})

test('a command that takes long to read meets every condition', async () => {
  const engine = createEngine({
    reader: await sharedReader(),
    policies: [],
    elsewhere: {
      isHeavy: () => true,
      hasHeavySettings: () => false,
      decide: async () => undefined,
      classify: async () => undefined
    }
  })
  if ('problem' in engine) throw new Error('no engine')
  expect(await engine.meets(condition('Bash(git *)'), bash('ls'))).toBe(true)
})

test('no setting makes a command whose meaning is not known pass a condition by', async () => {
  const engine = await newEngine([{ id: 'a', settings: { permissions: { undecidable: 'allow' } } }])
  expect(await engine.meets(condition('Bash(git *)'), bash('eval "$X"'))).toBe(true)
})

test.each([
  ['Agent', ['Agent', 'Task']],
  ['Task', ['Task', 'Agent']],
  ['mcp__a__b', ['mcp__a__b']]
])('hooks know %s by the names %j', async (tool, names) => {
  expect([...(await sharedEngine()).toolNames(tool)].sort()).toEqual([...names].sort())
})

test.each(['', 'Bash(', 'Bash()', 'Bash(git push; ls)', 'rm *', 'TodoWrite(x)'])(
  '%j is no condition',
  (rule) => {
    expect(readHookCondition(rule)).toHaveProperty('problem')
  }
)
