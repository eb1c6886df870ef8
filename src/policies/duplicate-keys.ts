/** Keys that an object of a JSON text holds twice: `JSON.parse` keeps the last one and says nothing. */
import { jsonPointer } from '../engine/json-pointer.ts'

/** Strings whole, so that no bracket in them counts. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]/g

interface Level {
  /** Of an object; undefined: an array. */
  readonly keys: Set<string> | undefined
  /** The key or index that is being read. */
  at: string | number
}

/** Pointers to the repeated keys of a text that `JSON.parse` reads. */
export function duplicateKeys(text: string): readonly string[] {
  const found: string[] = []
  const levels: Level[] = []
  let last = ''
  for (const [token] of text.matchAll(TOKENS)) {
    const level = levels.at(-1)
    if (token === '{') levels.push({ keys: new Set(), at: '' })
    else if (token === '[') levels.push({ keys: undefined, at: 0 })
    else if (token === '}' || token === ']') levels.pop()
    else if (token === ',' && typeof level?.at === 'number') level.at += 1
    else if (token === ':' && level?.keys) {
      const key = String(JSON.parse(last))
      level.at = key
      if (level.keys.has(key)) found.push(jsonPointer(levels.map(({ at }) => at)))
      level.keys.add(key)
    }
    last = token
  }
  return found
}
