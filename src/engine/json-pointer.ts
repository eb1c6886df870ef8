/** JSON pointers (RFC 6901) for answers. */

/** A key can be as long as a whole body; an answer repeats no more of a pointer than this. */
const LONGEST_POINTER = 256

/** Escapes a key for use in a JSON pointer. */
export const pointerToken = (key: PropertyKey): string =>
  String(key).replaceAll('~', '~0').replaceAll('/', '~1')

/** The pointer to a place, cut where it is very long. */
export const jsonPointer = (place: readonly PropertyKey[]): string =>
  place
    .map((key) => `/${pointerToken(key)}`)
    .join('')
    .slice(0, LONGEST_POINTER)
