/** Text with `*` for any run of characters: the literal runs between the stars, in order. */

export type Segments = readonly string[]

export interface Wildcard {
  /** One segment: no star. */
  readonly segments: Segments
}

export const compileWildcard = (text: string): Wildcard => ({ segments: text.split(/\*+/) })

export const literalWildcard = (text: string): Wildcard => ({ segments: [text] })

export const isLiteral = (wildcard: Wildcard): boolean => wildcard.segments.length === 1

export const matchesWildcard = (wildcard: Wildcard, text: string): boolean =>
  matchesSegments(wildcard.segments, text, text.length)

/**
 * Whether `text` up to `end` is the segments in order with anything between them. Leftmost search is complete for
 * this kind of pattern, so no choice is ever taken back: the time is linear in the text.
 */
export function matchesSegments(segments: Segments, text: string, end: number): boolean {
  const first = segments[0] ?? ''
  if (first.length > end || !text.startsWith(first)) return false
  const count = segments.length
  if (count === 1) return first.length === end
  const last = segments[count - 1] ?? ''
  const lastStart = end - last.length
  if (lastStart < first.length || !text.startsWith(last, lastStart)) return false
  let from = first.length
  for (let index = 1; index < count - 1; index++) {
    const segment = segments[index] ?? ''
    const at = text.indexOf(segment, from)
    if (at < 0 || at + segment.length > lastStart) return false
    from = at + segment.length
  }
  return true
}
