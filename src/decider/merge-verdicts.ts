/** The verdicts of a client's hooks and of the service's own, made one. */
import type { HookVerdict } from '../engine/decision.ts'

const STRICTNESS = { allow: 1, ask: 2, defer: 2, deny: 3 } as const

const strictness = ({ decision }: HookVerdict): number => (decision === undefined ? 0 : STRICTNESS[decision])

/** Deny before ask before allow. The service's hooks saw what the client's left of the input: theirs replaces it whole. */
export function mergeVerdicts(client: HookVerdict | undefined, own: HookVerdict): HookVerdict {
  if (client === undefined) return own
  const { decision, reason, isLate } = strictness(own) >= strictness(client) ? own : client
  const isForOther = decision === 'allow' && own.decision === undefined && own.updatedInput !== undefined
  return {
    // The client's hooks allowed another input.
    ...(isForOther ? {} : { decision: decision === 'defer' ? 'ask' : decision, reason, isLate }),
    updatedInput: own.updatedInput ?? leftBy(client)
  }
}

/** The same in place of a person. There the service's hooks saw the input without what the client's would make of it. */
export function mergeAnswers(client: HookVerdict | undefined, own: HookVerdict): HookVerdict {
  const isForOther = own.decision === 'allow' && client?.updatedInput !== undefined
  return client !== undefined && isForOther ? client : mergeVerdicts(client, own)
}

/** What hooks put in place of the input; one that defers rewrites nothing (H9). */
export const leftBy = (verdict: HookVerdict | undefined): HookVerdict['updatedInput'] =>
  verdict?.decision === 'defer' ? undefined : verdict?.updatedInput
