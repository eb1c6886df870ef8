/** A policy of which only the restrictions count. */
import type { PolicyFile } from '../engine/decision.ts'
import type { Policy } from './policy-file.ts'

/** A policy as the engine takes it, and as it is asked about its log. */
export type AppliedFile = PolicyFile & Pick<Policy, 'log'>

/** The engine leaves out what widens; tools keep what makes them more careful. */
export const restrictionsOf = (policy: Policy): AppliedFile => ({
  ...policy,
  onlyRestricts: true,
  tools: policy.tools?.map((tool) => ({
    ...tool,
    readOnly: tool.readOnly === true ? undefined : tool.readOnly,
    concurrencySafe: tool.concurrencySafe === true ? undefined : tool.concurrencySafe
  })),
  log: undefined
})
