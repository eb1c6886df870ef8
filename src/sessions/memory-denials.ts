/** Denial state in this process alone. */
import {
  type DenialEvent,
  type DenialLimits,
  type Denials,
  denialsOf,
  type Transition,
  transition,
  UNCOUNTED
} from '../engine/breaker.ts'
import { TenantCache } from '../tenant-cache.ts'
import {
  BLOCKS_KNOWN,
  type DenialStore,
  type EventName,
  type SessionName,
  SUCCESSES_KNOWN
} from './denial-store.ts'

export interface MemoryDenialsOptions {
  /** How long a session is kept after its last use. */
  readonly ttlMs: number
  /** What this process holds of sessions, about. Where that is too little, those not used for longest are forgotten. */
  readonly maxBytes?: number
}

const MAX_BYTES = 64 * 1024 * 1024

/** About, with the maps around them. */
const SESSION_BYTES = 1_024
const EVENT_BYTES = 256

const KNOWN: Readonly<Record<DenialEvent, number>> = { block: BLOCKS_KNOWN, success: SUCCESSES_KNOWN }

/** One session, and the states that its events led to. */
class Session {
  denials = UNCOUNTED
  bytes = SESSION_BYTES
  private readonly states: Readonly<Record<DenialEvent, Map<string, Denials>>> = {
    block: new Map(),
    success: new Map()
  }

  count({ event, id }: EventName, limits: DenialLimits | undefined): Transition {
    const first = id === undefined ? undefined : (this.states.block.get(id) ?? this.states.success.get(id))
    if (first !== undefined) return { denials: first, opened: false }
    const counted = transition(this.denials, event, limits)
    this.denials = counted.denials
    if (id !== undefined) this.remember(event, id)
    return counted
  }

  private remember(event: DenialEvent, id: string): void {
    const states = this.states[event]
    states.set(id, this.denials)
    this.bytes += bytesOf(id)
    const [oldest] = states.keys()
    if (states.size <= KNOWN[event] || oldest === undefined) return
    states.delete(oldest)
    this.bytes -= bytesOf(oldest)
  }
}

const bytesOf = (id: string): number => EVENT_BYTES + 2 * id.length

/** Keeps denial state in memory. */
export class MemoryDenials implements DenialStore {
  private readonly sessions: TenantCache<Session>

  constructor({ ttlMs, maxBytes = MAX_BYTES }: MemoryDenialsOptions) {
    this.sessions = new TenantCache({ ttlMs, maxBytes })
  }

  read({ tenant, sessionId }: SessionName, limits?: DenialLimits): Denials {
    const denials = this.sessions.get(tenant, sessionId)?.denials ?? UNCOUNTED
    return limits === undefined ? denials : denialsOf(denials, limits)
  }

  record({ tenant, sessionId }: SessionName, event: EventName, limits?: DenialLimits): Transition {
    const session = this.sessions.get(tenant, sessionId) ?? new Session()
    const counted = session.count(event, limits)
    this.sessions.set(tenant, sessionId, session, session.bytes)
    return counted
  }

  succeedLater(session: SessionName, id: string | undefined, limits?: DenialLimits): void {
    this.record(session, { event: 'success', id }, limits)
  }

  reset({ tenant, sessionId }: SessionName): void {
    this.sessions.delete(tenant, sessionId)
  }

  /** Nothing waits here. */
  async close(): Promise<void> {}
}
