/** Unknown keys and the known key that was probably meant. */
import { editDistance } from '../edit-distance.ts'
import { KNOWN_KEYS } from './schema.ts'

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
    const edits = editDistance(written, plain(candidate))
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
