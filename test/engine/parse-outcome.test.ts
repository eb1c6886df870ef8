import { expect, test } from 'vitest'
import type { DecideRequest } from '../../src/engine/decision.ts'
import { decide, newEngine, settled, sharedEngine } from '../engine-fixture.ts'

const call = (tool: string, input: Readonly<Record<string, unknown>>): DecideRequest => ({
  tool,
  input,
  cwd: '/home/dev/app'
})

const structure = (code: string) => ({ status: 'failClosed', class: 'structure', code })
const meaning = (code: string) => ({ status: 'failClosed', class: 'meaning', code })

test.each([
  ['a command that is read', call('Bash', { command: 'git status && ls' }), { status: 'ok' }],
  ['an empty command', call('Bash', { command: '' }), { status: 'ok' }],
  ['an open quote', call('Bash', { command: 'echo "' }), structure('syntax')],
  ['a command over the bound', call('Bash', { command: 'a'.repeat(20_000) }), structure('too-long')],
  ['a program nobody knows yet', call('Bash', { command: 'ls; $X y' }), meaning('dynamic-program')],
  ['code that is not readable', call('Bash', { command: "bash -c 'echo \"'" }), structure('syntax')],
  [
    'a monitored command',
    call('Monitor', { description: 'logs', timeout_ms: 9, command: 'eval x' }),
    meaning('eval')
  ],
  ['PowerShell', call('PowerShell', { command: 'Get-Date' }), structure('no-parser')],
  ['a tool that is no shell', call('Read', { file_path: '/etc/passwd' }), undefined],
  ['a tool nobody knows', call('HouseTool', { command: 'echo "' }), undefined],
  ['an input that does not fit', call('Bash', { command: 7 }), undefined]
])('a decision says how the reading went of %s', async (_, request, expected) => {
  expect((await decide(await sharedEngine(), request)).parse).toEqual(expected)
})

test('the outcome is of the command as it would run', async () => {
  const hook = { decision: 'allow', updatedInput: { command: 'echo "' } } as const
  const request = { ...call('Bash', { command: 'ls' }), hook }
  expect((await decide(await sharedEngine(), request)).parse).toEqual(structure('syntax'))
})

test('a home-made shell is one', async () => {
  const tools = [{ name: 'execute_command', as: 'Bash', fields: { command: 'cmd' } }]
  const engine = await newEngine([{ id: 'house', settings: {}, tools }])
  expect((await decide(engine, call('execute_command', { cmd: 'ls' }))).parse).toEqual({ status: 'ok' })
})

test('each call of a batch has its own', async () => {
  const calls = ['ls', 'echo "', 7].map((command, index) => ({
    toolUseId: String(index),
    tool: 'Bash',
    input: { command }
  }))
  const engine = await sharedEngine()
  const { decisions } = settled(await engine.decideBatch({ cwd: '/home/dev/app' }, calls))
  expect(decisions.map(({ parse }) => parse)).toEqual([{ status: 'ok' }, structure('syntax'), undefined])
})
