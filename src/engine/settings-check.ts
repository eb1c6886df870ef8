/** What is wrong, or only odd, in settings that a caller sends ahead. */
import type { SettingsProblem } from './decision.ts'
import { type LayerSettings, problemOf } from './layers/compile.ts'
import { parseLayer } from './layers/parse-layer.ts'
import type { MaybePromise } from './maybe-promise.ts'
import { LAYERS, type Warning } from './verdict.ts'

export type SettingsChecked = { readonly warnings: readonly Warning[] } | SettingsProblem

/** Checks settings here or elsewhere; undefined: nobody has the time. Never throws. */
export type SettingsCheck = (layers: LayerSettings) => MaybePromise<SettingsChecked | undefined>

/** Reads the layers as decisions do, without policies and trust, which come with each call. Paths begin at the layers. */
export function checkSettings(layers: LayerSettings): SettingsChecked {
  const results = LAYERS.flatMap((name) =>
    layers[name] === undefined ? [] : [parseLayer(name, layers[name], { path: `/${name}` })]
  )
  const issues = results.flatMap((result) => ('issues' in result ? result.issues : []))
  if (issues.length > 0) return problemOf(issues)
  return { warnings: results.flatMap((result) => ('layer' in result ? result.layer.warnings : [])) }
}
