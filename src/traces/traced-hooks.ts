/** A span for each call of a hook, below that of the request it belongs to. */
import type { HookCall } from '../hooks/http-hook-runner.ts'
import type { Tracing } from './tracing.ts'

/** Tells of a call that is over. */
export function traceHookCall(tracing: Tracing, { event, outcome, durationMs }: HookCall): void {
  const span = tracing.current()?.child(`hook ${event}`, durationMs)
  span?.end({ 'portcullis.hook.event': event, 'portcullis.hook.outcome': outcome })
}
