/** What of a set concerns one tenant: nobody reads what can never apply to them, nor who else there is. */
import { compileWildcard, matchesWildcard } from '../engine/rules/wildcard.ts'
import type { Policy } from './policy-file.ts'

/** The policies that can apply to calls of the tenant, whatever their projects and agents are, without other tenants. */
export const policiesFor = (policies: readonly Policy[], tenant: string): readonly Policy[] =>
  policies.flatMap((policy) => {
    const tenants = policy.match?.tenants?.filter((pattern) => isFor(tenant, pattern))
    if (tenants?.length === 0) return []
    return [
      {
        ...policy,
        match: tenants === undefined ? policy.match : { ...policy.match, tenants },
        tests: policy.tests?.filter((test) => test.tenant === undefined || test.tenant === tenant)
      }
    ]
  })

const isFor = (tenant: string, pattern: string): boolean => matchesWildcard(compileWildcard(pattern), tenant)
