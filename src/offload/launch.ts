/** What a worker runs first: loading the rest of it is work that others should not wait for either. */
import { workerData } from 'node:worker_threads'
import { standBack } from './thread-priority.ts'
import type { Launch } from './worker-thread.ts'

const { module, niceness }: Launch = workerData
standBack(niceness)
await import(module)
