/** A bound in time for what may never end. */
import { StoreUnavailable } from './store-unavailable.ts'

/** What the work comes to; `no-answer` where that takes longer. The work itself goes on and may fail unseen. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    // An answer that has come while this process was busy is read first.
    timer = setTimeout(() => setImmediate(() => reject(new StoreUnavailable('no-answer'))), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
