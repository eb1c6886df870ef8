/** Brace expansion: `{a,b}` and `{1..3}` give several words. */
import type { Piece } from './program.ts'

/** An unquoted character that may belong to a brace expansion. */
export interface BraceMark {
  readonly kind: 'mark'
  readonly mark: '{' | ',' | '}'
}

export type Item = Piece | BraceMark

/** More words than this are not worth listing. */
const MAX_WORDS = 64

const SEQUENCE = /^(0|-?[1-9][0-9]{0,3})\.\.(0|-?[1-9][0-9]{0,3})$/

const isMark = (item: Item | undefined, mark: BraceMark['mark']): boolean =>
  item?.kind === 'mark' && item.mark === mark

/** The words a word with braces becomes; undefined where that is not certain or is too many. */
export function expandBraces(items: readonly Item[]): Piece[][] | undefined {
  const ranges = items.some((item) => item.kind === 'text' && !item.quoted && item.value.includes('..'))
  if (!ranges && !items.some((item) => isMark(item, ','))) return [items.map(literal)]
  if (!isSimple(items)) return undefined
  return expand(items)
}

/** Balanced, no `{}`, and no bracket pattern that could share characters with the braces. */
function isSimple(items: readonly Item[]): boolean {
  let depth = 0
  for (const [index, item] of items.entries()) {
    if (item.kind === 'glob' && item.source.startsWith('[')) return false
    if (isMark(item, '{')) {
      if (isMark(items[index + 1], '}')) return false
      depth += 1
    } else if (isMark(item, '}')) {
      depth -= 1
      if (depth < 0) return false
    }
  }
  return depth === 0
}

function expand(items: readonly Item[]): Piece[][] | undefined {
  const open = items.findIndex((item) => isMark(item, '{'))
  if (open === -1) return [items.map(literal)]
  const { close, commas } = partsOf(items, open)
  const head = items.slice(0, open).map(literal)
  const tails = expand(items.slice(close + 1))
  const middles = commas.length > 0 ? alternatives(items, open, close, commas) : single(items, open, close)
  if (tails === undefined || middles === undefined || middles.length * tails.length > MAX_WORDS)
    return undefined
  return middles.flatMap((middle) => tails.map((tail) => [...head, ...middle, ...tail]))
}

function partsOf(items: readonly Item[], open: number): { close: number; commas: number[] } {
  const commas: number[] = []
  let depth = 0
  let close = open
  for (; close < items.length; close += 1) {
    const item = items[close]
    if (isMark(item, '{')) depth += 1
    else if (isMark(item, '}') && --depth === 0) break
    else if (isMark(item, ',') && depth === 1) commas.push(close)
  }
  return { close, commas }
}

function alternatives(
  items: readonly Item[],
  open: number,
  close: number,
  commas: readonly number[]
): Piece[][] | undefined {
  const words: Piece[][] = []
  let from = open + 1
  for (const to of [...commas, close]) {
    const expanded = expand(items.slice(from, to))
    if (expanded === undefined) return undefined
    words.push(...expanded)
    from = to + 1
  }
  return words
}

/** Braces without a comma: a sequence, or nothing special around what may itself expand. */
function single(items: readonly Item[], open: number, close: number): Piece[][] | undefined {
  const inside = items.slice(open + 1, close)
  const [only] = inside
  if (inside.some((item) => item.kind === 'text' && item.value.includes('..'))) {
    if (inside.length !== 1 || only?.kind !== 'text' || only.quoted) return undefined
    const match = SEQUENCE.exec(only.value)
    return match === null ? undefined : sequence(Number(match[1]), Number(match[2]))
  }
  const words = expand(inside)
  return words?.map((word) => [text('{'), ...word, text('}')])
}

function sequence(from: number, to: number): Piece[][] | undefined {
  const size = Math.abs(to - from) + 1
  if (size > MAX_WORDS) return undefined
  const step = Math.sign(to - from)
  return Array.from({ length: size }, (_, index) => [text(String(from + index * step))])
}

const text = (value: string): Piece => ({ kind: 'text', value, quoted: false })

const literal = (item: Item): Piece => (item.kind === 'mark' ? text(item.mark) : item)
