/** Never ends a job. */
import { parentPort } from 'node:worker_threads'

parentPort.postMessage({ kind: 'ready' })
parentPort.on('message', () => {
  for (;;);
})
