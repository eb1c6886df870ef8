/** Holds generated programs against real bash for as long as told: `npm run fuzz -- --minutes 10 --seed 1 --lanes 2`. */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { read } from '../test/engine/bash/fixture.ts'
import { Fuzz } from '../test/fuzz/fuzz.ts'
import { REGRESSIONS } from '../test/fuzz/regressions.ts'
import { openOracle } from '../test/oracle/oracle.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    lanes: { type: 'string', default: String(availableParallelism()) },
    into: { type: 'string', default: REGRESSIONS }
  }
})
const minutes = Number(values.minutes)
const seed = Number(values.seed)
const lanes = Number(values.lanes)
if (!(minutes > 0) || !Number.isInteger(seed) || !(lanes >= 1)) {
  throw new Error('--minutes over 0, --seed a whole number, --lanes at least 1')
}

const start = Date.now()
const oracle = await openOracle({ lanes })
try {
  const say = (line: string): void => console.log(line)
  const fuzz = new Fuzz({
    seed,
    lanes,
    until: start + minutes * 60_000,
    read,
    oracle,
    into: values.into,
    say
  })
  console.log(`seed ${seed}, ${lanes} lanes, ${minutes} minutes`)
  const timer = setInterval(
    () => console.log(`${Math.round((Date.now() - start) / 1_000)} s: ${fuzz.tally.progress()}`),
    10_000
  )
  await fuzz.run()
  clearInterval(timer)
  console.log(`\nseed ${seed}, ${((Date.now() - start) / 60_000).toFixed(1)} minutes`)
  for (const line of fuzz.tally.report()) console.log(line)
  if (fuzz.tally.disagreements > 0) process.exitCode = 1
} finally {
  await oracle.close()
}
