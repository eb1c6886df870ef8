/** Worker threads as all are started here: behind the main thread, in bounded memory. */
import { Worker } from 'node:worker_threads'
import { workerEntry } from './entry.ts'

export interface WorkerThreadOptions<Message> {
  /** The module that it runs. */
  readonly module: URL
  /** Megabytes; what needs more has run away. */
  readonly heapMb: number
  /** Which threads go before it. */
  readonly niceness: number
  readonly heard: (message: Message) => void
  /** It ended, by whatever cause; may come twice. */
  readonly lost: (error: Error) => void
}

/** What a worker is told when it starts. */
export interface Launch {
  readonly module: string
  readonly niceness: number
}

/** Starts one; it keeps no process alive that has nothing else to do. */
export function startWorker<Message>(options: WorkerThreadOptions<Message>): Worker {
  const { module, heapMb, niceness, heard, lost } = options
  const launch: Launch = { module: module.href, niceness }
  const worker = new Worker(workerEntry('launch'), {
    workerData: launch,
    resourceLimits: { maxOldGenerationSizeMb: heapMb }
  })
  worker.unref()
  worker.on('message', heard)
  worker.on('error', lost)
  worker.on('exit', (code) => lost(new Error(`a worker ended with ${code}`)))
  return worker
}
