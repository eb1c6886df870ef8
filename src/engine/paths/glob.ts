/**
 * Globs over one path segment: `*`, `?`, `[...]` and backslash escapes, as gitignore and bash read them.
 * Matching is a two-pointer walk: at most (length of the glob) x (length of the name) steps, no backtracking tree.
 */

/** One element of a glob; characters are code points. */
export type Token =
  | { readonly kind: 'char'; readonly code: number }
  | { readonly kind: 'one' }
  | { readonly kind: 'run' }
  | {
      readonly kind: 'set'
      readonly negated: boolean
      readonly ranges: readonly Range[]
      readonly folded: boolean
    }
type Range = readonly [from: number, to: number]

export interface Glob {
  /** The one name it matches, where it has no wildcard. */
  readonly literal: string | undefined
  readonly tokens: readonly Token[]
  /** The texts between its stars, where it has no other wildcard. */
  readonly runs?: readonly string[] | undefined
}

const RUN: Token = { kind: 'run' }
const ONE: Token = { kind: 'one' }
/** The character that hides a name. */
export const DOT = 46

/** A text with the differences removed that a file system without case does not see. */
export function fold(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  return /^[\x00-\x7f]*$/.test(text) ? text.toLowerCase() : text.normalize('NFC').toUpperCase().toLowerCase()
}

/** A plain name is nearly always compared as text: its tokens are made only where a wildcard meets it. */
class LiteralGlob implements Glob {
  #tokens: readonly Token[] | undefined

  constructor(readonly literal: string) {}

  get tokens(): readonly Token[] {
    this.#tokens ??= charTokens(this.literal)
    return this.#tokens
  }
}

/** Names with stars are nearly always compared as text, too. */
class StarGlob implements Glob {
  readonly literal = undefined
  readonly runs: readonly string[]
  #tokens: readonly Token[] | undefined

  constructor(text: string) {
    this.runs = text.split(/\*+/)
  }

  get tokens(): readonly Token[] {
    this.#tokens ??= this.runs.flatMap((run, at) => (at === 0 ? charTokens(run) : [RUN, ...charTokens(run)]))
    return this.#tokens
  }
}

/** ASCII without other wildcards than stars: character by character or as text, it is the same. */
const STARRED = /^[\x20-\x3e\x40-\x5a\x5d-\x7e]*$/

/** The glob that matches exactly this name. */
export const literalGlob = (name: string): Glob => new LiteralGlob(name)

/** The glob made of these tokens; runs that follow each other become one. */
export function globOf(tokens: readonly Token[]): Glob {
  const kept = tokens.filter((token, at) => token.kind !== 'run' || tokens[at - 1]?.kind !== 'run')
  let literal: string | undefined = ''
  for (const token of kept) {
    literal =
      token.kind === 'char' && literal !== undefined ? literal + String.fromCodePoint(token.code) : undefined
  }
  return { literal, tokens: kept }
}

export function charTokens(text: string): readonly Token[] {
  return Array.from(text, (char) => ({ kind: 'char', code: char.codePointAt(0) ?? 0 }) as const)
}

/** `*` alone. */
export const ANY_NAME: Glob = { literal: undefined, tokens: [RUN] }

/** What makes a glob more than a name. */
const SPECIAL = /[*?[\\]/

/** Reads a glob; undefined where a bracket or an escape is not closed. With `folded`, case does not count. */
export function readGlob(source: string, folded: boolean): Glob | undefined {
  if (!SPECIAL.test(source)) return literalGlob(folded ? fold(source) : source)
  if (STARRED.test(source)) return new StarGlob(folded ? fold(source) : source)
  const tokens: Token[] = []
  let at = 0
  while (at < source.length) {
    const char = source.charAt(at)
    if (char === '*' || char === '?') {
      tokens.push(char === '*' ? RUN : ONE)
      at += 1
    } else if (char === '[') {
      const set = readSet(source, at, folded)
      if (set === undefined) return undefined
      tokens.push(set.token)
      at = set.end
    } else {
      if (char === '\\') at += 1
      if (at >= source.length) return undefined
      const end = at + widthAt(source, at)
      const text = source.slice(at, end)
      tokens.push(...charTokens(folded ? fold(text) : text))
      at = end
    }
  }
  return globOf(tokens)
}

const CLASSES: ReadonlyMap<string, readonly Range[]> = new Map<string, readonly Range[]>([
  [
    'alnum',
    [
      [48, 57],
      [65, 90],
      [97, 122]
    ]
  ],
  [
    'alpha',
    [
      [65, 90],
      [97, 122]
    ]
  ],
  [
    'blank',
    [
      [9, 9],
      [32, 32]
    ]
  ],
  [
    'cntrl',
    [
      [0, 31],
      [127, 127]
    ]
  ],
  ['digit', [[48, 57]]],
  ['graph', [[33, 126]]],
  ['lower', [[97, 122]]],
  ['print', [[32, 126]]],
  [
    'punct',
    [
      [33, 47],
      [58, 64],
      [91, 96],
      [123, 126]
    ]
  ],
  [
    'space',
    [
      [9, 13],
      [32, 32]
    ]
  ],
  ['upper', [[65, 90]]],
  [
    'xdigit',
    [
      [48, 57],
      [65, 70],
      [97, 102]
    ]
  ]
])

function readSet(source: string, start: number, folded: boolean): { token: Token; end: number } | undefined {
  let at = start + 1
  const negated = source.charAt(at) === '!' || source.charAt(at) === '^'
  if (negated) at += 1
  const ranges: Range[] = []
  const first = at
  while (at < source.length) {
    if (source.charAt(at) === ']' && at > first) {
      return { token: { kind: 'set', negated, ranges, folded }, end: at + 1 }
    }
    if (source.startsWith('[:', at)) {
      const close = source.indexOf(':]', at + 2)
      const known = close < 0 ? undefined : CLASSES.get(source.slice(at + 2, close))
      if (known === undefined) return undefined
      ranges.push(...known)
      at = close + 2
      continue
    }
    const from = readSetChar(source, at)
    if (from === undefined) return undefined
    at = from.end
    if (source.charAt(at) === '-' && source.charAt(at + 1) !== ']' && at + 1 < source.length) {
      const to = readSetChar(source, at + 1)
      if (to === undefined || to.code < from.code) return undefined
      ranges.push([from.code, to.code])
      at = to.end
    } else {
      ranges.push([from.code, from.code])
    }
  }
  return undefined
}

function readSetChar(source: string, start: number): { code: number; end: number } | undefined {
  const at = source.charAt(start) === '\\' ? start + 1 : start
  const code = source.codePointAt(at)
  return code === undefined ? undefined : { code, end: at + widthOf(code) }
}

/** Does the glob match this whole name? A folded glob expects a folded name. */
export function matchesGlob(glob: Glob, name: string): boolean {
  if (glob.literal !== undefined) return glob.literal === name
  if (glob.runs !== undefined) return matchesRuns(glob.runs, name)
  const { tokens } = glob
  let token = 0
  let at = 0
  let run = -1
  let resume = 0
  while (at < name.length) {
    const current = tokens[token]
    if (current?.kind === 'run') {
      run = token
      resume = at
      token += 1
      continue
    }
    const code = name.codePointAt(at) ?? 0
    if (current !== undefined && accepts(current, code)) {
      token += 1
      at += widthOf(code)
      continue
    }
    if (run < 0) return false
    resume += widthAt(name, resume)
    at = resume
    token = run + 1
  }
  while (tokens[token]?.kind === 'run') token += 1
  return token === tokens.length
}

/** Leftmost search is complete where stars are the only wildcards. */
function matchesRuns(runs: readonly string[], name: string): boolean {
  const first = runs[0] ?? ''
  const last = runs.at(-1) ?? ''
  const end = name.length - last.length
  if (end < first.length || !name.startsWith(first) || !name.endsWith(last)) return false
  let from = first.length
  for (let index = 1; index < runs.length - 1; index += 1) {
    const run = runs[index] ?? ''
    const at = name.indexOf(run, from)
    if (at < 0 || at + run.length > end) return false
    from = at + run.length
  }
  return true
}

/** Does the token take this character? Anything but a character or a set takes all. */
export function accepts(token: Token, code: number): boolean {
  switch (token.kind) {
    case 'char':
      return token.code === code
    case 'set':
      // Folded names are in lower case, the set is as written: either case of the character may be meant.
      return inSet(token, code) || (token.folded && inSet(token, upper(code)))
    default:
      return true
  }
}

function inSet(set: { negated: boolean; ranges: readonly Range[] }, code: number): boolean {
  return set.ranges.some(([from, to]) => from <= code && code <= to) !== set.negated
}

function upper(code: number): number {
  return String.fromCodePoint(code).toUpperCase().codePointAt(0) ?? code
}

/** Must a name that the glob matches begin with something written (and so with a dot only if one is written)? */
export function namesHidden(glob: Glob): boolean {
  const first = glob.tokens[0]
  return first?.kind === 'char' && first.code === DOT
}

function widthOf(code: number): number {
  return code > 0xffff ? 2 : 1
}

function widthAt(text: string, at: number): number {
  return widthOf(text.codePointAt(at) ?? 0)
}
