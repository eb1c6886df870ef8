/** What keeps policies, each of which is sound, from being one set. */
import { basename } from 'node:path'
import { compareSpecificity } from './order.ts'
import type { Policy } from './policy-file.ts'
import type { PolicyFault, PolicyOrigin } from './policy-set.ts'

interface FoundPolicy {
  readonly policy: Policy
  readonly origin: PolicyOrigin
}

/** Ids that two files have, and tools that two files describe with nothing to say which counts. */
export function conflictsIn(found: readonly FoundPolicy[]): readonly PolicyFault[] {
  return found.flatMap((one, index) => {
    const earlier = found.slice(0, index)
    const { policy, origin } = one
    const faultAt = (place: string, code: string, reason: string): PolicyFault => ({
      file: origin.file,
      place,
      ...origin.positionOf(place),
      code,
      reason
    })
    const same = earlier.find((other) => other.policy.id === policy.id)
    if (same !== undefined) {
      return [faultAt('/id', 'duplicate-id', `the id ${policy.id} is already that of ${nameOf(same)}`)]
    }
    const rivals = earlier.filter((other) => areRivals(other.policy, policy))
    return (policy.tools ?? []).flatMap(({ name }, tool) => {
      const rival = rivals.find(({ policy: { tools = [] } }) => tools.some((other) => other.name === name))
      const reason = `${name} is also described in ${rival === undefined ? '' : nameOf(rival)}, and neither is more specific or of higher priority`
      return rival === undefined ? [] : [faultAt(`/tools/${tool}/name`, 'duplicate-tool', reason)]
    })
  })
}

const nameOf = ({ origin }: FoundPolicy): string => basename(origin.file)

/** May both apply to one call, with only their ids to say which wins? */
const areRivals = (a: Policy, b: Policy): boolean =>
  compareSpecificity(a, b) === 0 && !haveOthersTenants(a, b)

/** Both name their tenants in full, and none of them is the same. */
function haveOthersTenants(a: Policy, b: Policy): boolean {
  const [ours, theirs] = [a.match?.tenants, b.match?.tenants]
  if (ours === undefined || theirs === undefined) return false
  return (
    [...ours, ...theirs].every((tenant) => !tenant.includes('*')) &&
    !ours.some((tenant) => theirs.includes(tenant))
  )
}
