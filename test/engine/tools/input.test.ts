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
    ['Bash', {}, ['/input/command invalid-type']],
    ['Bash', { command: 1 }, ['/input/command invalid-type']],
    ['Bash', { command: null }, ['/input/command invalid-type']],
    ['Bash', { command: 'ls', timeout: 600_001 }, ['/input/timeout too-big']],
    [
      'Bash',
      { command: 'ls', cwd: '/', 'a/b': 1 },
      ['/input/cwd unknown-field', '/input/a~1b unknown-field']
    ],
    ['Read', { file_path: '/a', path: '/b' }, ['/input/path unknown-field']],
    ['Agent', { description: 'd', prompt: 'p', isolation: 'none' }, ['/input/isolation invalid-value']],
    ['Monitor', { description: 'd', timeout_ms: 1 }, ['/input custom']],
    ['Monitor', { description: 'd', timeout_ms: 1, command: 'a', ws: { url: 'b' } }, ['/input custom']],
    ['EnterWorktree', { name: 'a', path: 'b' }, ['/input custom']],
    ['AskUserQuestion', { questions: [] }, ['/input/questions too-small']],
    ['AskUserQuestion', { questions: Array(5).fill(QUESTION) }, ['/input/questions too-big']],
    [
      'TodoWrite',
      { todos: [{ content: 'c', status: 'done', activeForm: 'a' }] },
      ['/input/todos/0/status invalid-value']
    ],
    ['EnterPlanMode', { plan: 'p' }, ['/input/plan unknown-field']],
    ['Bash', 'ls', ['/input invalid-type']],
    ['Bash', ['ls'], ['/input invalid-type']],
    ['mcp__a__b', null, ['/input invalid-type']]
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

describe('withoutReserved', () => {
  it('strips the fields of the permission system and keeps the rest', () => {
    expect(withoutReserved({ command: 'ls', _x: 1 })).toEqual({ command: 'ls' })
  })
})
