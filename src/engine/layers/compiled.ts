/** Layers after merging: what the waterfall reads. Immutable; one value serves every request with the same content. */

import type { DenialLimits } from '../breaker.ts'
import type { PathPattern } from '../paths/pattern.ts'
import type { RuleSet } from '../rules/rule-set.ts'
import type { LayerName, Mode, Warning } from '../verdict.ts'
import type { Guidance } from './auto-mode.ts'

/** A value and the layer that set it. */
export interface Sourced<T> {
  readonly value: T
  readonly layer: LayerName
}

export interface SandboxSettings {
  readonly enabled: boolean
  /** True only where some honoured layer says so explicitly. */
  readonly autoAllowBashIfSandboxed: boolean
  readonly allowUnsandboxedCommands: boolean
  /** Exclusions that take a call out of the sandbox. */
  readonly excludedCommands: RuleSet
  /** As above plus exclusions of an untrusted project layer: they block auto-allow and 1b's fall-through. */
  readonly autoAllowBlockers: RuleSet
}

export interface CompiledLayers {
  readonly deny: RuleSet
  readonly ask: RuleSet
  readonly allow: RuleSet
  /** Honoured defaultMode (D4 filter applied), if any. */
  readonly defaultMode: Sourced<Mode> | undefined
  /** As written: absolute, `~/...` or relative to projectDir. */
  readonly additionalDirectories: readonly Sourced<string>[]
  readonly protectedPathExceptions: readonly Sourced<PathPattern>[]
  readonly autoAllowReadOnly: boolean
  readonly undecidable: Sourced<'allow' | 'ask'> | undefined
  readonly blockReadsOutside: LayerName | undefined
  readonly blockWritesOutside: LayerName | undefined
  readonly denyInsteadOfPrompting: LayerName | undefined
  readonly bypassDisabled: LayerName | undefined
  readonly autoDisabled: LayerName | undefined
  readonly useAutoModeDuringPlan: boolean
  readonly classifyAllShell: boolean
  readonly guidance: Guidance
  readonly denialLimits: DenialLimits
  /** allowManagedPermissionRulesOnly of the policy layer. */
  readonly managedOnly: boolean
  readonly sandbox: SandboxSettings
  readonly warnings: readonly Warning[]
}
