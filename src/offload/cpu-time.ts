/** How long threads of this process were computing, where the system tells (Linux does). */
import { readFileSync, readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** What the system calls the thread that asks. */
export function ownThread(): string | undefined {
  try {
    return readlinkSync('/proc/thread-self').split('/').at(-1)
  } catch {
    return undefined
  }
}

/** How much less than others a worker gets of a processor that they share: about a third. */
const NICENESS = 5

/** Lets the threads that everybody waits for go first. Linux takes the name of a thread for that of a process. */
export function standBack(thread: string | undefined): void {
  if (thread === undefined) return
  try {
    setPriority(Number(thread), NICENESS)
  } catch {
    // Then it competes with them as an equal.
  }
}

/** Milliseconds that a thread spent on a processor since it began; waiting for one does not count. */
export function processorTime(thread: string | undefined): number | undefined {
  if (thread === undefined) return undefined
  try {
    const nanoseconds = Number(readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    return nanoseconds > 0 ? nanoseconds / 1e6 : undefined
  } catch {
    return undefined
  }
}

/** When something began, and what its thread had computed before; undefined: the system does not tell. */
export interface Begin {
  readonly at: number
  readonly computed: number | undefined
}

/** Milliseconds computed since; where the system does not tell, all of the time counts. */
export function computedSince({ at, computed }: Begin, thread: string | undefined): number {
  const now = processorTime(thread)
  return computed === undefined || now === undefined ? performance.now() - at : now - computed
}
