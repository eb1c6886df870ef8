/** What a worker runs first: loading the rest of it is work that others should not wait for either. */
import { workerData } from 'node:worker_threads'
import { goLast } from './thread-priority.ts'

goLast()
const module: string = workerData
await import(module)
