/** Counter-examples that were found, shrunk and kept: every one is run again by the tests. */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Disagreement } from '../oracle/contract.ts'

/** Where they are kept; the tests look nowhere else. */
export const REGRESSIONS = fileURLToPath(new URL('../regressions/', import.meta.url))

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
  return readdirSync(REGRESSIONS)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => [name, regressionSchema.parse(JSON.parse(readFileSync(join(REGRESSIONS, name), 'utf8')))])
}

/** Keeps one more in a folder, and gives the path of its file. */
export function keepRegression(
  folder: string,
  script: string,
  disagreement: Disagreement,
  seed: number
): string {
  mkdirSync(folder, { recursive: true })
  const { law, message } = disagreement
  const digest = createHash('sha256').update(script).digest('hex').slice(0, 8)
  const path = join(folder, `${law}-${digest}.json`)
  const regression: Regression = { script, disagreement: { law, message }, seed }
  writeFileSync(path, `${JSON.stringify(regression, null, 2)}\n`)
  return path
}
