import { describe, expect, it } from 'vitest'
import { validateInput, withoutReserved } from '../../../src/engine/tools/input.ts'
import { BUILT_IN_TOOLS, findTool } from '../../../src/engine/tools/registry.ts'

const issuesOf = (tool: string, input: unknown): readonly string[] => {
  const result = validateInput(findTool(tool), input)
  return 'issues' in result ? result.issues.map(({ path, code }) => `${path} ${code}`) : []
}

const QUESTION = {
  question: 'q',
  header: 'h',
  options: [{ label: 'a', description: 'd' }],
  multiSelect: false
}

describe('validateInput', () => {
  it.each([
    ['Read', 'file_path', {}],
    ['Edit', 'file_path', { old_string: 'a', new_string: 'b' }],
    ['Write', 'file_path', { content: '' }],
    ['NotebookEdit', 'notebook_path', { new_source: 'x' }],
    ['MultiEdit', 'file_path', { edits: [] }],
    ['Glob', 'path', { pattern: '*' }],
    ['Grep', 'path', { pattern: 'x' }]
  ])('takes a path of 32,768 characters for %s, not of one more', (tool, field, rest) => {
    const path = `/${'a'.repeat(32_767)}`
    expect(issuesOf(tool, { ...rest, [field]: path })).toEqual([])
    expect(issuesOf(tool, { ...rest, [field]: `${path}a` })).toEqual([`/input/${field} too-big`])
  })

  it.each<[string, object]>([
    ['Bash', { command: 'ls', timeout: 600_000, description: 'd', run_in_background: true }],
    ['Bash', { command: 'ls', dangerouslyDisableSandbox: true }],
    ['PowerShell', { command: 'ls' }],
    ['Monitor', { description: 'd', timeout_ms: 1000, command: 'tail -f x' }],
    ['Monitor', { description: 'd', timeout_ms: 1000, ws: { url: 'wss://a.example', protocols: ['x'] } }],
    ['Read', { file_path: '/a', offset: 1, limit: 2, pages: '1-2', allow_large: true }],
    ['Edit', { file_path: '/a', old_string: 'a', new_string: 'b', replace_all: true }],
    ['Write', { file_path: '/a', content: '' }],
    ['NotebookEdit', { notebook_path: '/a', new_source: 'x', cell_type: 'code', edit_mode: 'insert' }],
    ['MultiEdit', { file_path: '/a', edits: [{ old_string: 'a', new_string: 'b' }] }],
    ['Glob', { pattern: '*', path: '/a' }],
    ['Grep', { pattern: 'x', '-i': true, '-A': 2, output_mode: 'count', multiline: false }],
    ['LSP', { operation: 'hover', filePath: '/a', line: 1 }],
    ['WebFetch', { url: 'https://a.example', prompt: 'p' }],
    ['WebSearch', { query: 'q', allowed_domains: ['a.example'] }],
    [
      'Agent',
      { description: 'd', prompt: 'p', subagent_type: 'Explore', model: 'opus', isolation: 'worktree' }
    ],
    ['Task', { description: 'd', prompt: 'p', model: 'some-model-20260101' }],
    ['Skill', { skill: 'deploy', args: 'prod' }],
    ['TodoWrite', { todos: [{ content: 'c', status: 'pending', activeForm: 'a' }] }],
    ['TaskUpdate', { taskId: '1', status: 'deleted', addBlocks: ['2'] }],
    ['TaskStop', { shell_id: '1' }],
    ['AskUserQuestion', { questions: [QUESTION] }],
    ['ExitPlanMode', { plan: 'p', allowedPrompts: [] }],
    ['EnterPlanMode', {}],
    ['EnterWorktree', { path: '/a' }],
    ['ExitWorktree', { action: 'keep' }],
    ['CronCreate', { cron: '* * * * *', prompt: 'p' }],
    ['SendMessage', { recipient: 'a', message: 'm' }],
    ['mcp__a__b', { _anything: { goes: true } }],
    ['execute_command', { cmd: 'ls', _own: 1 }]
  ])('accepts what is documented for %s: %j', (tool, input) => {
    expect(validateInput(findTool(tool), input)).toEqual({ input })
  })

  it.each<[string, unknown, readonly string[]]>([
    ['Bash', {}, ['/input/command required']],
    ['Bash', { command: 1 }, ['/input/command wrong-type']],
    ['Bash', { command: null }, ['/input/command wrong-type']],
    ['Bash', { command: 'ls', timeout: 600_001 }, ['/input/timeout too-big']],
    ['Bash', { command: 'ls', cwd: '/', 'a/b': 1 }, ['/input/cwd unknown-key', '/input/a~1b unknown-key']],
    ['Read', { file_path: '/a', path: '/b' }, ['/input/path unknown-key']],
    ['Agent', { description: 'd', prompt: 'p', isolation: 'none' }, ['/input/isolation not-allowed']],
    ['Monitor', { description: 'd', timeout_ms: 1 }, ['/input not-allowed']],
    ['Monitor', { description: 'd', timeout_ms: 1, command: 'a', ws: { url: 'b' } }, ['/input not-allowed']],
    ['EnterWorktree', { name: 'a', path: 'b' }, ['/input not-allowed']],
    ['AskUserQuestion', { questions: [] }, ['/input/questions too-small']],
    ['AskUserQuestion', { questions: Array(5).fill(QUESTION) }, ['/input/questions too-big']],
    [
      'TodoWrite',
      { todos: [{ content: 'c', status: 'done', activeForm: 'a' }] },
      ['/input/todos/0/status not-allowed']
    ],
    ['EnterPlanMode', { plan: 'p' }, ['/input/plan unknown-key']],
    ['Bash', 'ls', ['/input wrong-type']],
    ['Bash', ['ls'], ['/input wrong-type']],
    ['mcp__a__b', null, ['/input wrong-type']]
  ])('refuses for %s the input %j', (tool, input, expected) => {
    expect(issuesOf(tool, input)).toEqual(expected)
  })

  it.each(BUILT_IN_TOOLS.map((tool) => tool.name))(
    'refuses fields of the permission system in the input of %s',
    (name) => {
      const forged: unknown = JSON.parse('{"_simulatedSedEdit": {}, "__proto__": {}}')
      expect(issuesOf(name, forged)).toEqual([
        '/input/_simulatedSedEdit reserved-field',
        '/input/__proto__ reserved-field'
      ])
    }
  )
})

describe('input of hostile size', () => {
  const issues = (tool: string, input: unknown) => {
    const result = validateInput(findTool(tool), input)
    return 'issues' in result ? result.issues : []
  }
  const keys = (prefix: string, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 1]))

  it.each<[string, (list: readonly unknown[]) => object, string]>([
    ['TodoWrite', (todos) => ({ todos }), '/input/todos'],
    ['TaskUpdate', (addBlocks) => ({ taskId: '1', addBlocks }), '/input/addBlocks'],
    ['TaskUpdate', (addBlockedBy) => ({ taskId: '1', addBlockedBy }), '/input/addBlockedBy'],
    ['MultiEdit', (edits) => ({ file_path: '/a', edits }), '/input/edits'],
    ['WebSearch', (allowed_domains) => ({ query: 'q', allowed_domains }), '/input/allowed_domains'],
    ['WebSearch', (blocked_domains) => ({ query: 'q', blocked_domains }), '/input/blocked_domains'],
    [
      'Monitor',
      (protocols) => ({ description: 'd', timeout_ms: 1, ws: { url: 'wss://a.example', protocols } }),
      '/input/ws/protocols'
    ],
    ['AskUserQuestion', (questions) => ({ questions }), '/input/questions'],
    [
      'AskUserQuestion',
      (options) => ({ questions: [{ ...QUESTION, options }] }),
      '/input/questions/0/options'
    ]
  ])('is refused for %s by the length of a list, not entry by entry', (tool, input, path) => {
    expect(issues(tool, input(Array(1001).fill({})))).toEqual([
      { path, code: 'too-big', message: 'expected at most 1000 entries' }
    ])
  })

  it.each<[string, unknown, number]>([
    ['many bad entries', { todos: Array(1000).fill({}) }, 3000],
    ['many unknown fields', { todos: [], ...keys('k', 5000) }, 5000],
    ['many fields of the permission system', { todos: [], ...keys('_', 5000) }, 5000]
  ])('with %s names nineteen faults and counts the others', (_, input, count) => {
    const found = issues('TodoWrite', input)
    expect(found).toHaveLength(20)
    expect(found.at(-1)).toEqual({ path: '/input', code: 'more', message: `has ${count - 19} more faults` })
  })

  it.each([
    ['Bash', { command: 'ls', ['k'.repeat(500_000)]: 1 }],
    ['Bash', { command: 'ls', [`_${'k'.repeat(500_000)}`]: 1 }],
    ['TodoWrite', { todos: [{ ['k'.repeat(500_000)]: 1 }] }]
  ])('is not repeated in what is said of it: %s', (tool, input) => {
    const found = issues(tool, input)
    expect(found.length).toBeGreaterThan(0)
    expect(JSON.stringify(found).length).toBeLessThan(3000)
  })
})

describe('what is said of input', () => {
  it.each<[string, unknown, string]>([
    ['Bash', {}, 'expected a string, found nothing'],
    ['Bash', { command: 1 }, 'expected a string, found a number'],
    ['Bash', { command: 'ls', timeout: 600_001 }, 'expected at most 600000'],
    ['Bash', { command: 'ls', cwd: '/' }, 'this key is not known here'],
    ['Monitor', { description: 'd', timeout_ms: 1 }, 'expected exactly one of command and ws'],
    ['EnterWorktree', { name: 'a', path: 'b' }, 'expected name or path, found both'],
    ['ExitWorktree', { action: 'x' }, 'expected one of keep, remove'],
    ['AskUserQuestion', { questions: [] }, 'expected at least 1 entries']
  ])('is in words of our own: %s %j', (tool, input, message) => {
    expect(validateInput(findTool(tool), input)).toMatchObject({ issues: [{ message }] })
  })
})

describe('withoutReserved', () => {
  it('strips the fields of the permission system and keeps the rest', () => {
    expect(withoutReserved({ command: 'ls', _x: 1 })).toEqual({ command: 'ls' })
  })
})
