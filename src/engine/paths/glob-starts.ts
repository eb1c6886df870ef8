/** Where the pattern of a Glob call starts to look, before its first wildcard. */
import { readGlob } from './glob.ts'
import type { Platform } from './place.ts'

// What cannot be told starts at the root: no directory lies outside it.
const ANYWHERE: readonly string[] = ['/']
const MAX_ALTERNATIVES = 64
const MAX_DEPTH = 20

/** A bracket or parenthesis over more than one segment or with braces in it: read differently by every library. */
const UNCERTAIN = /\[[^\][]*[{}/]|\([^()]*\//
const ESCAPED = /\\(.)/gs
const WILD = /^!|[*?[({]/
/** `{1..3}` and `{a..e}` hold neither a slash nor a dot. */
const RANGE = /^(?:-?\d+|[A-Za-z])\.\.(?:-?\d+|[A-Za-z])(?:\.\.-?\d+)?$/

/**
 * The directories in which a Glob pattern starts, as written: `''` for where the call stands, `/` where it may be
 * anywhere. More than one where braces offer several.
 */
export function globStarts(glob: string, platform: Platform = 'linux'): readonly string[] {
  const text = platform === 'win32' ? glob.replaceAll('\\', '/') : glob
  if (UNCERTAIN.test(text)) return ANYWHERE
  const alternatives = new BraceReader(text).read()
  if (alternatives === undefined) return ANYWHERE
  const starts = new Set(alternatives.map(startOf))
  return starts.has('/') ? ANYWHERE : [...starts]
}

function startOf(alternative: string): string {
  const segments = alternative.split('/')
  const before: string[] = []
  let wild = false
  for (const [at, segment] of segments.entries()) {
    const name = segment.replace(ESCAPED, '$1')
    if (wild) {
      // Nobody knows what it is the parent of.
      if (name === '..') return '/'
    } else if (WILD.test(segment.replace(ESCAPED, ''))) {
      if (readGlob(segment, false) === undefined) return '/'
      wild = true
    } else if (at < segments.length - 1 || name === '..') before.push(name)
  }
  const start = before.join('/')
  return start === '' && alternative.startsWith('/') ? '/' : start
}

/** Expands braces as the shell does; a lone `{x}` is also taken as `x`. */
class BraceReader {
  private at = 0

  constructor(private readonly text: string) {}

  /** Undefined where there are too many alternatives or a brace is not closed. */
  read(): readonly string[] | undefined {
    const all = this.sequence(0)
    return this.at === this.text.length ? all : undefined
  }

  /** Up to a comma or brace that ends it. */
  private sequence(depth: number): readonly string[] | undefined {
    let all: readonly string[] = ['']
    while (this.at < this.text.length) {
      const start = this.at
      const char = this.text.charAt(start)
      if (char === '}' || (char === ',' && depth > 0)) return all
      let next: readonly string[] | undefined
      if (char === '{') next = depth < MAX_DEPTH ? this.group(depth + 1) : undefined
      else {
        this.at = this.endOfPlain(start)
        next = [this.text.slice(start, this.at)]
      }
      if (next === undefined || all.length * next.length > MAX_ALTERNATIVES) return undefined
      all = all.flatMap((before) => next.map((after) => before + after))
    }
    return depth === 0 ? all : undefined
  }

  private endOfPlain(start: number): number {
    let at = start
    while (at < this.text.length && (at === start || !/[{},]/.test(this.text.charAt(at))))
      at += this.text.charAt(at) === '\\' ? 2 : 1
    return Math.min(at, this.text.length)
  }

  private group(depth: number): readonly string[] | undefined {
    const start = this.at + 1
    const members: (readonly string[])[] = []
    do {
      this.at += 1
      const member = this.sequence(depth)
      if (member === undefined) return undefined
      members.push(member)
    } while (this.text.charAt(this.at) === ',')
    const content = this.text.slice(start, this.at)
    this.at += 1
    const all = members.flat()
    if (members.length > 1) return all
    return RANGE.test(content) ? ['?'] : [...all, ...all.map((only) => `\\{${only}\\}`)]
  }
}
