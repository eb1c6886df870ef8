/**
 * Whether two settings objects say the same to `parseLayer`, without serialising them. Only what it reads is looked
 * at: the names of all keys, and the values of its own. Everything else in a settings.json may differ.
 */
import { KNOWN_KEYS } from './schema.ts'

const READ: ReadonlySet<string> = new Set(KNOWN_KEYS.top)

/** Settings hold nothing that is read below this depth. */
const DEEPEST = 3

/** So many entries of a list go into its fingerprint, the last among them: lists grow at their end. */
const SAMPLES = 16

type Json = Readonly<Record<string, unknown>>

const isJsonObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** FNV-1a, on numbers instead of bytes. */
const mix = (hash: number, value: number): number => Math.imul(hash ^ value, 0x01000193)

/** Length, last and middle character: rules that share a beginning still differ. */
function mixText(hash: number, text: string): number {
  const { length } = text
  return mix(hash, length + (text.charCodeAt(length - 1) << 8) + (text.charCodeAt(length >> 1) << 16))
}

function mixValue(hash: number, value: unknown, depth: number): number {
  if (typeof value === 'string') return mixText(hash, value)
  if (isJsonObject(value)) return depth < DEEPEST ? mixObject(hash, value, depth) : hash
  if (!Array.isArray(value)) return mix(hash, value === true ? 1 : 2)
  const items: readonly unknown[] = value
  let sum = mix(hash, items.length)
  if (depth >= DEEPEST) return sum
  const step = Math.ceil(items.length / SAMPLES)
  for (let i = items.length - 1; i >= 0; i -= step) sum = mixValue(sum, items[i], depth + 1)
  return sum
}

/** The order of keys does not count, so each key's hash is added by itself. */
function mixObject(hash: number, value: Json, depth: number): number {
  let sum = 0
  for (const key in value) {
    const own = mixText(0x811c9dc5, key)
    sum += depth > 0 || READ.has(key) ? mixValue(own, value[key], depth + 1) : own
  }
  return mix(hash, sum)
}

/** A number that is the same for settings that say the same, and seldom for others. */
export const fingerprint = (settings: unknown): number => mixValue(0, settings, 0)

function sameObject(a: Json, b: Json, depth: number): boolean {
  let keys = 0
  for (const key in a) {
    keys++
    if (!Object.hasOwn(b, key)) return false
    if ((depth > 0 || READ.has(key)) && !sameValue(a[key], b[key], depth + 1)) return false
  }
  for (const _ in b) keys--
  return keys === 0
}

function sameValue(a: unknown, b: unknown, depth: number): boolean {
  if (a === b) return true
  if (isJsonObject(a)) return isJsonObject(b) && (depth >= DEEPEST || sameObject(a, b, depth))
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
  if (depth >= DEEPEST) return true
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i] && !sameValue(a[i], b[i], depth + 1)) return false
  return true
}

/** Whether `parseLayer` cannot tell the two apart. */
export const sameContent = (a: unknown, b: unknown): boolean => sameValue(a, b, 0)

function copy(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return value.map((item) => (depth < DEEPEST ? copy(item, depth + 1) : null))
  if (!isJsonObject(value)) return value
  // Without a prototype, a key such as `__proto__` is a key like any other.
  const kept: Record<string, unknown> = Object.create(null)
  if (depth >= DEEPEST) return kept
  for (const [key, held] of Object.entries(value))
    kept[key] = depth > 0 || READ.has(key) ? copy(held, depth + 1) : null
  return kept
}

/** What `sameContent` looks at, copied: nobody can change it later, and the rest of a request is not kept alive. */
export const keepsake = (settings: unknown): unknown => copy(settings, 0)
