/** What the layers tell the classifier of auto mode, in prose. */
import type { ParsedLayer } from './parse-layer.ts'

/** Stands in a list for the entries that are built in. */
export const DEFAULTS = '$defaults'

/** The lists as written, of all layers that count; undefined: no layer sets the list, the built-in one holds. */
export interface Guidance {
  readonly environment: readonly string[] | undefined
  readonly allow: readonly string[] | undefined
  readonly softDeny: readonly string[] | undefined
  readonly hardDeny: readonly string[] | undefined
}

/**
 * `counting` layers may replace the built-in entries and widen; of `restricting` ones only what forbids counts, beside
 * the built-in entries.
 */
export function mergeGuidance(
  counting: readonly ParsedLayer[],
  restricting: readonly ParsedLayer[]
): Guidance {
  const full = (list: keyof Guidance) => together(counting, list)
  const forbidding = (list: 'softDeny' | 'hardDeny') => {
    const own = full(list)
    const more = together(
      restricting.filter((layer) => !counting.includes(layer)),
      list
    )
    return more === undefined ? own : [...(own ?? [DEFAULTS]), ...more]
  }
  return {
    environment: full('environment'),
    allow: full('allow'),
    softDeny: forbidding('softDeny'),
    hardDeny: forbidding('hardDeny')
  }
}

function together(layers: readonly ParsedLayer[], list: keyof Guidance): readonly string[] | undefined {
  const lists = layers.flatMap(({ guidance }) => (guidance[list] === undefined ? [] : [guidance[list]]))
  return lists.length === 0 ? undefined : [...new Set(lists.flat())]
}
