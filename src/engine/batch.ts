/** The calls of one model response: decided in order, then cut into batches that may run side by side (D20). */
import { answerOf } from './answer.ts'
import { modeOf } from './call-mode.ts'
import { isTrusted } from './caller-limits.ts'
import type { Decided } from './decide.ts'
import type {
  BatchCall,
  BatchDecision,
  CallContext,
  DecideRequest,
  Decision,
  SettingsProblem
} from './decision.ts'
import { decideAnywhere, type GuardedService } from './elsewhere.ts'
import { refuseInput } from './entry.ts'
import { isObject } from './layers/findings.ts'
import { MAX_CONCURRENCY, partition } from './schedule.ts'
import type { Issue, Mode } from './verdict.ts'

/** Characters of commands one batch may have read; what is over it fails closed. */
export const BATCH_ANALYSIS_LENGTH = 200_000

/** `pause` gives way to other callers between calls. */
export async function decideBatch(
  context: CallContext,
  calls: readonly BatchCall[],
  service: GuardedService,
  pause: () => Promise<void>
): Promise<BatchDecision | SettingsProblem> {
  const { callers, layers } = service
  const compilation = layers.compile(context.settings ?? {}, isTrusted(context, callers))
  if ('problem' in compilation) return compilation
  const { mode } = modeOf(context, compilation.compiled, callers)
  const decisions: (Decision & { readonly toolUseId: string })[] = []
  let directoryUnknown = false
  const allowance = { left: BATCH_ANALYSIS_LENGTH }
  for (const call of calls) {
    if (decisions.length > 0) await pause()
    const { toolUseId, tool, input } = call
    const issues = issuesOf(call)
    if (typeof tool !== 'string' || !isObject(input) || issues.length > 0) {
      decisions.push({ toolUseId, ...malformed(tool, issues, mode) })
      continue
    }
    const decided: Decided | SettingsProblem = await decideAnywhere(
      requestOf(context, call, tool, input),
      service,
      {
        directoryUnknown: directoryUnknown && call.cwd === undefined,
        allowance
      }
    )
    if ('problem' in decided) return decided
    directoryUnknown ||= leavesElsewhere(decided, call, context)
    decisions.push({ toolUseId, ...decided.decision })
  }
  const scheduled = decisions.map(({ toolUseId, facts }) => ({
    toolUseId,
    concurrencySafe: facts.concurrencySafe
  }))
  return { decisions, batches: partition(scheduled), maxConcurrency: MAX_CONCURRENCY }
}

/** One call of a batch as a request of its own. */
export function requestOf(
  context: CallContext,
  call: BatchCall,
  tool: string,
  input: Readonly<Record<string, unknown>>
): DecideRequest {
  const { cwd, hook, permissionRequestHook, realPaths } = call
  return {
    ...context,
    tool,
    input,
    // The session stays where it started, wherever one of its calls runs.
    projectDir: context.projectDir ?? context.cwd,
    ...(cwd === undefined ? {} : { cwd }),
    ...(hook === undefined ? {} : { hook }),
    ...(permissionRequestHook === undefined ? {} : { permissionRequestHook }),
    ...(realPaths === undefined ? {} : { realPaths })
  }
}

/** Does the shell stand elsewhere afterwards? After a command with a directory of its own nobody can tell. */
function leavesElsewhere(
  { changesDirectory, isShell, decision }: Decided,
  call: BatchCall,
  context: CallContext
): boolean {
  if (!isShell || isFinalDenial(decision)) return false
  return changesDirectory || (call.cwd !== undefined && call.cwd !== context.cwd)
}

/** In auto mode a refusal for want of a person may still be lifted, after the calls behind it were judged. */
const isFinalDenial = ({ decision, open, isAuto }: Decision): boolean =>
  decision === 'deny' && (open === undefined || isAuto !== true)

const MAX_TOOL_NAME = 256

function issuesOf({ tool, input }: BatchCall): readonly Issue[] {
  const issues: Issue[] = []
  if (typeof tool !== 'string')
    issues.push({ path: '/tool', code: 'wrong-type', message: 'expected a string' })
  else if (tool === '' || tool.length > MAX_TOOL_NAME) {
    issues.push({ path: '/tool', code: 'out-of-range', message: `expected 1 to ${MAX_TOOL_NAME} characters` })
  }
  if (!isObject(input)) issues.push({ path: '/input', code: 'wrong-type', message: 'expected an object' })
  return issues
}

/** D20: a call of the wrong shape is refused by itself; the others are decided. */
function malformed(tool: unknown, issues: readonly Issue[], mode: Mode): Decision {
  const verdict = refuseInput(typeof tool === 'string' ? tool.slice(0, MAX_TOOL_NAME) : 'unknown', issues)
  return {
    ...answerOf(verdict),
    mode,
    facts: { readOnly: false, concurrencySafe: false, destructive: null, requiresUserInteraction: false },
    suggestions: [],
    warnings: [],
    trace: [{ step: verdict.step, outcome: 'deny', detail: verdict.detail ?? verdict.kind }]
  }
}
