/** How long threads of this process were computing, where the system tells (Linux does). */
import { readFileSync, readlinkSync } from 'node:fs'

/** What the system calls the thread that asks. */
export function ownThread(): string | undefined {
  try {
    return readlinkSync('/proc/thread-self').split('/').at(-1)
  } catch {
    return undefined
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
