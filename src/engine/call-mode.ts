/** The mode a call is judged in, and why it may differ from the one asked for. */
import type { CallerLimits } from './caller-limits.ts'
import type { CallContext } from './decision.ts'
import type { CompiledLayers } from './layers/compiled.ts'
import type { Mode, Warning } from './verdict.ts'

export interface EffectiveMode {
  readonly mode: Mode
  readonly warning: Warning | undefined
}

type Session = Pick<CallContext, 'mode' | 'sessionId'>

/** Used instead of a mode that is not available: the usual one, else the most careful. */
const INSTEAD: readonly Mode[] = ['default', 'dontAsk', 'plan', 'acceptEdits', 'auto', 'bypassPermissions']

export function modeOf(request: Session, layers: CompiledLayers, limits: CallerLimits): EffectiveMode {
  const asked = request.mode ?? layers.defaultMode?.value
  const wanted = asked ?? 'default'
  const why = obstacle(wanted, request, layers, limits)
  if (why === undefined) return { mode: wanted, warning: undefined }
  const mode = INSTEAD.find((one) => obstacle(one, request, layers, limits) === undefined) ?? 'dontAsk'
  if (asked === undefined) return { mode, warning: undefined }
  const message = `mode ${wanted} is not available: ${why}; mode ${mode} is used`
  return { mode, warning: { code: 'mode-not-available', message } }
}

/** Why the mode is not available; undefined: it is. */
function obstacle(
  mode: Mode,
  { sessionId }: Session,
  { bypassDisabled, autoDisabled }: CompiledLayers,
  { modes }: CallerLimits
): string | undefined {
  if (modes !== undefined && !modes.has(mode)) return 'the policy does not list it'
  if (mode === 'bypassPermissions' && bypassDisabled !== undefined)
    return `disabled by the ${bypassDisabled} settings`
  if (mode !== 'auto') return undefined
  if (autoDisabled !== undefined) return `disabled by the ${autoDisabled} settings`
  return sessionId === undefined ? 'it counts denials by session, and the request names none' : undefined
}

/** Whether the rules of auto mode hold: in it, and in plan mode where the policy says so. */
export const isAutoActive = (
  mode: Mode,
  request: Session,
  layers: CompiledLayers,
  limits: CallerLimits
): boolean =>
  mode === 'auto' ||
  (mode === 'plan' && layers.useAutoModeDuringPlan && obstacle('auto', request, layers, limits) === undefined)
