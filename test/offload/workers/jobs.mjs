/** What faulty workers have in common with the real one. */
import { readlinkSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

/** This thread as the system calls it. */
export const ownThread = () => readlinkSync('/proc/thread-self').split('/').at(-1)

/** Takes sets without a word, says when a job begins, and leaves the rest to `handle`. */
export function onJob(handle, { thread, begin = () => {} } = {}) {
  parentPort.on('message', (message) => {
    if (message.kind === 'load') return
    begin()
    parentPort.postMessage({ kind: 'begun' })
    return handle(message)
  })
  parentPort.postMessage({ kind: 'ready', thread })
}
