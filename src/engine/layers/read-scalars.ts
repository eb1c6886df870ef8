/** The scalars of a layer. */
import { dotted, type LayerReading, remark, remarkNotHonoured, valueAt } from './findings.ts'
import { type LayerScalars, SCALARS, type ScalarKey } from './schema.ts'

type Writable<T> = { -readonly [K in keyof T]?: T[K] }

function readValue<T>(
  reading: LayerReading,
  key: ScalarKey<T>,
  place: readonly string[],
  value: unknown
): T | undefined {
  const result = key.value.safeParse(value)
  if (result.success) return result.data
  const outcome = key.otherwise === undefined ? 'ignored' : 'taken in the strictest sense'
  remark(reading, place, {
    code: 'wrong-value',
    message: `${dotted(place)} must be ${key.expected}; it is ${outcome}`
  })
  return key.otherwise
}

/** The key's value in this layer; of two places the stricter counts. */
function readScalar<T>(reading: LayerReading, key: ScalarKey<T>): T | undefined {
  let result: T | undefined
  for (const place of key.places) {
    const found = valueAt(reading.settings, place)
    if (!found) continue
    if (!key.layers.includes(reading.layer)) {
      remarkNotHonoured(reading, place)
      continue
    }
    const value = readValue(reading, key, place, found.value)
    if (value !== undefined && (result === undefined || value === key.strictest)) result = value
  }
  return result
}

/** Every scalar that the layer sets and that counts from it. */
export function readScalars(reading: LayerReading): Partial<LayerScalars> {
  const scalars: Writable<LayerScalars> = {}
  const read = <K extends keyof LayerScalars>(field: K): void => {
    const key: ScalarKey<LayerScalars[K]> = SCALARS[field]
    const value = readScalar(reading, key)
    if (value !== undefined) scalars[field] = value
  }
  // The table's own keys: Object.keys cannot know that there are no others.
  for (const field of Object.keys(SCALARS) as (keyof LayerScalars)[]) read(field)
  return scalars
}
