/** What a text of any format holds, with the offset of every part: its value, its faults and the place of a pointer. */
import { jsonPointer, pointerToken } from '../engine/json-pointer.ts'

/** A part of a text and where it begins. */
export type SourceNode =
  | { readonly offset: number; readonly scalar: string | number | boolean | null }
  | { readonly offset: number; readonly items: readonly SourceNode[] }
  | { readonly offset: number; readonly members: readonly SourceMember[] }

/** A key of an object, as often as it stands there. */
export interface SourceMember {
  readonly key: string
  /** Of the key. */
  readonly offset: number
  readonly node: SourceNode
}

/** What is wrong with a text, by an offset. */
export interface SourceFault {
  readonly code: 'syntax' | 'too-deep' | 'forbidden-key' | 'duplicate-key' | 'no-json-value'
  /** JSON pointer; empty where no value can be named. */
  readonly place: string
  readonly offset: number
  readonly reason: string
}

/** Objects and arrays may be nested so deep, as in a request. */
export const MAX_NESTING = 64

/** A text of nothing but faults must not buy an answer of its own size. */
const MOST_FAULTS = 20

export const tooDeep = (offset: number): SourceFault => ({
  code: 'too-deep',
  place: '',
  offset,
  reason: `nested more than ${MAX_NESTING} deep`
})

/** The plain value, or what no value may hold. */
export function plainValue(
  root: SourceNode
): { readonly value: unknown } | { readonly faults: readonly SourceFault[] } {
  const faults: SourceFault[] = []
  const place: (string | number)[] = []
  const report = (code: SourceFault['code'], offset: number, reason: string): void => {
    if (faults.length < MOST_FAULTS) faults.push({ code, place: jsonPointer(place), offset, reason })
  }

  // INVARIANT: recursion is bounded by the nesting bound, which every reader checks.
  const read = (node: SourceNode): unknown => {
    if ('scalar' in node) {
      const { scalar, offset } = node
      if (typeof scalar === 'number' && !Number.isFinite(scalar))
        report('no-json-value', offset, 'this number is out of range')
      return scalar
    }
    if ('items' in node) {
      return node.items.map((item, index) => {
        place.push(index)
        const value = read(item)
        place.pop()
        return value
      })
    }
    const value: Record<string, unknown> = {}
    for (const { key, offset, node: member } of node.members) {
      place.push(key)
      if (isForbidden(key, member)) report('forbidden-key', offset, 'this key is never accepted')
      else if (Object.hasOwn(value, key))
        report('duplicate-key', offset, 'this key stands twice in one object')
      else value[key] = read(member)
      place.pop()
    }
    return value
  }

  const value = read(root)
  return faults.length > 0 ? { faults } : { value }
}

/** Keys that poison prototypes where objects are merged. */
const isForbidden = (key: string, member: SourceNode): boolean =>
  key === '__proto__' ||
  (key === 'constructor' && 'members' in member && member.members.some((below) => below.key === 'prototype'))

/** Where a pointer leads: to the key of a member, the start of an entry; to what holds it where it is not there. */
export function offsetAt(root: SourceNode, pointer: string): number {
  let node = root
  let { offset } = root
  for (const token of pointer.split('/').slice(1)) {
    const member = 'members' in node ? node.members.find(({ key }) => pointerToken(key) === token) : undefined
    const next = 'items' in node ? node.items[Number(token)] : member?.node
    if (next === undefined) break
    offset = member?.offset ?? next.offset
    node = next
  }
  return offset
}
