/** Hears of jobs and says nothing. */
import { parentPort } from 'node:worker_threads'

parentPort.postMessage({ kind: 'ready' })
parentPort.on('message', () => {})
