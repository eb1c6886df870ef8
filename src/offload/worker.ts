/** The worker's side: an engine of its own decides one call after the other. */
import { parentPort } from 'node:worker_threads'
import { loadBashReader } from '../engine/bash/grammar.ts'
import type { CountedReader } from '../engine/bash/reader.ts'
import { classifyCall } from '../engine/classify.ts'
import { decideCall, type Service } from '../engine/decide.ts'
import { createMemory, createService } from '../engine/service.ts'
import { checkSettings } from '../engine/settings-check.ts'
import { ownThread } from './cpu-time.ts'
import { readGrammar } from './grammar-files.ts'
import { FAILED, type FromWorker, type Job, type Outcome, type ToWorker } from './messages.ts'
import { HeldSets } from './sets.ts'
import { warmUp } from './warm-up.ts'

const port = parentPort
if (port === null) throw new Error('this module runs in a worker')

const reader: CountedReader = await loadBashReader(await readGrammar())
const memory = createMemory(reader)
const sets = new HeldSets(reader, memory)
const bare = createService(reader, [], memory)
if ('problem' in bare) throw new Error('no policies, no problem')
await warmUp((request) => decideCall(request, bare))

const answer = (message: FromWorker): void => port.postMessage(message)

port.on('message', async (message: ToWorker) => {
  if (message.kind === 'load') return sets.load(message)
  const service = sets.serviceOver(message.digest, message.names)
  answer({ kind: 'begun' })
  answer({
    kind: 'done',
    outcome: service === undefined ? FAILED : await outcomeOf(message.job, service),
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
    if (job.kind === 'settings') {
      return { kind: 'settings', checked: checkSettings(job.request.settings ?? {}) }
    }
    const allowance = { left: job.left }
    const decided = await decideCall(job.request, over, {
      directoryUnknown: job.directoryUnknown,
      allowance
    })
    return { kind: 'decide', decided, left: allowance.left }
  } catch {
    // A text no engine was made for; whoever sent it gets the careful answer.
    return FAILED
  }
}
