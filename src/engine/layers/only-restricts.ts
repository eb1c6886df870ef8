/** A layer that may restrict and not widen: of one the policy does not accept, its restrictions are what is left. */
import { NO_RULES } from '../rules/rule-set.ts'
import type { LayerName, Warning } from '../verdict.ts'
import type { ParsedLayer } from './parse-layer.ts'
import { loosensSandbox } from './sandbox-settings.ts'
import { isTightest } from './scalars.ts'
import { type LayerScalars, SCALARS } from './schema.ts'

type Writable<T> = { -readonly [K in keyof T]?: T[K] }

/** The scalars at the value that no other is more careful than; a mode is none. */
function tightScalars(scalars: Partial<LayerScalars>): Partial<LayerScalars> {
  const kept: Writable<LayerScalars> = {}
  const keep = <K extends keyof LayerScalars>(field: K): void => {
    const value: LayerScalars[K] | undefined = scalars[field]
    if (value !== undefined && isTightest(field, value)) kept[field] = value
  }
  // The table's own keys: Object.keys cannot know that there are no others.
  for (const field of Object.keys(SCALARS) as (keyof LayerScalars)[]) keep(field)
  return kept
}

/** Deny and ask rules and restricting scalars stay; exclusions stay as what blocks an automatic allow. */
export function onlyRestricts(layer: ParsedLayer, warning: Warning): ParsedLayer {
  const scalars = tightScalars(layer.scalars)
  const loses =
    layer.allow.size > 0 ||
    layer.additionalDirectories.length > 0 ||
    layer.protectedPathExceptions.length > 0 ||
    loosensSandbox(layer) ||
    Object.keys(scalars).length < Object.keys(layer.scalars).length
  return {
    ...layer,
    onlyRestricts: true,
    allow: NO_RULES,
    additionalDirectories: [],
    protectedPathExceptions: [],
    scalars,
    warnings: loses ? [...layer.warnings, warning] : layer.warnings
  }
}

/** The layer of a request as far as the policy accepts it; undefined: every layer is. */
export function accepted(layer: ParsedLayer, layers: ReadonlySet<LayerName> | undefined): ParsedLayer {
  const { name } = layer
  if (layers === undefined || layers.has(name)) return layer
  return onlyRestricts(layer, {
    code: 'layer-not-accepted',
    layer: name,
    message: `the policy accepts no allowances of the ${name} layer: only its restrictions count`
  })
}
