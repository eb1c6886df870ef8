/** The ids of every step, derived from the tables that own them. */

import type { EntryStepId } from './entry.ts'
import type { ModeStepId } from './modes.ts'
import type { AutoStepId, PersonStepId } from './settlement.ts'
import type { InnerStepId } from './waterfall.ts'

export type StepId = EntryStepId | InnerStepId | ModeStepId | AutoStepId | PersonStepId
