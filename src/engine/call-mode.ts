/** The mode a call is judged in, and why it may differ from the one asked for. */
import type { CallContext } from './decision.ts'
import type { CompiledLayers } from './layers/compiled.ts'
import type { Mode, Warning } from './verdict.ts'

export interface EffectiveMode {
  readonly mode: Mode
  readonly warning: Warning | undefined
}

export function modeOf(
  request: Pick<CallContext, 'mode' | 'sessionId'>,
  layers: CompiledLayers
): EffectiveMode {
  const wanted = request.mode ?? layers.defaultMode?.value ?? 'default'
  if (wanted === 'bypassPermissions' && layers.bypassDisabled !== undefined) {
    return unavailable(wanted, `disabled by the ${layers.bypassDisabled} settings`)
  }
  if (wanted === 'auto' && layers.autoDisabled !== undefined) {
    return unavailable(wanted, `disabled by the ${layers.autoDisabled} settings`)
  }
  if (wanted === 'auto' && request.sessionId === undefined) {
    return unavailable(wanted, 'it counts denials by session, and the request names none')
  }
  return { mode: wanted, warning: undefined }
}

const unavailable = (mode: Mode, why: string): EffectiveMode => ({
  mode: 'default',
  warning: {
    code: 'mode-not-available',
    message: `mode ${mode} is not available: ${why}; mode default is used`
  }
})
