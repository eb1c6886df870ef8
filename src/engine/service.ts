/** What is the same for every call, made once. */
import type { BashReader } from './bash/reader.ts'
import { callerLimits } from './caller-limits.ts'
import { createScriptAnalyser, type RememberingAnalyser } from './checks/script-analyser.ts'
import type { Service } from './decide.ts'
import type { PolicyFile, SettingsProblem } from './decision.ts'
import { createLayerCache, createLayerMemory, type LayerMemory } from './layers/cache.ts'
import { compileMappings } from './tools/mapping.ts'

/** What is remembered of scripts and settings: it depends on no policy, so services over one reader may share it. */
export interface Memory {
  readonly analyser: RememberingAnalyser
  readonly layers: LayerMemory
}

export const createMemory = (reader: BashReader): Memory => ({
  analyser: createScriptAnalyser(reader),
  layers: createLayerMemory()
})

/** The service over these policies, or what is wrong with them. */
export function createService(
  reader: BashReader,
  policies: readonly PolicyFile[],
  memory: Memory = createMemory(reader)
): Service | SettingsProblem {
  const callers = callerLimits(policies)
  const layers = createLayerCache({ policies, accepts: callers.layers, memory: memory.layers })
  if ('problem' in layers) return layers
  const mappings = compileMappings(policies)
  if ('issues' in mappings) return { problem: 'invalid-layer', issues: mappings.issues }
  const alone = layers.compile({}, false)
  if ('problem' in alone) return alone
  return { callers, layers, base: alone.compiled, tools: mappings.tools, analyser: memory.analyser }
}
