/** Spans of requests: the port, and whether the environment asks for them. */

/** One request on its way; ends once. */
export interface RequestSpan {
  readonly traceparent: string
  set(attributes: Readonly<Record<string, string | number>>): void
  end(status: number): void
}

export interface Tracing {
  /** `traceparent` as received, where it is valid. */
  begin(name: string, traceparent: string | undefined): RequestSpan
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
