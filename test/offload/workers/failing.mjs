/** A worker in which nobody catches an error. */
import { parentPort } from 'node:worker_threads'

parentPort.on('message', () => {
  throw new Error('nobody caught this')
})
parentPort.postMessage({ kind: 'ready' })
