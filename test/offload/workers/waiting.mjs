/** A worker that takes its time without computing, as one does that waits for a processor. */
import { parentPort } from 'node:worker_threads'
import { onJob, ownThread } from './jobs.mjs'

const never = new Int32Array(new SharedArrayBuffer(4))

onJob(
  () => {
    Atomics.wait(never, 0, 0, 400)
    parentPort.postMessage({
      kind: 'done',
      outcome: { kind: 'decide', decided: {}, left: 0 },
      counters: { parses: 0, cancelled: 0, crashed: 0 },
      isBroken: false
    })
  },
  { thread: ownThread() }
)
