/** Takes out of an input what a policy names by JSON pointers. Nothing else is guessed to be secret. */
import { jsonPointer } from '../engine/json-pointer.ts'

/** What stands in place of a masked value. */
export const MASKED = '[masked]'

/** Above this many places of one pattern, the pattern itself is listed. */
const MAX_LISTED = 100

export interface MaskedInput {
  readonly input: unknown
  /** Pointers to the values that were taken out. */
  readonly erased: readonly string[]
}

/**
 * Masks a copy: a segment `*` stands for every element or member. Where a pointer leads into something that has no such
 * places, such as a text or a list in place of an object, all of that is taken out: what is meant may stand in it.
 */
export function maskInput(input: unknown, pointers: readonly string[]): MaskedInput {
  const erased: string[] = []
  let masked = input
  for (const pointer of pointers) {
    const places: string[] = []
    masked = maskAt(masked, segmentsOf(pointer), [], places)
    erased.push(...(places.length > MAX_LISTED ? [pointer] : places))
  }
  return { input: masked, erased }
}

const segmentsOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))

/** A segment that names elements of a list. */
const ELEMENT = /^(?:\*|\d+)$/

function maskAt(
  value: unknown,
  segments: readonly string[],
  place: readonly PropertyKey[],
  erased: string[]
): unknown {
  const [segment, ...rest] = segments
  if (segment === undefined) {
    // An earlier pattern may have met the same place.
    if (value !== MASKED) erased.push(jsonPointer(place))
    return MASKED
  }
  if (value === undefined || value === null) return value
  const isList = Array.isArray(value)
  if (typeof value !== 'object' || (isList && !ELEMENT.test(segment))) {
    return maskAt(value, [], place, erased)
  }
  const meets = (key: string): boolean => segment === '*' || segment === key
  if (isList) {
    return value.map((element: unknown, index) =>
      meets(String(index)) ? maskAt(element, rest, [...place, index], erased) : element
    )
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      meets(key) ? maskAt(member, rest, [...place, key], erased) : member
    ])
  )
}
