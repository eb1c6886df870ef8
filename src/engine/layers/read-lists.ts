/** The lists of a layer: which entries can be read at all. */
import type { LayerName } from '../verdict.ts'
import {
  dotted,
  isObject,
  type LayerReading,
  type PlaceInLayer,
  refuse,
  remark,
  remarkNotHonoured,
  valueAt
} from './findings.ts'
import { LISTS, type ListName } from './schema.ts'

/** Bounds on one layer's entries. */
export const MAX_ENTRIES = 10_000
export const MAX_ENTRY_BYTES = 4096

/** A text entry of a list and where it stands there. */
export interface Entry {
  readonly text: string
  readonly index: number
}

/** Keys and index of an entry, from the top of the layer. */
export const placeOf = (list: ListName, index: number): PlaceInLayer => [...LISTS[list].place, index]

/** UTF-8 length; only texts near the bound are encoded to find out. */
const isTooLong = (text: string): boolean =>
  text.length * 3 > MAX_ENTRY_BYTES && new TextEncoder().encode(text).length > MAX_ENTRY_BYTES

/** The entries of a list as written, or none where it is absent, no list, or does not count from this layer. */
function written(reading: LayerReading, list: ListName): readonly unknown[] {
  const { place } = LISTS[list]
  const layers: readonly LayerName[] = LISTS[list].layers
  const found = valueAt(reading.settings, place)
  if (!found) return []
  if (!Array.isArray(found.value)) {
    refuse(reading, place, 'wrong-type', `${dotted(place)} must be a list`)
    return []
  }
  if (layers.includes(reading.layer)) return found.value
  remarkNotHonoured(reading, place)
  return []
}

/** The text entries of a list, each once. An entry that is not text has nothing legible to apply. */
export function readEntries(reading: LayerReading, list: ListName): readonly Entry[] {
  const seen = new Set<string>()
  const entries: Entry[] = []
  for (const [index, text] of written(reading, list).entries()) {
    if (typeof text !== 'string' || text.trim() === '') {
      const at = placeOf(list, index)
      const code = LISTS[list].holdsRules ? 'malformed-rule' : 'malformed-entry'
      remark(reading, at, { code, message: `${dotted(at)} holds no text and is ignored` })
    } else if (isTooLong(text)) {
      refuse(reading, placeOf(list, index), 'rule-too-long', `at most ${MAX_ENTRY_BYTES} bytes a rule`)
    } else if (!seen.has(text)) {
      seen.add(text)
      entries.push({ text, index })
    }
  }
  return entries
}

/** Refuses a layer with too many entries before any of them is read. */
export function checkEntryCount(reading: LayerReading): boolean {
  let count = 0
  for (const { place } of Object.values(LISTS)) {
    const value = valueAt(reading.settings, place)?.value
    if (Array.isArray(value)) count += value.length
  }
  if (count <= MAX_ENTRIES) return true
  refuse(reading, [], 'too-many-rules', `at most ${MAX_ENTRIES} rules a layer`)
  return false
}

/** Whether `permissions` and `sandbox`, where present, are objects; if not, nothing in the layer can be read. */
export function checkContainers(reading: LayerReading, containers: readonly string[]): boolean {
  for (const container of containers) {
    const found = valueAt(reading.settings, [container])
    if (found && !isObject(found.value)) {
      refuse(reading, [container], 'wrong-type', `${container} must be an object`)
    }
  }
  return reading.issues.length === 0
}
