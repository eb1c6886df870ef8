/** A worker whose parser's runtime failed at its first call. */
import { parentPort, threadId } from 'node:worker_threads'
import { onJob } from './jobs.mjs'

onJob(() => {
  parentPort.postMessage({
    kind: 'done',
    outcome: { kind: 'decide', decided: { thread: threadId }, left: 0 },
    counters: { parses: 1, cancelled: 0, crashed: 1 },
    isBroken: true
  })
})
