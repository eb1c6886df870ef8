/** Policies that change under load: every answer is held against the set that it names. */
import { PolicyStand } from '../test/faults/policy-sets.ts'
import { quantile } from '../test/faults/reload-load.ts'
import { runReloads } from '../test/faults/reload-run.ts'
import { startService } from './server.ts'

const CALLS_PER_SECOND = 2_000
const STEADY_MS = 10_000
const REST_MS = 200
const LIVE_MS = 5_000

/** Prints what was answered and how long changes took; ends with 1 where an answer was wrong or a set not seen. */
export async function runReload(changes: number): Promise<void> {
  const stand = await PolicyStand.create()
  const service = await startService({ PORTCULLIS_POLICIES_DIR: stand.folder, PORTCULLIS_LOG_LEVEL: 'error' })
  const since = performance.now()
  const { answers, late, faults, seen, broken, delays, latencies } = await runReloads({
    origin: service.url,
    stand,
    perSecond: CALLS_PER_SECOND,
    steadyMs: STEADY_MS,
    changes,
    restMs: REST_MS,
    liveMs: LIVE_MS
  })
  const rate = answers / ((performance.now() - since) / 1_000)
  const ms = (values: readonly number[], part: number): string => `${quantile(values, part).toFixed(1)} ms`
  const unseen = [...stand.known.keys()].filter((digest) => !seen.has(digest))

  console.log(`${changes} changes, ${broken} of them broken, under ${rate.toFixed(0)} decisions/s`)
  console.log(`answers: ${answers}; heavy ones answered with care as no worker was free in time: ${late}`)
  console.log(`latency: p50 ${ms(latencies, 0.5)}, p99 ${ms(latencies, 0.99)}, most ${ms(latencies, 1)}`)
  console.log(`a change is live after: p50 ${ms(delays, 0.5)}, most ${ms(delays, 1)}`)
  console.log(
    `sets: ${stand.known.size} valid ones, ${stand.known.size - unseen.length} of them seen in answers`
  )
  for (const fault of faults) console.log(`wrong: ${fault}`)
  const isGood = faults.length === 0 && unseen.length === 0
  console.log(isGood ? 'every answer is by one whole set, and no broken set was live' : 'FAILED')
  service.stop()
  await stand.remove()
  if (!isGood) process.exitCode = 1
}
