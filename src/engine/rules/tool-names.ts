/** The tools that rules may name: what a specifier means for each, and which input fields a parameter rule may test. */

/** How the text between the brackets is read. `none`: the tool has no specifier of its own. */
export type SpecifierKind = 'bash' | 'read' | 'edit' | 'domain' | 'agent' | 'skill' | 'none'

export interface NamedTool {
  readonly specifier: SpecifierKind
  /** The field that the specifier speaks of; a parameter rule may not test it (R14). */
  readonly primary: string | undefined
  /** Input fields; `any` where the shape is not published. */
  readonly fields: readonly string[] | 'any'
}

const tool = (specifier: SpecifierKind, primary: string | undefined, fields: string | 'any'): NamedTool => ({
  specifier,
  primary,
  fields: fields === 'any' ? 'any' : fields.split(' ').filter((field) => field !== '')
})

const plain = (fields: string): NamedTool => tool('none', undefined, fields)

/** Section 5 of the permission semantics; names of old settings included (T5). */
const TOOLS: ReadonlyMap<string, NamedTool> = new Map([
  ['Bash', tool('bash', 'command', 'timeout description run_in_background dangerouslyDisableSandbox')],
  ['PowerShell', tool('bash', 'command', 'timeout description run_in_background')],
  ['Monitor', tool('bash', 'command', 'description timeout_ms ws persistent')],
  ['Read', tool('read', 'file_path', 'offset limit pages allow_large')],
  ['Edit', tool('edit', 'file_path', 'old_string new_string replace_all')],
  ['Write', tool('edit', 'file_path', 'content')],
  ['NotebookEdit', tool('edit', 'notebook_path', 'new_source cell_id cell_type edit_mode')],
  ['MultiEdit', tool('edit', 'file_path', 'edits')],
  ['Glob', tool('read', 'path', 'pattern')],
  [
    'Grep',
    tool(
      'read',
      'path',
      'pattern glob type output_mode -i -n -o -A -B -C context head_limit offset multiline'
    )
  ],
  ['LSP', tool('read', undefined, 'any')],
  ['LS', tool('read', 'path', 'ignore')],
  ['NotebookRead', tool('read', 'notebook_path', 'cell_id')],
  ['WebFetch', tool('domain', 'url', 'prompt offset')],
  ['WebSearch', plain('query allowed_domains blocked_domains')],
  [
    'Agent',
    tool(
      'agent',
      undefined,
      'description prompt subagent_type model effort run_in_background name team_name mode isolation'
    )
  ],
  ['Skill', tool('skill', undefined, 'skill args')],
  ['TodoWrite', plain('todos')],
  ['TodoRead', plain('')],
  ['TaskCreate', plain('subject description activeForm metadata')],
  ['TaskUpdate', plain('taskId status subject description activeForm addBlocks addBlockedBy owner metadata')],
  ['TaskGet', plain('taskId')],
  ['TaskList', plain('')],
  ['TaskStop', plain('task_id shell_id')],
  ['TaskOutput', plain('task_id block timeout')],
  ['AskUserQuestion', plain('questions answers annotations metadata')],
  ['ExitPlanMode', plain('any')],
  ['EnterPlanMode', plain('')],
  ['EnterWorktree', plain('name path')],
  ['ExitWorktree', plain('action discard_changes')],
  ['ListMcpResourcesTool', plain('server')],
  ['ReadMcpResourceTool', plain('server uri')],
  ['ReadMcpResourceDirTool', plain('server uri')],
  ['SendMessage', plain('any')],
  ['SendUserMessage', plain('any')],
  ['SendUserFile', plain('any')],
  ['ListAgents', plain('any')],
  ['WaitForMcpServers', plain('any')],
  ['ToolSearch', plain('any')],
  ['CronCreate', plain('cron prompt recurring durable')],
  ['CronDelete', plain('id')],
  ['CronList', plain('')],
  ['ScheduleWakeup', plain('delaySeconds reason prompt stop noop')],
  ['RemoteTrigger', plain('action trigger_id session_id cursor body')],
  ['Workflow', plain('script name scriptPath args resumeFromRunId title description')],
  ['Artifact', plain('any')],
  ['Projects', plain('any')],
  ['PushNotification', plain('any')],
  ['ReportFindings', plain('any')],
  ['REPL', plain('any')],
  ['RefreshMcpTools', plain('any')],
  ['ShareOnboardingGuide', plain('any')],
  ['EndConversation', plain('any')],
  ['Cd', plain('any')]
])

/** Old names that stand for another tool (R6, T5). */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['Task', 'Agent'],
  ['KillShell', 'TaskStop'],
  ['BashOutput', 'TaskOutput']
])

/** Every tool name that settings may use without a warning. */
export const KNOWN_TOOL_NAMES: ReadonlySet<string> = new Set([...TOOLS.keys(), ...ALIASES.keys()])

/** The name under which rules and calls of a tool meet. */
export const canonicalTool = (name: string): string => ALIASES.get(name) ?? name

/** What rules know of a tool; undefined for MCP tools and names outside the list. */
export const namedTool = (canonicalName: string): NamedTool | undefined => TOOLS.get(canonicalName)

const KNOWN_BY_FOLDED: ReadonlyMap<string, string> = new Map(
  [...KNOWN_TOOL_NAMES].map((known) => [known.toLowerCase(), known])
)

/** The known name that differs from `name` only by case, for a warning. */
export const similarToolName = (name: string): string | undefined => KNOWN_BY_FOLDED.get(name.toLowerCase())
