/** The worker's side: one job after the other. */
import { parentPort } from 'node:worker_threads'
import { loadBashReader } from '../../engine/bash/grammar.ts'
import { ownThread } from '../../offload/cpu-time.ts'
import { readGrammar } from '../../offload/grammar-files.ts'
import { testTexts } from '../text-tests.ts'
import type { FromWorker, Job, Outcome } from './jobs.ts'
import { lintJob } from './lint-job.ts'

const port = parentPort
if (port === null) throw new Error('this module runs in a worker')

const answer = (message: FromWorker): void => port.postMessage(message)

port.on('message', async (job: Job) => answer({ kind: 'done', outcome: await outcomeOf(job) }))
answer({ kind: 'ready', thread: ownThread() })

async function outcomeOf(job: Job): Promise<Outcome> {
  if (job.kind === 'lint') return lintJob(job.files)
  // Nothing is kept: what one caller sends meets no call of another.
  const tested = await testTexts(job.files, job.tests, await loadBashReader(await readGrammar()))
  return 'faults' in tested ? { kind: 'no-set', ...tested } : { kind: 'test', ...tested }
}
