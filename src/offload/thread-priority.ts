/** Which threads get a processor first. Linux takes the name of a thread for that of a process; elsewhere all are equal. */
import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { ownThread } from './cpu-time.ts'

/** Of a thread of the runtime: the main thread waits for some of what these do, so they go before workers. */
const RUNTIME = 5
/** Of a worker for whose answer a caller waits: one fourteenth of a processor that it shares with the main thread. */
export const BEHIND_MAIN = 12
/** Of a worker that may take its time: half as much as one for whose answer a caller waits. */
export const BEHIND_ALL = 15

/** Lets others go before the thread that asks. */
export function standBack(niceness: number): void {
  setNiceness(ownThread(), niceness)
}

/**
 * Lets the thread that asks go before the threads of the runtime that compile code, collect garbage and read files:
 * there are more of them than processors, and everybody waits for this one. Those that start later are not meant.
 */
export function goFirst(): void {
  const own = ownThread()
  for (const thread of own === undefined ? [] : readdirSync('/proc/self/task')) {
    if (thread !== own) setNiceness(thread, RUNTIME)
  }
}

function setNiceness(thread: string | undefined, niceness: number): void {
  if (thread === undefined) return
  try {
    setPriority(Number(thread), niceness)
  } catch {
    // It ended meanwhile, or competes with the others as an equal.
  }
}
