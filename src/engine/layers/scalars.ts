/** One value of a scalar from all layers. */
import type { LayerName } from '../verdict.ts'
import type { Sourced } from './compiled.ts'
import type { ParsedLayer } from './parse-layer.ts'
import { type LayerScalars, SCALARS, type ScalarKey } from './schema.ts'

/** Whether a layer's value of a scalar is looked at. */
export type Counts<T> = (layer: ParsedLayer, value: T) => boolean

/** Whether no layer is more careful than one that sets this value. */
export function isTightest<K extends keyof LayerScalars>(field: K, value: LayerScalars[K]): boolean {
  const { strictest, tightest }: ScalarKey<LayerScalars[K]> = SCALARS[field]
  return value === (strictest ?? tightest)
}

/** The value that wins: the strictest where the key has one and a layer sets it, else that of the last layer. */
export function resolveScalar<K extends keyof LayerScalars>(
  field: K,
  layers: readonly ParsedLayer[],
  counts: Counts<LayerScalars[K]> = () => true
): Sourced<LayerScalars[K]> | undefined {
  const strictest: LayerScalars[K] | undefined = SCALARS[field].strictest
  let found: Sourced<LayerScalars[K]> | undefined
  for (const layer of layers) {
    const value: LayerScalars[K] | undefined = layer.scalars[field]
    if (value === undefined || !counts(layer, value)) continue
    if (found && found.value === strictest && value !== strictest) continue
    found = { value, layer: layer.name }
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
