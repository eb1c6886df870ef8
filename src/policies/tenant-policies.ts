/** What of a set concerns one tenant: nobody reads what can never apply to them. */
import { compileWildcard, matchesWildcard } from '../engine/rules/wildcard.ts'
import type { Policy } from './policy-file.ts'

/** The policies that can apply to calls of the tenant, whatever their projects and agents are. */
export const policiesFor = (policies: readonly Policy[], tenant: string): readonly Policy[] =>
  policies.filter(
    ({ match }) =>
      match?.tenants === undefined ||
      match.tenants.some((pattern) => matchesWildcard(compileWildcard(pattern), tenant))
  )
