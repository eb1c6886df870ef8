/** A worker that takes a while for each call and says who it is. */
import { setTimeout } from 'node:timers/promises'
import { parentPort, threadId } from 'node:worker_threads'
import { onJob } from './jobs.mjs'

onJob(async () => {
  await setTimeout(80)
  parentPort.postMessage({
    kind: 'done',
    outcome: { kind: 'decide', decided: { thread: threadId }, left: 0 },
    counters: { parses: 0, cancelled: 0, crashed: 0 },
    isBroken: false
  })
})
