/** What keeps a policy from going live, whatever other policies there are. */
import type { PolicyFile } from './decision.ts'
import { parsePolicies } from './layers/compile.ts'
import { compileMappings } from './tools/mapping.ts'
import type { Issue } from './verdict.ts'

/** Every issue's path begins with `/policies/<id>`. Policies without issues of their own go with any others. */
export function checkPolicy(policy: PolicyFile): readonly Issue[] {
  const settings = parsePolicies([policy])
  const tools = compileMappings([policy])
  return [...('issues' in settings ? settings.issues : []), ...('issues' in tools ? tools.issues : [])]
}
