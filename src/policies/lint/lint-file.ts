/** A file as lint takes it: its value, what kind of file it is, and where its parts stand. */

import { jsonPointer } from '../../engine/json-pointer.ts'
import type { LayerName } from '../../engine/verdict.ts'
import { formatOf, type ReadText, readText } from '../policy-text.ts'
import type { Locate } from './finding.ts'

/** A policy file, or the settings of a layer. */
export type LintFile = {
  /** As findings name it. */
  readonly name: string
  readonly value: unknown
  readonly locate?: Locate | undefined
} & (
  | { readonly kind: 'policy' }
  | {
      readonly kind: 'settings'
      readonly layer: LayerName
      /** Files of one group count together; files of none stand alone. */
      readonly group?: string
    }
)

/** A text that holds no value. */
export interface UnreadableFile {
  readonly name: string
  readonly kind: 'unreadable'
  readonly faults: Extract<ReadText, { faults: unknown }>['faults']
}

/** Keys of a policy file that no settings file has. */
const POLICY_KEYS = ['id', 'settings', 'match', 'callers', 'tests', 'tools', 'priority'] as const

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Whether a value has the shape of a policy file rather than that of settings. */
export const looksLikePolicy = (value: unknown): boolean =>
  isObject(value) &&
  !Object.hasOwn(value, 'permissions') &&
  POLICY_KEYS.some((key) => Object.hasOwn(value, key))

/** Reads a text by its name's ending (JSON where it has none that is known), and tells its kind by its shape. */
export function readLintFile(
  name: string,
  text: string,
  layer: LayerName = layerByName(name)
): LintFile | UnreadableFile {
  const read = readText(text, formatOf(name) ?? 'json')
  if ('faults' in read) return { name, kind: 'unreadable', faults: read.faults }
  const { value, positionOf } = read
  const locate: Locate = (place) => positionOf(jsonPointer(place))
  return looksLikePolicy(value)
    ? { name, kind: 'policy', value, locate }
    : { name, kind: 'settings', layer, value, locate }
}

/** The layer that a settings file usually is. */
function layerByName(name: string): LayerName {
  const path = name.replaceAll('\\', '/')
  if (/(?:^|\/)managed-settings(?:\.d\/|\.json$)/.test(path)) return 'policy'
  if (/(?:^|\/)settings\.local\.json$/.test(path)) return 'local'
  return /(?:^|\/)\.claude\/settings\.json$/.test(path) ? 'project' : 'user'
}
