/** Pieces of a generated script: their text, the constructs they use, and the here-documents that wait in them. */
import fc from 'fast-check'
import type { Construct } from '../constructs.ts'

/** The end of a line, where the bodies of the here-documents begun on it follow. */
export const LINE = { kind: 'line' } as const

/** What stands in a here-document with its last line, put where its line ends. */
export interface Body {
  readonly kind: 'body'
  readonly text: string
}

export type Part = string | typeof LINE | Body

export interface Fragment {
  readonly parts: readonly Part[]
  readonly uses: readonly Construct[]
}

export type Piece = fc.Arbitrary<Fragment>

/** A script, and every construct in it. */
export interface Generated {
  readonly script: string
  readonly constructs: ReadonlySet<Construct>
}

export type Uses = Construct | readonly Construct[]

const listed = (uses: Uses): readonly Construct[] => (typeof uses === 'string' ? [uses] : uses)

export const fragment = (uses: Uses, ...parts: readonly Part[]): Fragment => ({ parts, uses: listed(uses) })

/** One fragment after another. */
export function joined(fragments: readonly Fragment[], uses: Uses = []): Fragment {
  return {
    parts: fragments.flatMap((one) => one.parts),
    uses: [...listed(uses), ...fragments.flatMap((one) => one.uses)]
  }
}

/** Fixed parts and generated pieces in this order. */
export function sequence(uses: Uses, ...items: readonly (Part | Piece)[]): Piece {
  const pieces = items.map((item) => (isPart(item) ? fc.constant(fragment([], item)) : item))
  return fc.tuple(...pieces).map((fragments) => joined(fragments, uses))
}

const isPart = (item: Part | Piece): item is Part => typeof item === 'string' || 'kind' in item

/** One of these texts. */
export const oneOf = (uses: Uses, ...texts: readonly string[]): Piece =>
  fc.constantFrom(...texts).map((text) => fragment(uses, text))

/** Any of some texts. */
export const textOf = (uses: Uses, texts: fc.Arbitrary<string>): Piece =>
  texts.map((text) => fragment(uses, text))

/** One of some pieces, each as often as its weight says. */
export const choice = (...entries: readonly (readonly [weight: number, piece: Piece])[]): Piece =>
  fc.oneof(...entries.map(([weight, arbitrary]) => ({ weight, arbitrary })))

/** As `choice`; the deeper, the more often the first, which must end the recursion. */
export const deepChoice = (...entries: readonly (readonly [weight: number, piece: Piece])[]): Piece =>
  fc.oneof(
    { depthIdentifier: 'script', depthSize: 1, maxDepth: 4, withCrossShrink: true },
    ...entries.map(([weight, arbitrary]) => ({ weight, arbitrary }))
  )

/** The text of a fragment with every body in its place. */
export function render({ parts }: Fragment): string {
  let text = ''
  let waiting = ''
  for (const part of parts) {
    if (typeof part === 'string') text += part
    else if (part.kind === 'body') waiting += `${part.text}\n`
    else {
      text += `\n${waiting}`
      waiting = ''
    }
  }
  return waiting === '' ? text : `${text}\n${waiting}`
}

/** Whether the line it ends on has a here-document whose body is still to come. */
export const waits = ({ parts }: Fragment): boolean => parts.findLastIndex(isBody) > parts.lastIndexOf(LINE)

const isBody = (part: Part): boolean => typeof part !== 'string' && part.kind === 'body'

/** The same as one text, for places that end before the line does. */
export function enclosed(one: Fragment): Fragment {
  const hasHeredoc = one.parts.some(isBody)
  return { parts: [render(one)], uses: hasHeredoc ? ['heredoc in a substitution', ...one.uses] : one.uses }
}

/** A fragment as a whole script. */
export const generated = (one: Fragment): Generated => ({
  script: render(one).replace(/\n$/, ''),
  constructs: new Set(one.uses)
})
