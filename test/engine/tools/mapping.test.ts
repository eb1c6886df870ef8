import { describe, expect, it } from 'vitest'
import type { ToolMapping } from '../../../src/engine/decision.ts'
import { validateInput } from '../../../src/engine/tools/input.ts'
import { listTools } from '../../../src/engine/tools/listing.ts'
import { compileMappings } from '../../../src/engine/tools/mapping.ts'
import { findTool, type MappedTools } from '../../../src/engine/tools/registry.ts'

function mapped(...tools: readonly ToolMapping[]): MappedTools {
  const result = compileMappings([{ id: 'p', tools }])
  if ('issues' in result) throw new Error(JSON.stringify(result.issues))
  return result.tools
}

const SHELL: ToolMapping = { name: 'execute_command', as: 'Bash', fields: { command: 'cmd' } }

describe('a home-made tool judged as a built-in', () => {
  const tool = findTool('execute_command', mapped(SHELL))

  it('is met by rules of both names', () => {
    expect(tool.ruleNames).toEqual(['Bash', 'execute_command'])
    expect(tool.definition.check).toBe('bash')
  })

  it.each<[object, object]>([
    [{ cmd: 'ls' }, { command: 'ls' }],
    [
      { cmd: 'ls', timeout: 5, requires_approval: false },
      { command: 'ls', timeout: 5 }
    ],
    [
      { cmd: 'ls', dangerouslyDisableSandbox: true },
      { command: 'ls', dangerouslyDisableSandbox: true }
    ],
    [{ cmd: 'ls', command: 'rm -rf /' }, { command: 'ls' }]
  ])('has the input %j read as %j', (input, expected) => {
    expect(validateInput(tool, input)).toEqual({ input: expected })
  })

  it.each<[object, string]>([
    [{ command: 'ls' }, '/input/cmd'],
    [{ cmd: 1 }, '/input/cmd'],
    [{ cmd: 'ls', _simulatedSedEdit: {} }, '/input/_simulatedSedEdit']
  ])('has the input %j refused at %s, in its own words', (input, path) => {
    expect(validateInput(tool, input)).toMatchObject({ issues: [{ path }] })
  })

  it('can be declared more careful than the built-in, never less', () => {
    const features = (mapping: Partial<ToolMapping>) =>
      findTool('t', mapped({ name: 't', as: 'Read', ...mapping })).definition
    expect(features({})).toMatchObject({ readOnly: true, concurrencySafe: true, planBlocked: false })
    expect(features({ readOnly: false })).toMatchObject({ readOnly: false, planBlocked: true })
    expect(features({ concurrencySafe: false })).toMatchObject({ concurrencySafe: false })
    expect(features({ requiresUserInteraction: true })).toMatchObject({ requiresUserInteraction: true })
    const write = findTool('t', mapped({ name: 't', as: 'Write', readOnly: true, concurrencySafe: true }))
    expect(write.definition).toMatchObject({ readOnly: false, concurrencySafe: false, planBlocked: true })
  })
})

describe('a home-made tool described by its features', () => {
  it.each(['mcp__db__query', 'lookup'])(
    'takes them as declared for %s and still needs permission',
    (name) => {
      const tool = findTool(
        name,
        mapped({ name, readOnly: true, concurrencySafe: true, requiresUserInteraction: true })
      )
      expect(tool.definition).toMatchObject({
        readOnly: true,
        destructive: false,
        concurrencySafe: true,
        requiresUserInteraction: true,
        planBlocked: false,
        requiresPermission: true
      })
      expect(tool.ruleNames).toEqual([name])
    }
  )
})

describe('compileMappings', () => {
  it.each<[readonly ToolMapping[], string, string]>([
    [[{ name: 'Bash', readOnly: true }], '/policies/p/tools/0/name', 'built-in-tool'],
    [[{ name: 'Task', readOnly: true }], '/policies/p/tools/0/name', 'built-in-tool'],
    [[SHELL, SHELL], '/policies/p/tools/1/name', 'duplicate-tool'],
    [[{ name: 'x', as: 'Shell' }], '/policies/p/tools/0/as', 'unknown-tool'],
    [[{ name: 'x', fields: { command: 'cmd' } }], '/policies/p/tools/0/fields', 'no-target'],
    ...['', 'a b', '*', 'x*', 'mcp__a__*', 'x(y)', '-x', 'x'.repeat(257)].map(
      (name): [readonly ToolMapping[], string, string] => [
        [{ name, readOnly: true }],
        '/policies/p/tools/0/name',
        'wrong-format'
      ]
    ),
    [[{ name: 'x', as: 'Bash', fields: { command: '' } }], '/policies/p/tools/0/fields', 'unusable-field'],
    [[{ name: 'x', as: 'Bash', fields: { command: '_c' } }], '/policies/p/tools/0/fields', 'unusable-field'],
    [[{ name: 'x', as: 'Skill', fields: { _skill: 's' } }], '/policies/p/tools/0/fields', 'unusable-field'],
    [[{ name: 'x', as: 'Bash', fields: { comand: 'cmd' } }], '/policies/p/tools/0/fields', 'unknown-field']
  ])('refuses %j at %s', (tools, path, code) => {
    expect(compileMappings([{ id: 'p', tools }])).toMatchObject({ issues: [{ path, code }] })
  })
})

it.each(['execute_command', '_run', 'Shell2', 'a.b/c-d', 'mcp__db__query', 'x'.repeat(256)])(
  'compileMappings takes a tool called %s',
  (name) => {
    expect(compileMappings([{ id: 'p', tools: [{ name, readOnly: true }] }])).toHaveProperty('tools')
  }
)

describe('listTools', () => {
  it('shows features and a JSON Schema that refuses unknown fields', () => {
    expect(listTools().find(({ name }) => name === 'Write')).toMatchObject({
      requiresPermission: true,
      readOnly: false,
      maxResultSizeChars: 50_000,
      inputSchema: {
        type: 'object',
        additionalProperties: false,
        required: ['file_path', 'content'],
        properties: { file_path: { type: 'string' }, content: { type: 'string' } }
      }
    })
    expect(listTools().find(({ name }) => name === 'Read')).toMatchObject({ maxResultSizeChars: null })
    expect(listTools().find(({ name }) => name === 'Skill')?.inputSchema).toBeUndefined()
  })

  it('adds the home-made tools under their own names', () => {
    expect(listTools(mapped(SHELL)).at(-1)).toMatchObject({ name: 'execute_command', readOnly: null })
  })
})
