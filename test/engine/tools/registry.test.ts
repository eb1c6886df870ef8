import { describe, expect, it } from 'vitest'
import { canonicalTool, namedTool } from '../../../src/engine/rules/tool-names.ts'
import { fieldNames } from '../../../src/engine/tools/mapping.ts'
import { BUILT_IN_TOOLS, findTool } from '../../../src/engine/tools/registry.ts'
import type { ToolDefinition } from '../../../src/engine/tools/tool.ts'

const namesWhere = (feature: (tool: ToolDefinition) => boolean): readonly string[] =>
  BUILT_IN_TOOLS.filter(feature)
    .map((tool) => tool.name)
    .sort()

describe('findTool', () => {
  it.each([
    ['Bash', 'built-in', 'Bash'],
    ['Task', 'built-in', 'Agent'],
    ['KillShell', 'built-in', 'TaskStop'],
    ['BashOutput', 'built-in', 'TaskOutput'],
    ['mcp__github__create_issue', 'mcp', 'mcp__github__create_issue'],
    ['mcp__evil__Bash', 'mcp', 'mcp__evil__Bash'],
    ['mcp__github', 'mcp', 'mcp__github'],
    ['bash', 'unknown', 'bash'],
    ['toString', 'unknown', 'toString'],
    ['', 'unknown', '']
  ])('takes %j for the %s tool %s', (name, kind, canonical) => {
    const tool = findTool(name)
    expect([tool.kind, tool.definition.name]).toEqual([kind, canonical])
    expect(tool.ruleNames).toEqual([canonical])
  })

  it.each(['mcp__server__tool', 'execute_command'])('assumes the worst of %s', (name) => {
    expect(findTool(name).definition).toMatchObject({
      readOnly: false,
      concurrencySafe: false,
      destructive: null,
      requiresPermission: true,
      planBlocked: true,
      safeInAuto: false,
      startsWork: true
    })
  })
})

describe('the built-in tools', () => {
  it('are each named once', () => {
    const names = BUILT_IN_TOOLS.flatMap((tool) => [tool.name, ...tool.aliases])
    expect(new Set(names).size).toBe(names.length)
  })

  it.each<[string, (tool: ToolDefinition) => boolean, string]>([
    [
      'need permission',
      (tool) => tool.requiresPermission,
      'Artifact Bash Edit ExitPlanMode Monitor MultiEdit NotebookEdit PowerShell Projects REPL RefreshMcpTools ' +
        'SendUserMessage ShareOnboardingGuide Skill WebFetch WebSearch Workflow Write'
    ],
    [
      'never take the fast path of auto mode',
      (tool) => tool.startsWork,
      'Agent CronCreate REPL RemoteTrigger ScheduleWakeup SendMessage Workflow'
    ],
    [
      'are safe in auto mode',
      (tool) => tool.safeInAuto,
      'CronList EndConversation EnterPlanMode Glob Grep LSP ListAgents ListMcpResourcesTool Read ReportFindings ' +
        'TaskCreate TaskGet TaskList TaskOutput TaskStop TaskUpdate TodoWrite ToolSearch WaitForMcpServers'
    ],
    [
      'are blocked in plan mode whatever their input',
      (tool) => tool.planBlocked,
      'CronCreate CronDelete Edit EnterWorktree ExitWorktree Monitor MultiEdit NotebookEdit PowerShell REPL ' +
        'RemoteTrigger Workflow Write'
    ],
    ['need a person', (tool) => tool.requiresUserInteraction, 'AskUserQuestion ExitPlanMode'],
    [
      'may always run beside others',
      (tool) => tool.concurrencySafe === true,
      'Glob Grep LSP ListMcpResourcesTool Read ReadMcpResourceDirTool ReadMcpResourceTool TaskGet TaskList ' +
        'TaskOutput ToolSearch WebFetch WebSearch'
    ],
    ['may run beside others by input', (tool) => tool.concurrencySafe === null, 'Bash'],
    ['are never persisted', (tool) => tool.maxResultSizeChars === Number.POSITIVE_INFINITY, 'Read'],
    [
      'take any object',
      (tool) => tool.input === undefined,
      'Artifact EndConversation ExitPlanMode LSP ListAgents Projects PushNotification REPL RefreshMcpTools ' +
        'ReportFindings SendMessage SendUserFile SendUserMessage ShareOnboardingGuide Skill ToolSearch ' +
        'WaitForMcpServers'
    ]
  ])('that %s are the listed ones', (_, feature, expected) => {
    expect(namesWhere(feature).join(' ')).toBe(expected)
  })

  it.each(BUILT_IN_TOOLS.map((tool) => tool.name))(
    'have in rules the same published fields and older names: %s',
    (name) => {
      const { definition } = findTool(name)
      const named = namedTool(name)
      const fields = fieldNames(definition)
      expect(named).toBeDefined()
      if (fields) expect(named?.fields).toEqual(fields.filter((field) => field !== named?.primary))
      if (named?.primary) expect(definition.contentFields).toContain(named.primary)
      expect(definition.aliases.map(canonicalTool)).toEqual(definition.aliases.map(() => name))
    }
  )
})
