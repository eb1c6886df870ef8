/** Takes all the memory there is. */
import { parentPort } from 'node:worker_threads'

parentPort.postMessage({ kind: 'ready' })
parentPort.on('message', () => {
  const kept = []
  for (;;) kept.push(new Array(1_000).fill({}))
})
