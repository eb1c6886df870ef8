/** Events, sinks and loggers for tests of the decision log. */
import { type Logger, pino } from 'pino'
import type { Decision } from '../../src/engine/decision.ts'
import type { DecisionEvent } from '../../src/log/decision-event.ts'
import type { Sink } from '../../src/log/sinks/sink.ts'

export const ALLOW: Decision = {
  decision: 'allow',
  reason: 'the command only reads',
  decidedBy: { step: '2b', kind: 'rule', rule: 'Bash(ls:*)', layer: 'policy', retryable: false },
  mode: 'default',
  facts: { readOnly: true, concurrencySafe: true, destructive: false, requiresUserInteraction: false },
  suggestions: [],
  warnings: [],
  trace: [],
  parse: { status: 'ok' }
}

export const DENY: Decision = { ...ALLOW, decision: 'deny' }

export const eventOf = (fields: Partial<DecisionEvent> = {}): DecisionEvent => ({
  principal: { name: 'ci', tenant: 'acme', scopes: new Set() },
  requestId: 'r-1',
  traceId: '0af7651916cd43dd8448eb211c80319c',
  sessionId: 's-1',
  toolUseId: 't-1',
  agent: { id: 'a-1', type: 'explorer', parentId: 'a-0' },
  headless: true,
  tool: 'Bash',
  input: { description: 'list', command: 'ls' },
  decision: ALLOW,
  policy: { digest: 'sha256:00', ids: ['company'] },
  durationMs: 0.123456,
  ...fields
})

export interface HeardLogger {
  readonly logger: Logger
  readonly lines: string[]
}

/** A logger and the lines it wrote. */
export function heardLogger(level = 'info'): HeardLogger {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  return { logger: pino({ level, base: null }, destination), lines }
}

export const silent = pino({ enabled: false })

export interface HeldSink extends Sink {
  readonly batches: (readonly string[])[]
  /** What the next writes do, in order; then they take the lines. */
  readonly next: (() => Promise<void>)[]
}

/** Keeps what it is given. */
export function heldSink(): HeldSink {
  const batches: (readonly string[])[] = []
  const next: (() => Promise<void>)[] = []
  return {
    batches,
    next,
    write: async (lines) => {
      await next.shift()?.()
      batches.push(lines)
    },
    close: async () => {}
  }
}
