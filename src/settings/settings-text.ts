/** Settings as they are stored: canonical JSON, named by its digest. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { readJson } from '../json-text.ts'
import { LIMITS } from '../limits.ts'
import { canonicalJson } from '../policies/policy-set.ts'
import type { StoredLayers } from './settings-store.ts'

/** Numbers are the one thing that canonical JSON may write longer than the body did, and not five times. */
export const LONGEST_TEXT = 5 * LIMITS.bodyBytes

const REFERENCE = /^sha256:[0-9a-f]{64}$/

export interface SettingsText {
  readonly reference: string
  readonly text: string
}

/** The same layers give the same reference, however their keys were ordered. */
export function settingsText(layers: StoredLayers): SettingsText {
  const text = canonicalJson(layers)
  return { reference: digest(text), text }
}

/** Whether it has the form of a reference at all. */
export const isReference = (text: string): boolean => REFERENCE.test(text)

const layer = z.record(z.string(), z.unknown()).optional()

const stored = z.strictObject({ user: layer, project: layer, local: layer, flag: layer })

/** The layers of a text that anybody may have written; undefined: it is not what the reference stands for. */
export function readSettingsText(reference: string, text: string): StoredLayers | undefined {
  if (digest(text) !== reference) return undefined
  const reading = readJson(text, LIMITS.nesting)
  if (reading.kind !== 'value') return undefined
  const layers = stored.safeParse(reading.value)
  return layers.success ? frozen(layers.data) : undefined
}

const digest = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`

/** Every request that names the reference is handed the same value: nobody may change it. */
export const ownCopy = (layers: StoredLayers): StoredLayers => frozen(structuredClone(layers))

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) frozen(member)
    Object.freeze(value)
  }
  return value
}
