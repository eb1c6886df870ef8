/** The ids of every step, derived from the tables that own them. */
import type { InnerStepId } from './waterfall.ts'
import type { EntryStepId } from './entry.ts'
import type { WrapperStepId } from './modes.ts'

export type StepId = EntryStepId | InnerStepId | WrapperStepId
