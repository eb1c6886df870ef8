import { beforeAll, describe, expect, test } from 'vitest'
import type { DecidedBy, DecideRequest } from '../src/engine/decision.ts'
import type { Engine } from '../src/engine/engine.ts'
import type { StepId } from '../src/engine/steps.ts'
import type { Behavior } from '../src/engine/verdict.ts'
import { decide, sharedEngine } from './engine-fixture.ts'

const PLACE = { sessionId: 's', cwd: '/home/dev/app', homeDir: '/home/dev', projectTrusted: true } as const

type Call = Omit<DecideRequest, 'cwd'> & { readonly cwd?: string }

const bash = (command: string, rest: Partial<Call> = {}): Call => ({
  tool: 'Bash',
  input: { command },
  ...rest
})
const write = (file_path: string, rest: Partial<Call> = {}): Call => ({
  tool: 'Write',
  input: { file_path, content: 'x' },
  ...rest
})
const edit = (file_path: string, rest: Partial<Call> = {}): Call => ({
  tool: 'Edit',
  input: { file_path, old_string: 'a', new_string: 'b' },
  ...rest
})
const question: Call = {
  tool: 'AskUserQuestion',
  input: {
    questions: [
      {
        question: 'q',
        header: 'h',
        multiSelect: false,
        options: [
          { label: 'a', description: 'd' },
          { label: 'b', description: 'd' }
        ]
      }
    ]
  }
}
const rules = (list: Behavior, ...entries: string[]): Pick<Call, 'settings'> => ({
  settings: { user: { permissions: { [list]: entries } } }
})
const sandbox = (rest: Record<string, unknown> = {}): Record<string, unknown> => ({
  sandbox: { enabled: true, autoAllowBashIfSandboxed: true, ...rest }
})

/** Everything of `decidedBy` but `detail`, whose words are free save for what `detail` here asks of them. */
interface Row {
  readonly name: string
  readonly call: Call
  readonly decision: Behavior
  readonly by: Omit<DecidedBy, 'detail'>
  readonly detail?: RegExp
}

const STRUCTURE_UNKNOWN = 'ls\r\nrm -rf build'

const ROWS: readonly Row[] = [
  {
    name: 'input: a field that only the permission system may set',
    call: { tool: 'Bash', input: { command: 'ls', _simulatedSedEdit: {} } },
    decision: 'deny',
    by: { step: 'input', kind: 'invalidInput', retryable: false },
    detail: /_simulatedSedEdit/
  },
  {
    name: 'input: it stands before a deny rule for the whole tool',
    call: { tool: 'Read', input: {}, ...rules('deny', 'Read') },
    decision: 'deny',
    by: { step: 'input', kind: 'invalidInput', retryable: false },
    detail: /file_path/
  },
  {
    name: 'hook: a refusal',
    call: bash('npm test', { hook: { decision: 'deny', reason: 'frozen' }, ...rules('allow', 'Bash') }),
    decision: 'deny',
    by: { step: 'hook', kind: 'hook', retryable: false }
  },
  {
    name: '1a: a deny rule for the whole tool, in bypass mode too',
    call: {
      tool: 'WebSearch',
      input: { query: 'x' },
      mode: 'bypassPermissions',
      settings: {
        policy: { permissions: { deny: ['WebSearch'] } },
        user: { permissions: { allow: ['WebSearch'] } }
      }
    },
    decision: 'deny',
    by: { step: '1a', kind: 'rule', layer: 'policy', rule: 'WebSearch', retryable: false }
  },
  {
    name: '1b: an ask rule for the whole tool',
    call: bash('ls', { mode: 'bypassPermissions', ...rules('ask', 'Bash') }),
    decision: 'ask',
    by: { step: '1b', kind: 'rule', layer: 'user', rule: 'Bash', retryable: false }
  },
  {
    name: '1b: skipped where the call runs sandboxed with auto-allow, save in plan mode',
    call: bash('npm test', {
      mode: 'plan',
      settings: { user: { permissions: { ask: ['Bash'] }, ...sandbox() } }
    }),
    decision: 'ask',
    by: { step: '1b', kind: 'rule', layer: 'user', rule: 'Bash', retryable: false }
  },
  {
    name: '1d: a content deny rule stands before the ask of 1b',
    call: bash('npm publish', {
      settings: {
        user: { permissions: { ask: ['Bash'] } },
        project: { permissions: { deny: ['Bash(npm publish:*)'] } }
      }
    }),
    decision: 'deny',
    by: { step: '1d', kind: 'rule', layer: 'project', rule: 'Bash(npm publish:*)', retryable: false }
  },
  {
    name: '1d: a path rule meets what a command reads',
    call: bash('cat .env', rules('deny', 'Read(.env)')),
    decision: 'deny',
    by: { step: '1d', kind: 'rule', layer: 'user', rule: 'Read(.env)', retryable: false }
  },
  {
    name: '1d: a deny rule is tried on a command whose structure is unknown',
    call: bash(STRUCTURE_UNKNOWN, { mode: 'bypassPermissions', ...rules('deny', 'Bash(rm:*)') }),
    decision: 'deny',
    by: { step: '1d', kind: 'rule', layer: 'user', rule: 'Bash(rm:*)', retryable: false }
  },
  {
    name: '1e: a tool that needs a person, in bypass mode too',
    call: { ...question, mode: 'bypassPermissions' },
    decision: 'ask',
    by: { step: '1e', kind: 'tool', retryable: false }
  },
  {
    name: '1f: a content ask rule, in bypass mode too',
    call: bash('npm publish', {
      mode: 'bypassPermissions',
      settings: { local: { permissions: { ask: ['Bash(npm publish:*)'] } } }
    }),
    decision: 'ask',
    by: { step: '1f', kind: 'rule', layer: 'local', rule: 'Bash(npm publish:*)', retryable: false }
  },
  {
    name: '1f: a deny rule that only a guess would meet is a forced ask',
    call: bash('git $SUB origin', { mode: 'bypassPermissions', ...rules('deny', 'Bash(git push:*)') }),
    decision: 'ask',
    by: { step: '1f', kind: 'rule', layer: 'user', rule: 'Bash(git push:*)', retryable: false }
  },
  {
    name: '1f: a recursive reader that could meet a denied file',
    call: bash('grep -r KEY .', { mode: 'bypassPermissions', ...rules('deny', 'Read(.env)') }),
    decision: 'ask',
    by: { step: '1f', kind: 'rule', layer: 'user', rule: 'Read(.env)', retryable: false }
  },
  {
    name: '1f: a hook that asks',
    call: bash('npm test', { hook: { decision: 'ask' }, ...rules('allow', 'Bash') }),
    decision: 'ask',
    by: { step: '1f', kind: 'hook', retryable: false }
  },
  {
    name: '1f: a hook that defers asks',
    call: bash('npm test', { hook: { decision: 'defer' }, ...rules('allow', 'Bash') }),
    decision: 'ask',
    by: { step: '1f', kind: 'hook', retryable: false }
  },
  {
    name: '1g: a protected path',
    call: write('/home/dev/app/.git/config', { mode: 'bypassPermissions', ...rules('allow', 'Write') }),
    decision: 'ask',
    by: { step: '1g', kind: 'safetyCheck', retryable: false }
  },
  {
    name: '1g: a critical removal',
    call: bash('rm -rf /', { mode: 'bypassPermissions' }),
    decision: 'ask',
    by: { step: '1g', kind: 'safetyCheck', retryable: false }
  },
  {
    name: '1g: a command whose structure is unknown',
    call: bash(STRUCTURE_UNKNOWN, { mode: 'bypassPermissions', ...rules('allow', 'Bash') }),
    decision: 'ask',
    by: { step: '1g', kind: 'undecidable', retryable: false }
  },
  {
    name: '1g: a command whose meaning is unknown, while a rule is in force that it could evade',
    call: bash('$CMD --version', { mode: 'bypassPermissions', ...rules('deny', 'Bash(rm:*)') }),
    decision: 'ask',
    by: { step: '1g', kind: 'undecidable', retryable: false }
  },
  {
    name: '1g: a shell command that names an outside path under the outside-directory block',
    call: bash('cat /etc/hosts', {
      mode: 'bypassPermissions',
      settings: { user: { permissions: { blockReadsOutsideWorkingDirectories: true } } }
    }),
    decision: 'ask',
    by: { step: '1g', kind: 'safetyCheck', layer: 'user', retryable: false }
  },
  {
    name: '1h: plan mode and a call that may change something, whatever allow rules say',
    call: edit('/home/dev/app/src/a.ts', { mode: 'plan', ...rules('allow', 'Edit') }),
    decision: 'ask',
    by: { step: '1h', kind: 'mode', retryable: false }
  },
  {
    name: '2a: bypass mode',
    call: bash('npm install', { mode: 'bypassPermissions' }),
    decision: 'allow',
    by: { step: '2a', kind: 'mode', retryable: false }
  },
  {
    name: '2a: a file edit in acceptEdits',
    call: edit('/home/dev/app/src/a.ts', { mode: 'acceptEdits' }),
    decision: 'allow',
    by: { step: '2a', kind: 'mode', retryable: false }
  },
  {
    name: '2b: an allow rule for the whole tool',
    call: { tool: 'WebSearch', input: { query: 'x' }, ...rules('allow', 'WebSearch') },
    decision: 'allow',
    by: { step: '2b', kind: 'rule', layer: 'user', rule: 'WebSearch', retryable: false }
  },
  {
    name: '2b: an allow rule for the command',
    call: bash('npm test', { settings: { project: { permissions: { allow: ['Bash(npm test)'] } } } }),
    decision: 'allow',
    by: { step: '2b', kind: 'rule', layer: 'project', rule: 'Bash(npm test)', retryable: false }
  },
  {
    name: '2b: a hook that allows',
    call: bash('npm test', { hook: { decision: 'allow' } }),
    decision: 'allow',
    by: { step: '2b', kind: 'hook', retryable: false }
  },
  {
    name: '2c: sandbox auto-allow',
    call: bash('npm test', { settings: { user: sandbox() } }),
    decision: 'allow',
    by: { step: '2c', kind: 'sandbox', retryable: false }
  },
  {
    name: '2d: read-only Bash',
    call: bash('git status'),
    decision: 'allow',
    by: { step: '2d', kind: 'readOnly', retryable: false }
  },
  {
    name: '2d: the step that settles the last open part decides',
    call: bash('npm test | head -5', rules('allow', 'Bash(npm test)')),
    decision: 'allow',
    by: { step: '2d', kind: 'readOnly', retryable: false }
  },
  {
    name: '2d: a tool that needs no permission here',
    call: { tool: 'Read', input: { file_path: '/home/dev/app/a.ts' } },
    decision: 'allow',
    by: { step: '2d', kind: 'tool', retryable: false }
  },
  {
    name: '3: nothing decided',
    call: bash('npm install'),
    decision: 'ask',
    by: { step: '3', kind: 'default', retryable: false }
  },
  {
    name: 'mode.dontAsk: an ask becomes a refusal that keeps the inner step and kind',
    call: bash('npm publish', { mode: 'dontAsk' }),
    decision: 'deny',
    by: { step: 'mode.dontAsk', kind: 'mode', retryable: false },
    detail: /\b3\b.*\bdefault\b/
  },
  {
    name: 'mode.dontAsk: layer and rule of the inner ask stay',
    call: bash('npm publish', { mode: 'dontAsk', headless: true, ...rules('ask', 'Bash(npm publish)') }),
    decision: 'deny',
    by: { step: 'mode.dontAsk', kind: 'mode', layer: 'user', rule: 'Bash(npm publish)', retryable: false },
    detail: /\b1f\b.*\brule\b/
  },
  {
    name: 'auto.1: an ask that somebody wrote on purpose keeps its own step',
    call: bash('npm publish', { mode: 'auto', ...rules('ask', 'Bash(npm publish:*)') }),
    decision: 'ask',
    by: { step: '1f', kind: 'rule', layer: 'user', rule: 'Bash(npm publish:*)', retryable: false }
  },
  {
    name: 'auto.1: so does a safety check that only a person may answer',
    call: write('/home/dev/app/.git/config', { mode: 'auto' }),
    decision: 'ask',
    by: { step: '1g', kind: 'safetyCheck', retryable: false }
  },
  {
    name: 'auto.2: what acceptEdits would allow',
    call: edit('/home/dev/app/src/a.ts', { mode: 'auto' }),
    decision: 'allow',
    by: { step: 'auto.2', kind: 'mode', retryable: false }
  },
  {
    name: 'auto.5: no classifier is configured',
    call: bash('npm install lodash', { mode: 'auto' }),
    decision: 'ask',
    by: { step: 'auto.5', kind: 'degraded', retryable: false },
    detail: /^classifier-not-configured$/
  },
  {
    name: 'auto.5: a tool that starts arbitrary work has no fast path',
    call: { tool: 'Agent', input: { description: 'd', prompt: 'p' }, mode: 'auto' },
    decision: 'ask',
    by: { step: 'auto.5', kind: 'degraded', retryable: false },
    detail: /^classifier-not-configured$/
  },
  {
    name: 'auto.5: a safety check that the classifier could approve',
    call: write('/home/dev/app/.vscode/settings.json', { mode: 'auto' }),
    decision: 'ask',
    by: { step: 'auto.5', kind: 'degraded', retryable: false },
    detail: /^classifier-not-configured$/
  },
  {
    name: 'headless: nobody can answer',
    call: bash('npm test', { headless: true }),
    decision: 'deny',
    by: { step: 'headless', kind: 'unattended', retryable: false },
    detail: /\b3\b.*\bdefault\b/
  },
  {
    name: 'headless: the rule of the inner ask stays',
    call: bash('git push', {
      mode: 'bypassPermissions',
      headless: true,
      ...rules('ask', 'Bash(git push *)')
    }),
    decision: 'deny',
    by: { step: 'headless', kind: 'unattended', layer: 'user', rule: 'Bash(git push *)', retryable: false },
    detail: /\b1f\b.*\brule\b/
  },
  {
    name: 'headless: after auto mode found no classifier',
    call: bash('npm install lodash', { mode: 'auto', headless: true }),
    decision: 'deny',
    by: { step: 'headless', kind: 'unattended', retryable: false },
    detail: /auto\.5.*degraded/
  },
  {
    name: 'denyInsteadOfPrompting: stands before headless',
    call: bash('npm test', {
      headless: true,
      settings: { user: { permissions: { denyInsteadOfPrompting: true } } }
    }),
    decision: 'deny',
    by: { step: 'denyInsteadOfPrompting', kind: 'unattended', retryable: false },
    detail: /\b3\b.*\bdefault\b/
  }
]

/** Steps that only look: they stand in the trace and never make the final verdict here. */
const LOOKING_STEPS: readonly { readonly step: StepId; readonly call: Call }[] = [
  { step: '1c', call: bash('npm install') },
  { step: 'auto.1', call: bash('npm install', { mode: 'auto' }) },
  { step: 'auto.3', call: bash('npm install', { mode: 'auto' }) },
  { step: 'auto.4', call: bash('npm install', { mode: 'auto' }) }
]

describe('decidedBy', () => {
  let engine: Engine
  beforeAll(async () => {
    engine = await sharedEngine()
  })

  test.each(ROWS)('$name', async ({ call, decision, by, detail }) => {
    const answer = await decide(engine, { ...PLACE, ...call })
    const { detail: said, ...rest } = answer.decidedBy
    expect({ decision: answer.decision, by: rest }).toEqual({ decision, by })
    if (detail !== undefined) expect(said).toMatch(detail)
  })

  test.each(LOOKING_STEPS)('$step looks and leaves a trace', async ({ step, call }) => {
    const answer = await decide(engine, { ...PLACE, ...call, explain: true })
    expect(answer.decidedBy.step).not.toBe(step)
    expect(answer.trace.filter((entry) => entry.step === step)).toEqual([
      { step, outcome: 'pass', detail: expect.stringMatching(/\S/) }
    ])
  })

  test.each(ROWS)('the trace ends with the step that decided: $name', async ({ call }) => {
    const answer = await decide(engine, { ...PLACE, ...call, explain: true })
    const last = answer.trace.filter((entry) => entry.outcome !== 'pass').at(-1)
    expect({ step: last?.step, outcome: last?.outcome }).toEqual({
      step: answer.decidedBy.step,
      outcome: answer.decision
    })
  })
})
