/** An engine that answers alike to everything and remembers what it was asked. */
import type { DecideRequest, Decision, SettingsProblem } from '../../src/engine/decision.ts'
import type { Engine } from '../../src/engine/engine.ts'

export const STUB_DECISION: Decision = {
  decision: 'ask',
  reason: 'no rule allows `ls`',
  messageForModel: 'ask the person to allow `ls`',
  decidedBy: { step: '3', kind: 'default', detail: 'no rule', retryable: false },
  mode: 'default',
  facts: { readOnly: true, concurrencySafe: true, destructive: null, requiresUserInteraction: false },
  suggestions: [],
  warnings: [{ code: 'home-unknown', message: 'no homeDir', layer: 'user', rule: 'Read(~/x)' }],
  trace: [{ step: '1a', outcome: 'pass', detail: 'no deny rule' }]
}

export interface StubEngine extends Engine {
  readonly asked: unknown[]
}

/** `decide` may be replaced to answer otherwise. */
export function stubEngine(
  decide: (request: DecideRequest) => Decision | SettingsProblem | Promise<Decision> = () => STUB_DECISION
): StubEngine {
  const asked: unknown[] = []
  return {
    asked,
    decide(request) {
      asked.push(request)
      return decide(request)
    },
    decideBatch(context, calls) {
      asked.push({ context, calls })
      return {
        decisions: calls.map(({ toolUseId }) => ({ ...STUB_DECISION, toolUseId })),
        batches: calls.map(({ toolUseId }) => ({ concurrent: false, toolUseIds: [toolUseId] })),
        maxConcurrency: 10
      }
    },
    classify(request) {
      asked.push(request)
      return {
        parse: { status: 'ok' },
        readOnly: true,
        concurrencySafe: true,
        destructive: false,
        network: false,
        executesCode: false,
        privileged: false,
        risk: 'none',
        reasons: [],
        commands: [],
        reads: [],
        writes: [],
        unknownReads: false,
        unknownWrites: false,
        suggestedRules: []
      }
    },
    meets: () => true,
    toolNames: (tool) => [tool],
    tools: () => [
      {
        name: 'Bash',
        aliases: [],
        inputSchema: { type: 'object' },
        requiresPermission: true,
        requiresUserInteraction: false,
        readOnly: null,
        concurrencySafe: null,
        interruptBehavior: 'cancel',
        maxResultSizeChars: 30_000,
        shouldDefer: false
      }
    ]
  }
}
