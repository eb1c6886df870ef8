/** The ids of every step, derived from the tables that own them. */

import type { EntryStepId } from './entry.ts'
import type { WrapperStepId } from './modes.ts'
import type { InnerStepId } from './waterfall.ts'

export type StepId = EntryStepId | InnerStepId | WrapperStepId
