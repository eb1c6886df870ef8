/** A worker that is ready and then never answers: it spins, as a parser does inside one token. */
import { parentPort } from 'node:worker_threads'

parentPort.on('message', () => {
  for (;;);
})
parentPort.postMessage({ kind: 'ready' })
