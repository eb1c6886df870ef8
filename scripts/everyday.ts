/** Prints how many everyday commands end as undecidable, by mode and by construct: `npm run everyday`. */
import { MODES } from '../src/engine/verdict.ts'
import { sharedEngine } from '../test/engine-fixture.ts'
import { EVERYDAY } from '../test/everyday/commands.ts'
import { byConstruct, undecidedCommands } from '../test/everyday/measure.ts'
import { SETTINGS } from '../test/everyday/settings.ts'

const share = (part: number, whole: number): string =>
  `${String(part).padStart(4)} of ${String(whole).padStart(3)} ${((100 * part) / whole).toFixed(1).padStart(6)} %`

const engine = await sharedEngine()
for (const [name, settings] of Object.entries(SETTINGS)) {
  const undecided = await undecidedCommands(engine, settings)
  console.log(`\nUndecidable with ${name}, by mode`)
  for (const mode of MODES) {
    const count = undecided.filter((one) => one.mode === mode).length
    console.log(`  ${mode.padEnd(20)} ${share(count, EVERYDAY.length)}`)
  }
  console.log(`Undecidable with ${name} in any mode, by construct`)
  for (const [construct, [bad, all]] of byConstruct(undecided)) {
    console.log(`  ${construct.padEnd(20)} ${share(bad, all)}`)
  }
  if (process.argv.includes('--list')) {
    const seen = new Map(undecided.map((one) => [one.command, one.reason]))
    for (const [command, reason] of seen) console.log(`  ${JSON.stringify(command)}: ${reason}`)
  }
}
