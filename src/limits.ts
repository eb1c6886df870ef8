/** Every bound and time limit of the HTTP interface. */
export interface Limits {
  readonly bodyBytes: number
  readonly nesting: number
  /** Keys, objects and lists of a body together. */
  readonly members: number
  readonly batchCalls: number
  readonly urlLength: number
  /** Request line and header fields together. */
  readonly headerBytes: number
  readonly headersTimeoutMs: number
  /** Headers and body together. */
  readonly requestTimeoutMs: number
  /** How often connections are checked against the two limits above. */
  readonly timeoutCheckMs: number
  readonly keepAliveTimeoutMs: number
  /** A connection on which nothing moves for so long is closed, also one whose answer nobody reads. */
  readonly idleTimeoutMs: number
  /** Connections at once; further ones are closed. */
  readonly connections: number
  /** How long a stopping service still takes connections: what arrived before is read and answered. */
  readonly stopGraceMs: number
  /** How long a stop waits for headers that are not complete. */
  readonly stopHeadersMs: number
  /** How long a stop waits for running requests. */
  readonly shutdownMs: number
  /** How long it then waits for the decision log. */
  readonly logFlushMs: number
  /** Whatever happens, a stop is over by then. */
  readonly stopMs: number
}

export const LIMITS: Limits = {
  bodyBytes: 1024 * 1024,
  nesting: 64,
  members: 30_000,
  batchCalls: 100,
  urlLength: 2048,
  headerBytes: 16 * 1024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  timeoutCheckMs: 1_000,
  keepAliveTimeoutMs: 72_000,
  idleTimeoutMs: 90_000,
  connections: 4_096,
  stopGraceMs: 500,
  stopHeadersMs: 1_000,
  shutdownMs: 10_000,
  logFlushMs: 3_000,
  stopMs: 25_000
}
