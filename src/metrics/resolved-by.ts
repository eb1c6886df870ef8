/** Who allowed a call in place of a person: a closed list. */
import type { Decision } from '../engine/decision.ts'
import type { StepId } from '../engine/steps.ts'

export const RESOLVERS = ['acceptEdits', 'safeTool', 'classifier', 'permissionRequestHook'] as const
export type Resolver = (typeof RESOLVERS)[number]

const BY_STEP: Readonly<Partial<Record<StepId, Resolver>>> = {
  'auto.2': 'acceptEdits',
  'auto.3': 'safeTool',
  'auto.5': 'classifier',
  // These steps allow nothing by themselves.
  denyInsteadOfPrompting: 'permissionRequestHook',
  headless: 'permissionRequestHook'
}

/** Undefined: the call was not allowed, or there was nothing to ask a person. */
export const resolvedBy = ({ decision, decidedBy }: Decision): Resolver | undefined =>
  decision === 'allow' ? BY_STEP[decidedBy.step] : undefined
