/** The sandbox settings of all layers together (section 6, D4, D7, D15, S19). */
import { type RuleSet, union } from '../rules/rule-set.ts'
import type { LayerName } from '../verdict.ts'
import type { SandboxSettings } from './compiled.ts'
import type { ParsedLayer } from './parse-layer.ts'
import { type Counts, isTightest, resolveScalar } from './scalars.ts'
import { type Standing, standingOf, type TrustContext } from './trust.ts'

const setsFalse = (layers: readonly ParsedLayer[], names: readonly LayerName[]): boolean =>
  layers.some(({ name, scalars }) => names.includes(name) && scalars.allowUnsandboxedCommands === false)

/** Whether the policy or the command line keeps the repository's files from loosening the sandbox (S19). */
export const isSandboxLocked = (layers: readonly ParsedLayer[]): boolean =>
  setsFalse(layers, ['policy', 'flag']) || resolveScalar('allowManagedDomainsOnly', layers)?.value === true

/** Whether a value of a layer loosens the sandbox. */
export const loosensSandbox = ({ scalars, exclusions }: ParsedLayer): boolean =>
  scalars.sandboxEnabled === false ||
  scalars.autoAllowBashIfSandboxed === true ||
  scalars.allowUnsandboxedCommands === true ||
  exclusions.size > 0

/** What the layers say of the sandbox, each as far as it counts. */
export function mergeSandbox(layers: readonly ParsedLayer[], context: TrustContext): SandboxSettings {
  const value = (
    field: 'sandboxEnabled' | 'autoAllowBashIfSandboxed' | 'allowUnsandboxedCommands'
  ): boolean | undefined => {
    // What loosens nothing counts from every layer.
    const counts: Counts<boolean> = (layer, set) =>
      isTightest(field, set) || standingOf(layer, context).loosensSandbox
    return resolveScalar(field, layers, counts)?.value
  }
  // A layer that may not loosen cannot do so by switching on the sandbox that another layer auto-allows.
  const enabledByOthers = resolveScalar(
    'sandboxEnabled',
    layers,
    (layer) => standingOf(layer, context).loosensSandbox
  )
  const exclusionsThat = (...standings: readonly Standing['exclusions'][]): RuleSet =>
    union(
      layers
        .filter((layer) => standings.includes(standingOf(layer, context).exclusions))
        .map(({ exclusions }) => exclusions)
    )
  return {
    enabled: value('sandboxEnabled') ?? false,
    autoAllowBashIfSandboxed: value('autoAllowBashIfSandboxed') === true && enabledByOthers?.value === true,
    allowUnsandboxedCommands: value('allowUnsandboxedCommands') ?? true,
    excludedCommands: exclusionsThat('count'),
    autoAllowBlockers: exclusionsThat('count', 'block')
  }
}
