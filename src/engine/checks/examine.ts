/** Sends a call to the check that reads its input. */
import { type MaybePromise, whenKnown } from '../maybe-promise.ts'
import type { ShellTool } from '../rules/rule.ts'
import type { ToolInput } from '../tools/input.ts'
import type { ResolvedTool } from '../tools/registry.ts'
import { examineBash } from './bash.ts'
import type { StructureProblem } from './bash-analysis.ts'
import type { Examination } from './examination.ts'
import { Findings } from './findings.ts'
import type { Bench } from './path-use.ts'
import { examinePowerShell } from './powershell.ts'
import type { ScriptAnalyser } from './script-analyser.ts'
import { declared, examineTool, parameterRules } from './tool-call.ts'

export interface ExaminedCall {
  readonly tool: ResolvedTool
  readonly input: ToolInput
  /** As it was sent: a home-made tool's own fields. */
  readonly sent: ToolInput
  /** An earlier call may have changed the directory a shell command starts in. */
  readonly startUnknown: boolean
  /** May a command of that many characters still be read? */
  readonly mayRead: (length: number) => boolean
}

const BASH: readonly ShellTool[] = ['Bash']
const MONITOR: readonly ShellTool[] = ['Bash', 'Monitor']

export function examine(
  call: ExaminedCall,
  bench: Bench,
  analyser: ScriptAnalyser
): MaybePromise<Examination> {
  const { check } = call.tool.definition
  const { command } = call.input
  if (typeof command !== 'string') return examineTool(call, bench)
  if (check !== 'bash' && check !== 'monitor' && check !== 'powershell') return examineTool(call, bench)
  const found = new Findings()
  parameterRules(call.tool, call, bench, found)
  if (check === 'powershell') return tightened(examinePowerShell(command, bench, found), call.tool)
  const analysis = call.mayRead(command.length)
    ? analyser.analyse(command)
    : analyser.skim(command, OVER_BATCH)
  return whenKnown(analysis, (script) =>
    tightened(
      examineBash(
        {
          analysis: script,
          startUnknown: call.startUnknown,
          tools: check === 'monitor' ? MONITOR : BASH,
          wantsOut: call.input.dangerouslyDisableSandbox === true,
          sandboxable: check === 'bash'
        },
        bench,
        found
      ),
      call.tool
    )
  )
}

/** What the policy declares of a home-made shell can only make it more careful. */
function tightened(examination: Examination, { definition }: ResolvedTool): Examination {
  const { requiresUserInteraction, planBlocked, concurrencySafe } = definition
  if (!requiresUserInteraction && !planBlocked && concurrencySafe !== false) return examination
  const { mayChange, needsPerson } = declared(definition)
  return {
    ...examination,
    needsPerson,
    mayChange: examination.mayChange ?? mayChange,
    concurrencySafe: examination.concurrencySafe && concurrencySafe !== false
  }
}

const OVER_BATCH: StructureProblem = {
  code: 'too-long',
  message: 'the commands of the batch are too long together',
  offset: undefined
}
