/** What is the same for every call, made once. */
import type { BashReader } from './bash/reader.ts'
import { createScriptAnalyser } from './checks/script-analyser.ts'
import type { Service } from './decide.ts'
import type { PolicyFile, SettingsProblem } from './decision.ts'
import { createLayerCache } from './layers/cache.ts'
import { compileMappings } from './tools/mapping.ts'

/** The service over these policies, or what is wrong with them. */
export function createService(
  reader: BashReader,
  policies: readonly PolicyFile[]
): Service | SettingsProblem {
  const layers = createLayerCache({ policies })
  if ('problem' in layers) return layers
  const mappings = compileMappings(policies)
  if ('issues' in mappings) return { problem: 'invalid-layer', issues: mappings.issues }
  const alone = layers.compile({}, false)
  if ('problem' in alone) return alone
  return { layers, base: alone.compiled, tools: mappings.tools, analyser: createScriptAnalyser(reader) }
}
