/** Spans of requests: the port, and whether the environment asks for them. */
import type { StepId } from '../engine/steps.ts'
import type { Behavior, Kind } from '../engine/verdict.ts'
import type { ToolFamily } from '../metrics/tool-family.ts'

export type Attributes = Readonly<Record<string, string | number | boolean>>

/** A decision as spans tell of it. */
export interface DecidedCall {
  readonly decision: Behavior
  readonly step: StepId
  readonly kind: Kind
  readonly toolFamily: ToolFamily
}

/** One request on its way; ends once. */
export interface RequestSpan {
  readonly traceparent: string
  set(attributes: Attributes): void
  /** A call of the request was decided. */
  decided(call: DecidedCall): void
  /** Somebody else is asked on the way; began so many milliseconds ago. */
  child(name: string, agoMs?: number): ChildSpan
  end(status: number): void
}

export interface ChildSpan {
  end(attributes: Attributes): void
}

export interface Tracing {
  /** `traceparent` as received, where it is valid. */
  begin(name: string, traceparent: string | undefined): RequestSpan
  /** Whatever `run` starts, also later, belongs to the span. */
  within(span: RequestSpan, run: () => void): void
  /** The span of the request on whose behalf this runs. */
  current(): RequestSpan | undefined
  /** Sends what is not sent yet. Never rejects. */
  close(): Promise<void>
}

type Variables = Readonly<Record<string, string | undefined>>

/** By OpenTelemetry's own variables; off unless one of them says where spans go. */
export function asksForTraces(variables: Variables): boolean {
  if (variables.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return false
  const exporter = variables.OTEL_TRACES_EXPORTER
  if (exporter !== undefined && exporter !== '') return exporter === 'otlp'
  return [variables.OTEL_EXPORTER_OTLP_ENDPOINT, variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT].some(
    (endpoint) => endpoint !== undefined && endpoint !== ''
  )
}

/** Loads the SDK only where traces are asked for. */
export async function openTracing(variables: Variables): Promise<Tracing | undefined> {
  if (!asksForTraces(variables)) return undefined
  const { otlpTracing } = await import('./otlp.ts')
  return otlpTracing()
}
