/** The calls of one model response: decided in order, then cut into batches that may run side by side (D20). */
import { type Decided, decideCall, type Service } from './decide.ts'
import type {
  BatchCall,
  BatchDecision,
  CallContext,
  DecideRequest,
  Decision,
  SettingsProblem
} from './decision.ts'
import { refuseInput } from './entry.ts'
import { messageForModel, reasonOf } from './explain.ts'
import { MAX_CONCURRENCY, partition } from './schedule.ts'
import { findTool } from './tools/registry.ts'
import type { Issue } from './verdict.ts'

/** Characters of commands one batch may have read; what is over it fails closed. */
export const BATCH_ANALYSIS_LENGTH = 200_000

/** `pause` gives way to other callers between calls. */
export async function decideBatch(
  context: CallContext,
  calls: readonly BatchCall[],
  service: Service,
  pause: () => Promise<void>
): Promise<BatchDecision | SettingsProblem> {
  const decisions: (Decision & { readonly toolUseId: string })[] = []
  let directoryUnknown = false
  let analysed = 0
  for (const call of calls) {
    if (decisions.length > 0) await pause()
    const { toolUseId } = call
    if (typeof call.tool !== 'string' || !isObject(call.input)) {
      decisions.push({ toolUseId, ...malformed(context, call) })
      continue
    }
    const { command } = call.input
    if (typeof command === 'string') analysed += command.length
    const decided: Decided | SettingsProblem = await decideCall(
      requestOf(context, call, call.tool, call.input),
      service,
      {
        directoryUnknown: directoryUnknown && call.cwd === undefined,
        exhausted: analysed > BATCH_ANALYSIS_LENGTH
      }
    )
    if ('problem' in decided) return decided
    if (call.cwd !== undefined) directoryUnknown = false
    directoryUnknown ||= decided.changesDirectory && decided.decision.decision !== 'deny'
    decisions.push({ toolUseId, ...decided.decision })
  }
  const scheduled = decisions.map(({ toolUseId, facts }) => ({
    toolUseId,
    concurrencySafe: facts.concurrencySafe
  }))
  return { decisions, batches: partition(scheduled), maxConcurrency: MAX_CONCURRENCY }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function requestOf(
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

/** D20: a call of the wrong shape is refused by itself; the others are decided. */
function malformed(context: CallContext, call: BatchCall): Decision {
  const issues: Issue[] = []
  if (typeof call.tool !== 'string')
    issues.push({ path: '/tool', code: 'invalid-type', message: 'expected a string' })
  if (!isObject(call.input))
    issues.push({ path: '/input', code: 'invalid-type', message: 'expected an object' })
  const name = typeof call.tool === 'string' ? findTool(call.tool).definition.name : 'unknown'
  const verdict = refuseInput(name, issues)
  return {
    decision: 'deny',
    reason: reasonOf(verdict),
    messageForModel: messageForModel(verdict) ?? '',
    decidedBy: { step: 'input', kind: 'invalidInput', detail: verdict.detail ?? '', retryable: false },
    mode: context.mode ?? 'default',
    facts: { readOnly: false, concurrencySafe: false, destructive: null, requiresUserInteraction: false },
    suggestions: [],
    warnings: [],
    trace: [{ step: 'input', outcome: 'deny', detail: verdict.detail ?? '' }]
  }
}
