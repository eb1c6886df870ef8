/** The port through which the engine reads Bash. */
import type { Reading } from './program.ts'

export interface BashReader {
  /** Total: never throws; whatever goes wrong is `structure-unknown`. Synchronous on the fast path. */
  read(text: string): Reading | Promise<Reading>
}
