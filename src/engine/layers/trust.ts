/** How much of a layer counts: an untrusted project, a managed-only policy, callers' limits and the strict sandbox lock take away. */
import type { LayerName } from '../verdict.ts'
import type { ParsedLayer } from './parse-layer.ts'

/** What the request and the strongest layers say about trust. */
export interface TrustContext {
  readonly projectTrusted: boolean
  /** `allowManagedPermissionRulesOnly` of the policy layer. */
  readonly managedOnly: boolean
  /** The policy or flag layer forbids unsandboxed commands, so that the repository's files cannot loosen the sandbox. */
  readonly sandboxLocked: boolean
}

/** What of a layer counts. */
export interface Standing {
  readonly rules: 'all' | 'denyAndAsk' | 'none'
  /** Additional directories, protected-path exceptions and `undecidable`. */
  readonly widening: boolean
  readonly loosensSandbox: boolean
  /** Exclusions that do not count still keep a call from being auto-allowed, except under a managed-only policy. */
  readonly exclusions: 'count' | 'block' | 'none'
}

const FULL: Standing = { rules: 'all', widening: true, loosensSandbox: true, exclusions: 'count' }
const UNMANAGED: Standing = { rules: 'none', widening: false, loosensSandbox: false, exclusions: 'none' }
/** Of an untrusted project, or of a layer that may not widen. */
const RESTRICTING: Standing = {
  rules: 'denyAndAsk',
  widening: false,
  loosensSandbox: false,
  exclusions: 'block'
}
const LOCKED: Standing = { ...FULL, loosensSandbox: false, exclusions: 'block' }

const inRepository = (layer: LayerName): boolean => layer === 'project' || layer === 'local'

/** What of the layer counts in this context. */
export function standingOf(
  { name, onlyRestricts }: Pick<ParsedLayer, 'name' | 'onlyRestricts'>,
  context: TrustContext
): Standing {
  if (context.managedOnly && name !== 'policy') return UNMANAGED
  if (onlyRestricts === true) return RESTRICTING
  if (name === 'policy') return FULL
  if (name === 'project' && !context.projectTrusted) return RESTRICTING
  return context.sandboxLocked && inRepository(name) ? LOCKED : FULL
}
