import { expect, test } from 'vitest'
import { parseRule } from '../../../src/engine/rules/parse.ts'

const SUSPENDED = [
  'Bash',
  'Bash(*)',
  'PowerShell(*)',
  'Bash(python*)',
  'Bash(python *)',
  'Bash(python3.12:*)',
  'Bash(/usr/bin/python3 *)',
  'Bash(py*)',
  'Bash(* install)',
  'Bash(node *)',
  'Bash(bash -c *)',
  'Bash(sudo *)',
  'Bash(ssh host *)',
  'Bash(npm run *)',
  'Bash(npm *)',
  'Bash(npm r*)',
  'Bash(yarn *)',
  'Bash(pnpm *)',
  'Bash(npx *)',
  'Bash(bunx jest *)',
  'Bash(uv run *)',
  'Bash(FOO=1 npx *)',
  'Bash(docker run *)',
  'PowerShell(Invoke-Expression *)',
  'Agent',
  'Agent(Explore)',
  'Task(Explore)',
  'Monitor',
  'Monitor(tail -f log)'
]

const KEPT = [
  'Bash(npm test)',
  'Bash(npm run build)',
  'Bash(npm view *)',
  'Bash(python script.py)',
  'Bash(git *)',
  'Bash(ls*)',
  'Bash(docker ps *)',
  'Bash(make build)',
  'PowerShell(Get-ChildItem *)',
  'Read',
  'Edit(src/**)',
  'WebFetch(domain:example.com)',
  'Skill(deploy *)',
  'mcp__github'
]

const suspended = (text: string, behavior: 'allow' | 'deny'): readonly boolean[] =>
  parseRule(text, behavior, 'user').rules.map((rule) => rule.suspendedInAuto)

test.each(SUSPENDED)('auto mode suspends an allow rule `%s`', (text) => {
  expect(suspended(text, 'allow')).toEqual([true])
})

test.each(KEPT)('auto mode keeps an allow rule `%s`', (text) => {
  expect(suspended(text, 'allow')).toEqual([false])
})

test.each(SUSPENDED)('auto mode suspends no deny rule `%s`', (text) => {
  expect(suspended(text, 'deny')).not.toContain(true)
})
