/** Where the denial state of sessions is kept: the port. */
import type { DenialEvent, DenialLimits, Denials, Transition } from '../engine/breaker.ts'
import type { MaybePromise } from '../engine/maybe-promise.ts'

/** Tenants never share sessions: the same id of two tenants names two. */
export interface SessionName {
  readonly tenant: string
  readonly sessionId: string
}

/** Which event this is. One that comes again is not counted again, whatever it says then. */
export interface EventName {
  readonly event: DenialEvent
  /** Of the call, and of who tells: a decision and an outcome of one call are two events. undefined: never a replay. */
  readonly id: string | undefined
}

/** So many blocks of a session are known again; total limits are far below. */
export const BLOCKS_KNOWN = 1_000
/** So many successes of a session are known again, the newest. */
export const SUCCESSES_KNOWN = 512

/**
 * Every method that answers rejects with StoreUnavailable, and with nothing else: then the event may have been counted
 * or not, and whoever sends it again learns the state that it led to.
 */
export interface DenialStore {
  /** The state now. Without limits: by those that the last event of the session was counted under, else the usual ones. */
  read(session: SessionName, limits?: DenialLimits): MaybePromise<Denials>
  /** Counts an event and gives the state after it; for an event that was counted before, the state it led to then. */
  record(session: SessionName, event: EventName, limits?: DenialLimits): MaybePromise<Transition>
  /**
   * Counts a success that nobody waits for. Never throws; comes before any later event of the session from here, also
   * where the store is down for a while.
   */
  succeedLater(session: SessionName, id: string | undefined, limits?: DenialLimits): void
  /** Forgets the session, and which events it counted. */
  reset(session: SessionName): MaybePromise<void>
  /** Hands over what nobody waited for, if that can be done now. */
  close(): Promise<void>
}
