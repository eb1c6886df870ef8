/** What the workers may cost, and what became of their calls. */
import { availableParallelism } from 'node:os'

export interface OffloadLimits {
  /**
   * How long a worker may compute for one call, not counting what compiling the rules of its settings may take; where
   * the system does not tell, how long the call may take.
   */
  readonly jobMs: number
  /** How long workers may compute for the calls of one batch together; what is heavy after that is not read. */
  readonly batchMs: number
  /** How long one call may take at all beyond that, once it is begun: on a busy machine a worker waits for a processor. */
  readonly wallMs: number
  /** How long a worker may compute before it begins, to compile policies it has not worked with yet. */
  readonly loadMs: number
  /** Calls that may wait for their turn. */
  readonly queue: number
  readonly workers: number
  /** How many of them may be at work: the others take over when one has to be replaced. */
  readonly busy: number
  /** Before a worker is replaced that did not even start, or while another one is ready. */
  readonly restartMs: number
}

export const OFFLOAD_LIMITS: OffloadLimits = {
  jobMs: 60,
  batchMs: 150,
  wallMs: 3_000,
  loadMs: 2_000,
  queue: 64,
  workers: 2,
  // One processor is for those who wait for the main thread.
  busy: Math.max(1, availableParallelism() - 1),
  restartMs: 1_000
}

/** What became of heavy calls, and of the scripts parsed for them. */
export interface OffloadCounters {
  answered: number
  /** Workers terminated because a call took too long. */
  terminated: number
  /** Workers that ended, or had to be replaced, because something in them failed. */
  crashed: number
  /** Calls that met a full queue, or no worker that was ready. */
  refused: number
}
