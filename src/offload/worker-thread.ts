/** Worker threads as all are started here: behind all other threads, in bounded memory. */
import { Worker } from 'node:worker_threads'
import { workerEntry } from './entry.ts'

export interface WorkerThreadOptions<Message> {
  /** The module that it runs. */
  readonly module: URL
  /** Megabytes; what needs more has run away. */
  readonly heapMb: number
  readonly heard: (message: Message) => void
  /** It ended, by whatever cause; may come twice. */
  readonly lost: (error: Error) => void
}

/** Starts one; it keeps no process alive that has nothing else to do. */
export function startWorker<Message>({ module, heapMb, heard, lost }: WorkerThreadOptions<Message>): Worker {
  const worker = new Worker(workerEntry('launch'), {
    workerData: module.href,
    resourceLimits: { maxOldGenerationSizeMb: heapMb }
  })
  worker.unref()
  worker.on('message', heard)
  worker.on('error', lost)
  worker.on('exit', (code) => lost(new Error(`a worker ended with ${code}`)))
  return worker
}
