/** From the settings a request carries and the service's policies to one compiled value. */
import type { SettingsProblem } from '../decision.ts'
import { type Issue, LAYERS, type LayerName, type Warning } from '../verdict.ts'
import type { CompiledLayers } from './compiled.ts'
import { mergeLayers } from './merge.ts'
import { accepted, onlyRestricts } from './only-restricts.ts'
import { type LayerResult, type ParsedLayer, parseLayer } from './parse-layer.ts'

/** Settings objects by layer, as a request carries them. */
export type LayerSettings = Partial<Record<LayerName, unknown>>

/** The settings of one policy file. */
export interface PolicySettings {
  readonly id: string
  readonly settings: unknown
  readonly onlyRestricts?: boolean | undefined
}

/** Compiled layers, or what is wrong with the settings. */
export type Compilation = { readonly compiled: CompiledLayers } | SettingsProblem

/** The parsed layers, or what is wrong with them. */
export type LayersResult = { readonly layers: readonly ParsedLayer[] } | SettingsProblem

/** What makes layers unusable, in the words of the answer. */
export const problemOf = (issues: readonly Issue[]): SettingsProblem => ({
  problem: issues.some(({ code }) => code === 'too-many-rules') ? 'too-many-rules' : 'invalid-layer',
  issues
})

/** All layers, or every issue of all of them. */
function together(results: readonly LayerResult[]): LayersResult {
  const issues = results.flatMap((result) => ('issues' in result ? result.issues : []))
  if (issues.length > 0) return problemOf(issues)
  return { layers: results.flatMap((result) => ('layer' in result ? [result.layer] : [])) }
}

/** The policy files of the service, in their order; a later one's scalars win. */
export const parsePolicies = (policies: readonly PolicySettings[]): LayersResult =>
  together(policies.map(parsePolicy))

function parsePolicy(policy: PolicySettings): LayerResult {
  const { id, settings } = policy
  const result = parseLayer('policy', settings, { path: `/policies/${id}/settings`, strict: true })
  if ('issues' in result || policy.onlyRestricts !== true) return result
  const warning: Warning = {
    code: 'policy-only-restricts',
    layer: 'policy',
    message: `only the restrictions of the policy ${id} count: the call meets its match in another case only`
  }
  return { layer: onlyRestricts(result.layer, warning) }
}

/** What may go live in the policies, but somebody should know of; each warning under the id of its policy. */
export function policyWarnings(
  policies: readonly PolicySettings[]
): readonly { readonly id: string; readonly warning: Warning }[] {
  return policies.flatMap(({ id, settings }) => {
    const parsed = parsePolicies([{ id, settings }])
    const warnings = 'layers' in parsed ? parsed.layers.flatMap((layer) => layer.warnings) : []
    return warnings.map((warning) => ({ id, warning }))
  })
}

/** The layers of a request, weakest first. */
const parseLayers = (layers: LayerSettings): LayersResult =>
  together(LAYERS.flatMap((name) => (layers[name] === undefined ? [] : [parseLayer(name, layers[name])])))

/** Compiles layers and policies without a cache. The service's policies come last: a request's only adds to them. */
export function compileLayers(input: {
  readonly layers: LayerSettings
  readonly policies: readonly PolicySettings[]
  readonly projectTrusted: boolean
  /** Layers of the request that may widen. Default: every one. */
  readonly accepts?: ReadonlySet<LayerName> | undefined
}): Compilation {
  const policies = parsePolicies(input.policies)
  if ('problem' in policies) return policies
  const layers = parseLayers(input.layers)
  if ('problem' in layers) return layers
  const counting = layers.layers.map((layer) => accepted(layer, input.accepts))
  return { compiled: mergeLayers([...counting, ...policies.layers], input.projectTrusted) }
}
