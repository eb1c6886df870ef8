/** The worker's side: an engine of its own decides one call after the other. */
import { parentPort, workerData } from 'node:worker_threads'
import { loadBashReader } from '../engine/bash/grammar.ts'
import type { CountedReader } from '../engine/bash/reader.ts'
import { classifyCall } from '../engine/classify.ts'
import { decideCall, type Service } from '../engine/decide.ts'
import { createService } from '../engine/service.ts'
import { ownThread } from './cpu-time.ts'
import { readGrammar } from './grammar-files.ts'
import type { FromWorker, Job, Outcome, WorkerData } from './messages.ts'
import { warmUp } from './warm-up.ts'

const port = parentPort
if (port === null) throw new Error('this module runs in a worker')

// Only the service starts this file, with these data.
const { policies }: WorkerData = workerData
const reader: CountedReader = await loadBashReader(await readGrammar())
const service = createService(reader, policies)
if ('problem' in service) throw new Error('the policies are refused')
await warmUp((request) => decideCall(request, service))

const answer = (message: FromWorker): void => port.postMessage(message)

port.on('message', async (job: Job) => {
  answer({
    kind: 'done',
    outcome: await outcomeOf(job, service),
    counters: reader.counters,
    isBroken: reader.isBroken
  })
})
answer({ kind: 'ready', thread: ownThread() })

async function outcomeOf(job: Job, over: Service): Promise<Outcome> {
  try {
    if (job.kind === 'classify') {
      return { kind: 'classify', classification: await classifyCall(job.request, over, over.base) }
    }
    const allowance = { left: job.left }
    const decided = await decideCall(job.request, over, {
      directoryUnknown: job.directoryUnknown,
      allowance
    })
    return { kind: 'decide', decided, left: allowance.left }
  } catch {
    // A text no engine was made for; whoever sent it gets the careful answer.
    return { kind: 'failed' }
  }
}
