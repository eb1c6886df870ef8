/** Counter-examples that were found, shrunk and kept: every one is run again by the tests. */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Disagreement } from '../oracle/contract.ts'

const FOLDER = fileURLToPath(new URL('../regressions/', import.meta.url))

const regressionSchema = z.strictObject({
  script: z.string(),
  /** What was wrong when it was found. */
  disagreement: z.strictObject({ law: z.string(), message: z.string() }),
  /** Of the run that found it; absent where a person did. */
  seed: z.int().optional()
})

export type Regression = z.infer<typeof regressionSchema>

/** Every kept counter-example by its file's name. */
export function keptRegressions(): readonly (readonly [name: string, regression: Regression])[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => [name, regressionSchema.parse(JSON.parse(readFileSync(FOLDER + name, 'utf8')))])
}

/** Keeps one more, and gives the path of its file. */
export function keepRegression(script: string, { law, message }: Disagreement, seed: number): string {
  mkdirSync(FOLDER, { recursive: true })
  const digest = createHash('sha256').update(script).digest('hex').slice(0, 8)
  const path = `${FOLDER}${law}-${digest}.json`
  const regression: Regression = { script, disagreement: { law, message }, seed }
  writeFileSync(path, `${JSON.stringify(regression, null, 2)}\n`)
  return path
}
