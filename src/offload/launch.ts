/** What a worker runs first: loading the rest of it is work that others should not wait for either. */
import { workerData } from 'node:worker_threads'
import { IS_SOURCE } from './entry.ts'
import { standBack } from './thread-priority.ts'
import type { Launch } from './worker-thread.ts'

const { module, niceness }: Launch = workerData
if (IS_SOURCE) {
  // Sources are compiled as they are loaded, which takes far too long behind everything else.
  await import(module)
  standBack(niceness)
} else {
  standBack(niceness)
  await import(module)
}
