/** The version of this package. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'

const manifest = z.object({ version: z.string() })

export const VERSION: string = manifest.parse(
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
).version
