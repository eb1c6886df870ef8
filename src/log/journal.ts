/** Keeps and logs decisions: after they are answered, or, where each must be on record, before. */
import type { Logger } from 'pino'
import type { Decision } from '../engine/decision.ts'
import type { MaybePromise } from '../engine/maybe-promise.ts'
import type { DecisionEvent, DecisionObserver } from './decision-event.ts'
import type { Pump } from './pump.ts'
import { type DecisionRecord, recordOf } from './record.ts'
import { RecordRing } from './ring.ts'

/** Decisions that wait for their record; beyond, the caller waits until one is made. Bounds what inputs are held. */
const MAX_WAITING = 128

/** Making records pauses after so long, for others. */
const SLICE_MS = 2

export interface JournalOptions {
  readonly logger: Logger
  /** Where records go besides memory. Default: nowhere. */
  readonly pump?: Pump | undefined
  /** An allow that is not on record does not stand. */
  readonly required?: boolean
  readonly ring?: RecordRing
}

/** Finds what was decided lately. */
export interface RecordFinder {
  find(tenant: string, requestId: string): MaybePromise<readonly DecisionRecord[]>
}

export class Journal implements DecisionObserver, RecordFinder {
  readonly #logger: Logger
  readonly #pump: Pump | undefined
  readonly #required: boolean
  readonly #ring: RecordRing
  #events: DecisionEvent[] = []
  #times: number[] = []
  #isDue = false

  constructor({ logger, pump, required = false, ring = new RecordRing() }: JournalOptions) {
    this.#logger = logger
    this.#pump = pump
    this.#required = required
    this.#ring = ring
  }

  decided(event: DecisionEvent): MaybePromise<Decision> {
    if (this.#required && event.decision.decision === 'allow') return this.#recorded(event)
    this.#later(event)
    return event.decision
  }

  async find(tenant: string, requestId: string): Promise<readonly DecisionRecord[]> {
    await this.settled()
    // Written by recordOf.
    return this.#ring.find(tenant, requestId).map((line): DecisionRecord => JSON.parse(line))
  }

  /** Requests whose records are kept in memory. */
  get kept(): number {
    return this.#ring.size
  }

  /** Resolves when every decision so far has its record. */
  async settled(): Promise<void> {
    while (this.#events.length > 0) await new Promise<void>((resolve) => setImmediate(resolve))
  }

  /** Why not every decision is logged, at this moment. */
  health(): string | undefined {
    return this.#pump?.failing === true ? 'the decision log is failing' : undefined
  }

  /** Makes the records that are due, and hands on what the log still can take within this time. */
  async close(withinMs: number): Promise<void> {
    await this.settled()
    await this.#pump?.close(withinMs)
  }

  /** Takes the record up when everything at hand is answered. */
  #later(event: DecisionEvent): void {
    this.#events.push(event)
    this.#times.push(Date.now())
    if (this.#events.length > MAX_WAITING) this.#recordNext()
    if (this.#isDue) return
    this.#isDue = true
    setImmediate(this.#flush)
  }

  readonly #flush = (): void => {
    const until = performance.now() + SLICE_MS
    let next = 0
    const events = this.#events
    while (next < events.length) {
      this.#keep(events[next], this.#times[next])
      next += 1
      if (performance.now() > until) break
    }
    this.#events = events.slice(next)
    this.#times = this.#times.slice(next)
    this.#isDue = this.#events.length > 0
    if (this.#isDue) setImmediate(this.#flush)
  }

  #recordNext(): void {
    this.#keep(this.#events.shift(), this.#times.shift())
  }

  #keep(event: DecisionEvent | undefined, at: number | undefined): void {
    if (event === undefined || at === undefined) return
    const line = this.#line(event, at)
    if (line === undefined) return
    this.#ring.add(event.principal.tenant, event.requestId, line)
    this.#pump?.offer(line)
  }

  /** Answers once the log took the record; never otherwise. */
  async #recorded(event: DecisionEvent): Promise<Decision> {
    const line = this.#line(event, Date.now())
    if (line !== undefined && (await this.#pump?.deliver(line)) === true) {
      this.#ring.add(event.principal.tenant, event.requestId, line)
      return event.decision
    }
    const decision = unrecorded(event.decision)
    this.#later({ ...event, decision })
    return decision
  }

  #line(event: DecisionEvent, at: number): string | undefined {
    try {
      const record = recordOf(event, at)
      if (this.#logger.isLevelEnabled('debug')) this.#logger.debug(inShort(record), 'decided')
      return JSON.stringify(record)
    } catch (error) {
      this.#logger.error({ err: error, requestId: event.requestId }, 'a decision has no record')
      return undefined
    }
  }
}

/** What stands instead of an allow that the log did not take. */
function unrecorded({ updatedInput: _, sandboxed: __, decidedBy, ...allowed }: Decision): Decision {
  const detail = 'decision-log-unavailable'
  const { step } = decidedBy
  return {
    ...allowed,
    decision: 'deny',
    reason: 'the decision log takes no records, and nothing is allowed that is not recorded',
    messageForModel:
      'Not run: the permission service cannot record its decisions at the moment. This is no judgement of the call; try it again later.',
    decidedBy: { step, kind: 'degraded', detail, retryable: true },
    suggestions: [],
    trace: [...allowed.trace, { step, outcome: 'deny', detail }]
  }
}

/** Ids, facts and digests; nothing of the input. */
const inShort = (record: DecisionRecord) => ({
  requestId: record.requestId,
  traceId: record.traceId,
  tool: record.tool,
  inputDigest: record.inputDigest,
  facts: record.facts,
  decision: record.decision,
  step: record.step,
  kind: record.kind,
  rule: record.rule,
  policyDigest: record.policyDigest,
  durationMs: record.durationMs
})
