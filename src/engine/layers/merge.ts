/** The layers of one request made one: lists add up, scalars are resolved, each as far as its layer counts. */

import { DENIAL_LIMITS } from '../breaker.ts'
import { union } from '../rules/rule-set.ts'
import type { Warning } from '../verdict.ts'
import { mergeGuidance } from './auto-mode.ts'
import type { CompiledLayers, Sourced } from './compiled.ts'
import { honouredMode, modeWarnings } from './default-mode.ts'
import type { ParsedLayer } from './parse-layer.ts'
import { isSandboxLocked, loosensSandbox, mergeSandbox } from './sandbox-settings.ts'
import { resolveScalar, whoSets } from './scalars.ts'
import { standingOf, type TrustContext } from './trust.ts'

const hasRules = ({ allow, ask, deny }: ParsedLayer): boolean => allow.size + ask.size + deny.size > 0

const losesByDistrust = (layer: ParsedLayer): boolean =>
  layer.allow.size > 0 || layer.additionalDirectories.length > 0 || loosensSandbox(layer)

function standingWarnings(layers: readonly ParsedLayer[], context: TrustContext): readonly Warning[] {
  return layers.flatMap((layer): Warning[] => {
    const { rules } = standingOf(layer, context)
    if (rules === 'none' && hasRules(layer)) {
      const message = `the policy lets only its own rules count: those of the ${layer.name} layer are ignored`
      return [{ code: 'rules-not-managed', layer: layer.name, message }]
    }
    if (rules === 'denyAndAsk' && layer.onlyRestricts !== true && losesByDistrust(layer)) {
      const message =
        'the project is not trusted: its allow rules, additional directories and sandbox loosening are ignored'
      return [{ code: 'layer-not-trusted', layer: layer.name, message }]
    }
    return []
  })
}

/** Merges parsed layers, weakest first; several policy layers pool. */
export function mergeLayers(layers: readonly ParsedLayer[], projectTrusted: boolean): CompiledLayers {
  const managedOnly = resolveScalar('allowManagedPermissionRulesOnly', layers)?.value ?? false
  const context: TrustContext = { projectTrusted, managedOnly, sandboxLocked: isSandboxLocked(layers) }
  const restricting = layers.filter((layer) => standingOf(layer, context).rules !== 'none')
  const allowing = layers.filter((layer) => standingOf(layer, context).rules === 'all')
  const widening = layers.filter((layer) => standingOf(layer, context).widening)
  const sourced = <T>(values: (layer: ParsedLayer) => readonly T[]): readonly Sourced<T>[] =>
    widening.flatMap((layer) => values(layer).map((value) => ({ value, layer: layer.name })))
  const duringPlan = resolveScalar('useAutoModeDuringPlan', layers)
  return {
    deny: union(restricting.map(({ deny }) => deny)),
    ask: union(restricting.map(({ ask }) => ask)),
    allow: union(allowing.map(({ allow }) => allow)),
    defaultMode: honouredMode(layers),
    additionalDirectories: sourced((layer) => layer.additionalDirectories),
    protectedPathExceptions: sourced((layer) => layer.protectedPathExceptions),
    autoAllowReadOnly: resolveScalar('autoAllowReadOnly', layers)?.value ?? true,
    undecidable: resolveScalar('undecidable', widening),
    blockReadsOutside: whoSets('blockReadsOutside', layers),
    blockWritesOutside: whoSets('blockWritesOutside', layers),
    denyInsteadOfPrompting: whoSets('denyInsteadOfPrompting', layers),
    bypassDisabled: whoSets('disableBypassPermissionsMode', layers),
    autoDisabled: whoSets('disableAutoMode', layers),
    useAutoModeDuringPlan: duringPlan?.value === true && duringPlan.layer === 'policy',
    classifyAllShell: resolveScalar('classifyAllShell', layers)?.value ?? false,
    guidance: mergeGuidance(allowing, restricting),
    denialLimits: {
      consecutive: resolveScalar('maxConsecutiveDenials', layers)?.value ?? DENIAL_LIMITS.consecutive,
      total: resolveScalar('maxTotalDenials', layers)?.value ?? DENIAL_LIMITS.total
    },
    managedOnly,
    sandbox: mergeSandbox(layers, context),
    warnings: [
      ...layers.flatMap(({ warnings }) => warnings),
      ...standingWarnings(layers, context),
      ...modeWarnings(layers)
    ]
  }
}
