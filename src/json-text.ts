/** The one place where JSON text from outside becomes a value. */
import { jsonPointer } from './engine/json-pointer.ts'

export type JsonReading =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'too-deep' }
  | { readonly kind: 'too-many' }
  | { readonly kind: 'too-many-keys' }
  | { readonly kind: 'syntax'; readonly offset: number | undefined }
  | { readonly kind: 'forbidden-key'; readonly path: string }
  | { readonly kind: 'number-out-of-range'; readonly path: string }

/** Keys of one object: past a few thousand each further one costs much more to read. */
export const MAX_KEYS = 5_000

/**
 * Total: reads JSON text, refusing keys that poison prototypes, numbers that no value can hold (1e400), nesting over
 * the bound, and more than `maxMembers` keys, objects and lists together; where that is bounded, also more than `MAX_KEYS` keys in one object.
 */
export function readJson(
  text: string,
  maxNesting: number,
  maxMembers = Number.POSITIVE_INFINITY
): JsonReading {
  const maxKeys = Number.isFinite(maxMembers) ? MAX_KEYS : maxMembers
  if (
    holdsMore(text, '{[', maxNesting) ||
    holdsMore(text, ':', maxKeys) ||
    holdsMore(text, ':{[', maxMembers)
  ) {
    const { depth, members, keys } = measure(text, maxNesting, maxMembers, maxKeys)
    if (depth > maxNesting) return { kind: 'too-deep' }
    if (members > maxMembers) return { kind: 'too-many' }
    if (keys > maxKeys) return { kind: 'too-many-keys' }
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { kind: 'syntax', offset: syntaxOffset(error, text) }
  }
  if (mayHoldForbiddenKey(text)) {
    const place = forbiddenKey(value)
    if (place !== undefined) return { kind: 'forbidden-key', path: jsonPointer(place) }
  }
  if (HUGE_NUMBER.test(text)) {
    const place = infinityIn(value)
    if (place !== undefined) return { kind: 'number-out-of-range', path: jsonPointer(place) }
  }
  return { kind: 'value', value }
}

// Wherever they stand: where there are no more of them, nothing has to be read to know; most bodies end here.
function holdsMore(text: string, characters: string, bound: number): boolean {
  if (text.length <= bound) return false
  let count = 0
  for (const character of characters) {
    for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) {
      count += 1
      if (count > bound) return true
    }
  }
  return false
}

/** How deep the text nests, what it holds, and the keys of the object it stops in; counted until one is over its bound. */
function measure(
  text: string,
  maxDepth: number,
  maxMembers: number,
  maxKeys: number
): { readonly depth: number; readonly members: number; readonly keys: number } {
  // Of the objects and lists that are open; a list has none.
  const keysAbove: number[] = []
  let keys = 0
  let depth = 0
  let members = 0
  for (
    let at = 0;
    at < text.length && depth <= maxDepth && members <= maxMembers && keys <= maxKeys;
    at += 1
  ) {
    const char = text.charCodeAt(at)
    if (char === QUOTE) {
      at = stringEnd(text, at)
    } else if (char === OPEN_BRACE || char === OPEN_BRACKET) {
      depth += 1
      members += 1
      keysAbove.push(keys)
      keys = 0
    } else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) {
      depth -= 1
      keys = keysAbove.pop() ?? 0
    } else if (char === COLON) {
      members += 1
      keys += 1
    }
  }
  return { depth, members, keys }
}

const COLON = 0x3a
const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d

function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (text.charCodeAt(before) === BACKSLASH) before -= 1
    // An even number of backslashes escapes itself.
    if ((at - before) % 2 === 1) return at
  }
  return text.length
}

// A forbidden key is spelled out or written with escapes; without either there is nothing to walk for.
const mayHoldForbiddenKey = (text: string): boolean =>
  text.includes('__proto__') ||
  text.includes('"constructor"') ||
  (text.includes('\\') && text.includes('\\u00'))

// INVARIANT: recursion is bounded by the nesting bound, checked before.
function forbiddenKey(value: unknown): readonly string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__') return [key]
    if (
      key === 'constructor' &&
      typeof member === 'object' &&
      member !== null &&
      Object.hasOwn(member, 'prototype')
    ) {
      return [key, 'prototype']
    }
    const below = forbiddenKey(member)
    if (below !== undefined) return [key, ...below]
  }
  return undefined
}

// Over 308 digits before the point, or an exponent of three; linear, as no run of digits is begun twice.
const HUGE_NUMBER = /\d[eE]\+?\d{3}|(?<!\d)\d{200}/

// INVARIANT: recursion is bounded by the nesting bound, checked before.
function infinityIn(value: unknown): readonly (string | number)[] | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : []
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, member] of Object.entries(value)) {
    const below = infinityIn(member)
    if (below !== undefined) return [key, ...below]
  }
  return undefined
}

function syntaxOffset(error: unknown, text: string): number | undefined {
  const message = error instanceof Error ? error.message : ''
  const position = /at position (\d+)/.exec(message)?.[1]
  if (position !== undefined) return Number(position)
  return message.includes('end of JSON input') ? text.length : undefined
}
