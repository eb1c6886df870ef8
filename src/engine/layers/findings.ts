/** One layer while it is read, and what reading it turned up: issues refuse the layer, warnings do not. */
import { jsonPointer } from '../json-pointer.ts'
import type { Issue, LayerName, Warning } from '../verdict.ts'

/** A caller cannot make an answer longer than this with broken entries. */
const MOST_WARNINGS = 100

/** Remarks that keep a policy file from going live. */
const ERRORS_IN_POLICIES: ReadonlySet<string> = new Set([
  'malformed-rule',
  'malformed-entry',
  'inert-rule',
  'rule-widened',
  'unknown-key',
  'wrong-value'
])

/** A layer being read. */
export interface LayerReading {
  readonly layer: LayerName
  /** JSON pointer of the layer. */
  readonly path: string
  /** A policy file of the service: bad entries and unknown keys are errors. */
  readonly strict: boolean
  readonly settings: Readonly<Record<string, unknown>>
  readonly issues: Issue[]
  readonly warnings: Warning[]
  /** Hears of every remark and where it stands, also of those that the bound leaves out. */
  readonly hear?: Listener | undefined
}

/** Is told of a remark on a layer, and of the place that it speaks of. */
export type Listener = (place: PlaceInLayer, remark: Pick<Warning, 'code' | 'message' | 'rule'>) => void

/** Keys and indexes from the top of the layer. */
export type PlaceInLayer = readonly (string | number)[]

/** Whether the value is a JSON object. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a place; own keys only, so that no key of a prototype is taken for a setting. */
export function valueAt(
  settings: unknown,
  place: readonly string[]
): { readonly value: unknown } | undefined {
  let value = settings
  for (const key of place) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return { value }
}

/** A key can be as long as a whole request. */
const LONGEST_KEY = 100

const shortened = (key: string | number): string =>
  typeof key === 'string' && key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}...` : String(key)

/** A place as people write it. */
export const dotted = (place: PlaceInLayer): string => place.map(shortened).join('.')

/** Notes something that makes the layer unusable. */
export function refuse(reading: LayerReading, place: PlaceInLayer, code: string, message: string): void {
  reading.issues.push({ path: reading.path + jsonPointer(place), code, message })
}

/** Notes a remark, which in a policy file may be an error. */
export function remark(
  reading: LayerReading,
  place: PlaceInLayer,
  warning: Pick<Warning, 'code' | 'message' | 'rule'>
): void {
  reading.hear?.(place, warning)
  if (reading.strict && ERRORS_IN_POLICIES.has(warning.code)) {
    refuse(reading, place, warning.code, warning.message)
  } else if (reading.warnings.length < MOST_WARNINGS) {
    reading.warnings.push({ ...warning, layer: reading.layer })
  }
}

/** Notes that a key of this layer has no effect. */
export const remarkNotHonoured = (reading: LayerReading, place: PlaceInLayer): void =>
  remark(reading, place, {
    code: 'key-not-honoured',
    message: `${dotted(place)} does not count from the ${reading.layer} layer`
  })
