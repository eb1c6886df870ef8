/** The service with callers and a decision log beside the same build without them; metrics are counted in both. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decideBody } from './bodies.ts'
import { built } from './built.ts'
import { REPEATING } from './commands.ts'
import { type Figures, inTurn, median, send, type Target } from './load.ts'
import { startService } from './server.ts'

/** Prints the rate of warm decisions that are authenticated and recorded, in proportion to bare ones. */
export async function runObserved(rounds: number, seconds: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'observed-'))
  try {
    const { newToken } =
      await built<typeof import('../src/callers/bearer-token.ts')>('callers/bearer-token.js')
    const { hashToken } =
      await built<typeof import('../src/callers/scrypt-hash.ts')>('callers/scrypt-hash.js')
    const token = newToken('bench')
    const callers = join(folder, 'callers.json')
    await writeFile(
      callers,
      JSON.stringify([{ name: 'bench', tenant: 'bench', hash: await hashToken(token), scopes: [] }]),
      { mode: 0o600 }
    )
    const plain = await startService()
    const observed = await startService({
      PORTCULLIS_CALLERS_FILE: callers,
      PORTCULLIS_DECISION_LOG: `file:${join(folder, 'decisions.jsonl')}`
    })
    const next = inTurn(REPEATING.map(decideBody))
    const without: Target = { name: 'without', server: plain, path: '/decide', next }
    const withAll: Target = {
      name: 'with callers and log',
      server: observed,
      path: '/decide',
      next,
      headers: { authorization: `Bearer ${token}` }
    }
    for (const target of [without, withAll]) await send(target, { duration: Math.min(3, seconds) })
    const pairs: (readonly [Figures, Figures])[] = []
    for (let round = 0; round < rounds; round += 1) {
      pairs.push([await send(without, { duration: seconds }), await send(withAll, { duration: seconds })])
    }
    for (const [bare, full] of pairs) {
      console.log(`without ${bare.rate.toFixed(0)}/s, with ${full.rate.toFixed(0)}/s`)
    }
    const rate = median(pairs.map(([bare, full]) => full.rate / bare.rate))
    const processor = median(pairs.map(([bare, full]) => bare.processor / full.processor))
    console.log(
      `\nratio of rates ${rate.toFixed(3)}, of processor time ${processor.toFixed(3)} (to keep: 0.85)`
    )
    plain.stop()
    observed.stop()
  } finally {
    await rm(folder, { recursive: true })
  }
}
