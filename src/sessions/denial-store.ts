/** Where the denial state of sessions is kept: the port. */
import type { DenialEvent, DenialLimits, Denials } from '../engine/breaker.ts'
import type { MaybePromise } from '../engine/maybe-promise.ts'

/** Tenants never share sessions: the same id of two tenants names two. */
export interface SessionName {
  readonly tenant: string
  readonly sessionId: string
}

/** Which event this is. One that comes again is not counted again. */
export interface EventName {
  readonly event: DenialEvent
  /** Of the call, and of who tells: a decision and an outcome of one call are two events. undefined: never a replay. */
  readonly id: string | undefined
}

/** Every method that answers rejects with StoreUnavailable, and with nothing else; then nothing is known of the state. */
export interface DenialStore {
  /** The state now. Without limits: by those that the last event of the session was counted under, else the usual ones. */
  read(session: SessionName, limits?: DenialLimits): MaybePromise<Denials>
  /** Counts an event and gives the state after it; for an event that was counted before, the state it led to then. */
  record(session: SessionName, event: EventName, limits?: DenialLimits): MaybePromise<Denials>
  /** A success that nobody waits for. Never throws; comes before any later event of the session from here. */
  succeedLater(session: SessionName, id: string | undefined): void
  /** Forgets the session. */
  reset(session: SessionName): MaybePromise<void>
}
