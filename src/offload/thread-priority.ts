/** Which threads get a processor first. Linux takes the name of a thread for that of a process; elsewhere all are equal. */
import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { ownThread } from './cpu-time.ts'

/** Of a thread of the runtime: the main thread waits for some of what these do, so they go before workers. */
const RUNTIME = 10
/** Of a worker: it gets what all others leave. */
const WORKER = 19

/** Lets every other thread go before the one that asks. */
export function goLast(): void {
  setNiceness(ownThread(), WORKER)
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
