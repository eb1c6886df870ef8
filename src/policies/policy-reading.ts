/** From the text of one policy file to a policy that may go live, or all that is wrong with it. */
import { checkPolicy } from '../engine/policy-check.ts'
import { issuesOf } from '../engine/schema-issues.ts'
import { hookIssues } from '../hooks/hook-settings.ts'
import { type Policy, policyFile } from './policy-file.ts'
import type { PolicyFault, PolicyOrigin } from './policy-set.ts'
import { readText, type TextFormat } from './policy-text.ts'
import { faultsOf } from './remarks.ts'

/** A policy, and where it stands; or why there is none. */
export type ReadPolicy =
  | { readonly policy: Policy; readonly origin: PolicyOrigin }
  | { readonly faults: readonly PolicyFault[] }

/** Total. `file` is what faults call the text. */
export function readPolicy(text: string, format: TextFormat, file: string): ReadPolicy {
  const read = readText(text, format)
  if ('faults' in read) return { faults: read.faults.map((fault) => ({ file, ...fault })) }
  const { value, positionOf } = read
  const origin: PolicyOrigin = { file, positionOf }

  const parsed = policyFile.safeParse(value)
  if (!parsed.success) {
    const { issues } = issuesOf(parsed.error.issues, value)
    return {
      faults: issues.map(({ path, code, message }) => ({
        file,
        place: path,
        ...positionOf(path),
        code,
        reason: message
      }))
    }
  }
  const policy = parsed.data
  const issues = [...checkPolicy(policy), ...hookIssues(policy.settings, `/policies/${policy.id}/settings`)]
  if (issues.length > 0) return { faults: faultsOf(issues, new Map([[policy.id, origin]])) }
  return { policy, origin }
}
