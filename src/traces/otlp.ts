/** Spans through OpenTelemetry's SDK to a collector, by its environment variables. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes
} from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { VERSION } from '../version.ts'
import { decisionAttributes } from './decision-attributes.ts'
import type { DecidedCall, RequestSpan, Tracing } from './tracing.ts'

/** How long spans that are left may take to be sent. */
const CLOSE_MS = 3_000

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/

/** The SDK reads where spans go, and which are kept, from the environment. */
export function otlpTracing(): Tracing {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'portcullis', 'service.version': VERSION }))
    .merge(detectResources({ detectors: [envDetector] }))
  const processor = new BatchSpanProcessor(new OTLPTraceExporter())
  const provider = new NodeTracerProvider({ resource, spanProcessors: [processor] })
  const tracer = provider.getTracer('portcullis', VERSION)
  const requests = new AsyncLocalStorage<RequestSpan>()

  return {
    begin(name, traceparent) {
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, parentOf(traceparent))
      const { traceId, spanId, traceFlags } = span.spanContext()
      const calls: DecidedCall[] = []
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        set: (attributes) => span.setAttributes({ ...attributes }),
        decided: (call) => void calls.push(call),
        child(childName, agoMs) {
          const startTime = agoMs === undefined ? undefined : Date.now() - agoMs
          const options = { kind: SpanKind.CLIENT, ...(startTime === undefined ? {} : { startTime }) }
          const child = tracer.startSpan(childName, options, trace.setSpan(ROOT_CONTEXT, span))
          return { end: (attributes) => child.setAttributes({ ...attributes }).end() }
        },
        end(status) {
          span.setAttributes({ ...decisionAttributes(calls) })
          span.setAttribute('http.response.status_code', status)
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        }
      }
    },
    within: (span, run) => requests.run(span, run),
    current: () => requests.getStore(),
    // A collector that does not answer holds no stop up.
    close: () =>
      Promise.race([
        provider.shutdown().catch(() => undefined),
        setTimeout(CLOSE_MS, undefined, { ref: false })
      ])
  }
}

function parentOf(traceparent: string | undefined) {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true
  })
}
