/** What stopped a reading, before the commands found so far are added to it. */
import type { StructureCode } from './program.ts'

export interface Problem {
  readonly code: StructureCode
  readonly message: string
  readonly offset: number | undefined
}
