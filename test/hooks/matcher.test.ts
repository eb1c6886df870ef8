import { expect, test } from 'vitest'
import { compileMatcher } from '../../src/hooks/matcher.ts'

test.each([
  [undefined, 'Bash', true],
  ['', 'Bash', true],
  ['*', 'mcp__a__b', true],
  ['Bash', 'Bash', true],
  ['Bash', 'BashOutput', false],
  ['Bash', 'bash', false],
  ['Edit|Write', 'Write', true],
  ['Edit, Write', 'Write', true],
  ['Edit|Write', 'MultiEdit', false],
  ['mcp__memory', 'mcp__memory__read', false],
  ['mcp__memory__.*', 'mcp__memory__read', true],
  ['mcp__.*__write.*', 'mcp__files__write_all', true],
  ['^Notebook', 'NotebookEdit', true],
  ['Edit.*', 'MultiEdit', true],
  ['^Edit$', 'MultiEdit', false],
  ['^(?!Read)', 'Read', false],
  ['^x$', 'y'.repeat(1_000), true]
])('the matcher %j meets %s: %s', (matcher, tool, meets) => {
  expect(compileMatcher(matcher)?.([tool])).toBe(meets)
})

test('any name of a tool is enough', () => {
  expect(compileMatcher('Task')?.(['Agent', 'Task'])).toBe(true)
})

test.each(['(', '[', '(a+)+$', '(.*)*x', '.*.*.*.*.*x', '(?<=a)**'])('%j is no matcher', (matcher) => {
  expect(compileMatcher(matcher)).toBeUndefined()
})
