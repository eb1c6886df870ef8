/** A worker that says which thread it is and never answers. */
import { readlinkSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

parentPort.on('message', () => {
  for (;;);
})
parentPort.postMessage({ kind: 'ready', thread: readlinkSync('/proc/thread-self').split('/').at(-1) })
