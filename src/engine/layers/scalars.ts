/** One value of a scalar from all layers. */
import type { LayerName } from '../verdict.ts'
import type { Sourced } from './compiled.ts'
import type { ParsedLayer } from './parse-layer.ts'
import { type LayerScalars, SCALARS } from './schema.ts'

/** Whether a layer's value of a scalar is looked at. */
export type Counts<T> = (layer: LayerName, value: T) => boolean

/** The value that wins: the strictest where the key has one and a layer sets it, else that of the last layer. */
export function resolveScalar<K extends keyof LayerScalars>(
  field: K,
  layers: readonly ParsedLayer[],
  counts: Counts<LayerScalars[K]> = () => true
): Sourced<LayerScalars[K]> | undefined {
  const strictest: LayerScalars[K] | undefined = SCALARS[field].strictest
  let found: Sourced<LayerScalars[K]> | undefined
  for (const { name, scalars } of layers) {
    const value: LayerScalars[K] | undefined = scalars[field]
    if (value === undefined || !counts(name, value)) continue
    if (found && found.value === strictest && value !== strictest) continue
    found = { value, layer: name }
  }
  return found
}

/** The strongest layer that sets a switch to true. */
export const whoSets = (
  field:
    | 'disableBypassPermissionsMode'
    | 'disableAutoMode'
    | 'blockReadsOutside'
    | 'blockWritesOutside'
    | 'denyInsteadOfPrompting',
  layers: readonly ParsedLayer[]
): LayerName | undefined => {
  const found = resolveScalar(field, layers)
  return found?.value ? found.layer : undefined
}
