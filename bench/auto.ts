/** Auto mode where no classifier is needed, beside default mode: with denials kept in memory, and in Redis. */
import { startRedis } from '../test/redis-server.ts'
import { decideBody } from './bodies.ts'
import { REPEATING } from './commands.ts'
import { type Figures, inTurn, median, send, type Target } from './load.ts'
import { type Server, startService } from './server.ts'

/** What auto mode may cost: a median latency, and a rate, within this factor of default mode. */
const BAR = 1.3

const autoBody = (command: string): string => decideBody(command).replace('"mode":"default"', '"mode":"auto"')

/** Prints how auto mode compares; ends with 1 where it costs too much. */
export async function runAuto(rounds: number, seconds: number): Promise<void> {
  const redis = await startRedis()
  const inMemory = await startService()
  const inRedis = await startService({ PORTCULLIS_REDIS_URL: redis.url })
  const commands = await settledWithoutClassifier(inMemory)
  const target = (name: string, server: Server, body: (command: string) => string): Target => ({
    name,
    server,
    path: '/decide',
    next: inTurn(commands.map(body))
  })
  const usual = target('default', inMemory, decideBody)
  const others = [target('auto, memory', inMemory, autoBody), target('auto, Redis', inRedis, autoBody)]
  for (const one of [usual, ...others]) await send(one, { duration: Math.min(3, seconds) })

  const runs: { readonly bare: Figures; readonly auto: readonly Figures[] }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const bare = await send(usual, { duration: seconds })
    const auto: Figures[] = []
    for (const other of others) auto.push(await send(other, { duration: seconds }))
    runs.push({ bare, auto })
  }
  console.log(
    `${commands.length} commands that no classifier has to judge, ${rounds} rounds of ${seconds} s each`
  )
  others.forEach(({ name }, index) => {
    const ratio = (of: (bare: Figures, auto: Figures) => number): number =>
      median(runs.flatMap(({ bare, auto }) => (auto[index] === undefined ? [] : [of(bare, auto[index])])))
    const rate = ratio((bare, auto) => bare.rate / auto.rate)
    const latency = ratio((bare, auto) => auto.mean / bare.mean)
    const processor = ratio((bare, auto) => auto.processor / bare.processor)
    const isGood = rate <= BAR && latency <= BAR
    console.log(
      `${name.padEnd(13)} rate 1/${rate.toFixed(2)}, latency x${latency.toFixed(2)}, processor time x${processor.toFixed(2)}: ` +
        `${isGood ? 'held' : 'FAILED'} (${BAR})`
    )
    if (!isGood) process.exitCode = 1
  })
  inMemory.stop()
  inRedis.stop()
  await redis.stop()
}

/** The rows of the usual commands that settle before the breaker. */
async function settledWithoutClassifier(server: Server): Promise<readonly string[]> {
  const settled: string[] = []
  for (const command of REPEATING) {
    const answer = await fetch(`${server.url}/decide`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: autoBody(command)
    })
    const decided: unknown = await answer.json()
    if (!JSON.stringify(decided).includes('"step":"auto.5"')) settled.push(command)
  }
  return settled
}
