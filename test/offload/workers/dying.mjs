/** A worker that ends at its first call. */
import { parentPort } from 'node:worker_threads'

parentPort.on('message', () => process.exit(7))
parentPort.postMessage({ kind: 'ready' })
