/** Many decisions through the service, half repeating and half new, watching its memory. */
import { decideBody } from './bodies.ts'
import { newCommand, REPEATING } from './commands.ts'
import { send } from './load.ts'
import { startService } from './server.ts'

const WARM_UP = 100_000
const SLICES = 20

/** Prints resident memory after warm-up, on the way and at the end. */
export async function runSoak(decisions: number): Promise<void> {
  const service = await startService()
  let count = 0
  const next = (): string => {
    count += 1
    return decideBody(
      count % 2 === 0 ? newCommand(count) : (REPEATING[(count >> 1) % REPEATING.length] ?? 'ls')
    )
  }
  const target = { name: 'soak', server: service, path: '/decide', next }

  await send(target, { amount: Math.min(WARM_UP, decisions) })
  const start = service.memory().now
  console.log(`after warm-up: RSS ${start.toFixed(0)} MiB`)
  const readings: number[] = []
  for (let slice = 1; slice <= SLICES; slice += 1) {
    await send(target, { amount: Math.ceil(decisions / SLICES) })
    const { now } = service.memory()
    readings.push(now)
    console.log(
      `${String(Math.round((decisions * slice) / SLICES)).padStart(8)} decisions: RSS ${now.toFixed(0)} MiB`
    )
  }
  const middle = mean(readings.slice(SLICES / 2 - 2, SLICES / 2 + 2))
  const end = mean(readings.slice(-4))
  const growth = (to: number, from: number): string => `${(100 * (to / from - 1)).toFixed(1)} %`
  console.log(
    `\nstart ${start.toFixed(0)}, middle ${middle.toFixed(0)}, end ${end.toFixed(0)} MiB (means of four readings)`
  )
  console.log(`growth since warm-up ${growth(end, start)}, in the second half ${growth(end, middle)}`)
  console.log(`peak RSS ${service.memory().peak.toFixed(0)} MiB`)
  service.stop()
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
