/** Layers in one line, and a compiled value in words that can be compared. */
import { compileLayers, type LayerSettings, type PolicySettings } from '../../../src/engine/layers/compile.ts'
import type { CompiledLayers } from '../../../src/engine/layers/compiled.ts'
import type { RuleSet } from '../../../src/engine/rules/rule-set.ts'
import type { Issue, Warning } from '../../../src/engine/verdict.ts'

export interface Given {
  readonly policies?: readonly PolicySettings[]
  readonly projectTrusted?: boolean
}

/** The compiled layers; a problem is an error of the test. */
export function compiled(layers: LayerSettings, given: Given = {}): CompiledLayers {
  const result = compileLayers({ policies: [], projectTrusted: true, ...given, layers })
  if ('problem' in result) throw new Error(JSON.stringify(result.issues))
  return result.compiled
}

/** What is wrong with the layers, as `path code`. */
export function issuesOf(layers: LayerSettings, given: Given = {}): readonly string[] {
  const result = compileLayers({ policies: [], projectTrusted: true, ...given, layers })
  return 'problem' in result ? result.issues.map(({ path, code }: Issue) => `${path} ${code}`) : []
}

export const codes = (warnings: readonly Warning[]): readonly string[] =>
  warnings.map(({ code, layer }) => `${layer} ${code}`)

export const rulesOf = (set: RuleSet): readonly string[] =>
  set.rules.map(({ layer, text }) => `${layer} ${text}`)

/** Everything that is data, rule sets as their rules. */
export const dataOf = ({ deny, ask, allow, sandbox, ...rest }: CompiledLayers): object => ({
  ...rest,
  deny: deny.rules,
  ask: ask.rules,
  allow: allow.rules,
  sandbox: {
    ...sandbox,
    excludedCommands: sandbox.excludedCommands.rules,
    autoAllowBlockers: sandbox.autoAllowBlockers.rules
  }
})
