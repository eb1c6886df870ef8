/**
 * `npm run bench`: load over HTTP (`--rounds=3 --seconds=5`).
 * `npm run bench -- --observed`: with callers and decision log beside without.
 * `npm run bench -- --auto`: auto mode beside default mode, with denials in memory and in Redis.
 * `npm run bench -- --soak`: 1,000,000 decisions (`--decisions=N`). `npm run bench -- --micro`: stages in-process.
 * `npm run bench -- --attacker`: what one who sends hostile requests costs the others (`--seconds=30`).
 * `npm run bench -- --reload`: policies change under 2,000 decisions/s (`--changes=100`).
 */
import { runAttacker } from './attacker.ts'
import { runAuto } from './auto.ts'
import { runLoad } from './load.ts'
import { runMicro } from './micro.ts'
import { runObserved } from './observed.ts'
import { runReload } from './reload.ts'
import { runSoak } from './soak.ts'

const options = process.argv.slice(2)
const numberOf = (name: string, fallback: number): number => {
  const given = options.find((option) => option.startsWith(`--${name}=`))?.split('=')[1]
  return given === undefined ? fallback : Number(given)
}

if (options.includes('--micro')) await runMicro()
else if (options.includes('--reload')) await runReload(numberOf('changes', 100))
else if (options.includes('--attacker')) await runAttacker(numberOf('seconds', 30))
else if (options.includes('--soak')) await runSoak(numberOf('decisions', 1_000_000))
else if (options.includes('--auto')) await runAuto(numberOf('rounds', 5), numberOf('seconds', 5))
else if (options.includes('--observed')) await runObserved(numberOf('rounds', 5), numberOf('seconds', 5))
else await runLoad(numberOf('rounds', 3), numberOf('seconds', 5))
