/** Unknown keys and the known key that was probably meant. */
import { KNOWN_KEYS } from './schema.ts'

/** Edits (insert, drop, replace, swap neighbours) from one word to the other; words are short. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(
        (previous[j] ?? 0) + 1,
        (current[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + (same ? 0 : 1)
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      }
      current.push(cost)
    }
    before = previous
    previous = current
  }
  return previous[b.length] ?? 0
}

const LONGEST_KEY = 64

/** The known key that an unknown one resembles. */
export function likelyKey(key: string, known: readonly string[]): string | undefined {
  if (key.length > LONGEST_KEY) return undefined
  const plain = (text: string) => text.toLowerCase().replaceAll(/[-_ ]/gu, '')
  const written = plain(key)
  let best: { key: string; edits: number } | undefined
  for (const candidate of known) {
    const tolerated = candidate.length < 5 ? 1 : candidate.length < 12 ? 2 : 3
    if (Math.abs(written.length - candidate.length) > tolerated) continue
    const edits = distance(written, plain(candidate))
    if (edits <= tolerated && edits < (best?.edits ?? Number.POSITIVE_INFINITY))
      best = { key: candidate, edits }
  }
  return best?.key
}

/** The known key that an unknown top-level key resembles, or the place it belongs to. */
export function likelyTopKey(key: string): string | undefined {
  if ((KNOWN_KEYS.permissions as readonly string[]).includes(key)) return `permissions.${key}`
  return likelyKey(key, KNOWN_KEYS.top)
}
