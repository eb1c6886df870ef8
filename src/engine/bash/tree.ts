/**
 * A syntax tree as flat tables in text order, filled by one pass of a cursor that also makes the checks which
 * hold for every node: allowed types, tokens that are what they say, gaps that hide nothing, bounds.
 */
import type { TreeCursor } from 'web-tree-sitter'
import type { Problem } from './problem.ts'
import { MAX_DEPTH, MAX_NODES } from './program.ts'
import { type Symbols, TRAIT } from './symbols.ts'

const TAB = 9
const NEWLINE = 10
const SPACE = 32
const BACKSLASH = 92

const BLANK = /[ \t]/
const OPERATOR_END = /[&|]/
const OPERATOR_START = /[&|;<>()#\n]/

/** What is needed of a parser's tree. */
export interface Walkable {
  walk(): Pick<
    TreeCursor,
    'nodeTypeId' | 'startIndex' | 'endIndex' | 'gotoFirstChild' | 'gotoNextSibling' | 'gotoParent' | 'delete'
  >
}

/** Reusable tables; holds one tree at a time. */
export class TreeTable {
  readonly #symbols: Symbols
  readonly #types = new Uint16Array(MAX_NODES)
  readonly #starts = new Int32Array(MAX_NODES)
  readonly #ends = new Int32Array(MAX_NODES)
  readonly #nexts = new Int32Array(MAX_NODES)
  readonly #path = new Int32Array(MAX_DEPTH + 1)
  #count = 0
  #text = ''
  #problem: Problem | undefined

  constructor(symbols: Symbols) {
    this.#symbols = symbols
  }

  get count(): number {
    return this.#count
  }

  /** Type name of a node; a token's name is its text. */
  name(node: number): string {
    return this.#symbols.names[this.#types[node] ?? -1] ?? 'ERROR'
  }

  start(node: number): number {
    return this.#starts[node] ?? this.#text.length
  }

  end(node: number): number {
    return this.#ends[node] ?? this.#text.length
  }

  /** The node after this one and everything below it. Children of n: n + 1, next(n + 1), ... while < next(n). */
  next(node: number): number {
    return this.#nexts[node] ?? this.#count
  }

  isWord(node: number): boolean {
    return ((this.#symbols.traits[this.#types[node] ?? -1] ?? 0) & TRAIT.word) !== 0
  }

  /** The nodes directly below one. */
  children(node: number): number[] {
    const children: number[] = []
    for (let child = node + 1; child < this.next(node); child = this.next(child)) children.push(child)
    return children
  }

  /** The node after the word that begins at `from`: nodes with no gap between them are one word. */
  endOfWord(from: number, to: number): number {
    let end = this.end(from)
    let next = this.next(from)
    while (next < to && this.start(next) === end && this.isWord(next)) {
      end = this.end(next)
      next = this.next(next)
    }
    return next
  }

  /** Offset where the last of the sibling nodes from `from` before `to` ends. */
  endBefore(from: number, to: number): number {
    let end = this.end(from)
    for (let node = from; node < to; node = this.next(node)) end = this.end(node)
    return end
  }

  /** Fills the tables from a tree; the first thing found wrong is returned, the tables stay usable. */
  fill(tree: Walkable, text: string): Problem | undefined {
    this.#count = 0
    this.#text = text
    this.#problem = undefined
    const cursor = tree.walk()
    try {
      const { traits } = this.#symbols
      let depth = 0
      let parentTraits: number = TRAIT.multiline
      let edge = 0
      for (;;) {
        const node = this.#count
        if (node >= MAX_NODES) {
          this.#refuse('too-many-nodes', 'too much syntax', edge)
          break
        }
        const type = cursor.nodeTypeId
        // In strings the grammar takes blanks before an expansion, or before the closing quote, into its token.
        const from = Math.max(cursor.startIndex, edge)
        const isOwn = (parentTraits & TRAIT.lexed) === 0 || ((traits[type] ?? 0) & TRAIT.keepsBlanks) !== 0
        const start = isOwn ? from : this.#afterBlanks(from)
        const end = cursor.endIndex
        this.#count = node + 1
        this.#types[node] = type
        this.#starts[node] = start
        this.#ends[node] = end
        this.#nexts[node] = MAX_NODES
        if (edge !== start && (parentTraits & TRAIT.lexed) === 0) this.#checkGap(edge, start, parentTraits)
        const bits = traits[type] ?? 0
        if ((bits & TRAIT.anonymous) !== 0) this.#checkToken(node, start, end)
        else if ((bits & TRAIT.allowed) === 0) this.#refuseType(node, start)

        if ((bits & TRAIT.leaf) === 0 && depth < MAX_DEPTH && cursor.gotoFirstChild()) {
          this.#path[depth] = node
          depth += 1
          parentTraits = bits
          edge = start
          continue
        }
        if (depth >= MAX_DEPTH) this.#refuse('too-deep', 'nested too deep', start)
        this.#nexts[node] = node + 1
        edge = end
        let more = depth > 0 && cursor.gotoNextSibling()
        while (!more && depth > 0) {
          depth -= 1
          const parent = this.#path[depth] ?? 0
          const parentEnd = this.end(parent)
          if (edge !== parentEnd && (parentTraits & TRAIT.lexed) === 0) {
            this.#checkGap(edge, parentEnd, parentTraits)
          }
          this.#nexts[parent] = this.#count
          cursor.gotoParent()
          edge = parentEnd
          parentTraits =
            depth > 0 ? (traits[this.#types[this.#path[depth - 1] ?? 0] ?? 0] ?? 0) : TRAIT.multiline
          more = depth > 0 && cursor.gotoNextSibling()
        }
        if (!more) break
      }
      if (edge !== text.length) this.#checkGap(edge, text.length, TRAIT.multiline)
    } finally {
      cursor.delete()
    }
    for (let node = 0; node < this.#count; node += 1) {
      if (this.next(node) > this.#count) this.#nexts[node] = this.#count
    }
    return this.#problem
  }

  #afterBlanks(from: number): number {
    let at = from
    while (this.#text.charCodeAt(at) <= SPACE) at += 1
    return at
  }

  #refuse(code: Problem['code'], message: string, offset: number): void {
    this.#problem ??= { code, message, offset }
  }

  #refuseType(node: number, start: number): void {
    const name = this.name(node)
    if (name === 'ERROR') this.#refuse('syntax', 'a syntax error, or Bash the parser does not know', start)
    else this.#refuse('construct', name.replaceAll('_', ' '), start)
  }

  #checkToken(node: number, start: number, end: number): void {
    const name = this.name(node)
    if (end - start === name.length && this.#text.startsWith(name, start)) return
    // The process id at the end of a word; the word lexer reads it again.
    if (name === '$' && this.#text.slice(start, end) === '$$') return
    this.#refuse('unverified', `the text read as \`${name}\``, start)
  }

  /** Between two nodes only blanks, newlines where they may stand, and lines joined between blanks. */
  #checkGap(from: number, to: number, parentTraits: number): void {
    const text = this.#text
    for (let at = from; at < to; at += 1) {
      const code = text.charCodeAt(at)
      if (code === SPACE || code === TAB) continue
      if (code === NEWLINE && (parentTraits & TRAIT.multiline) !== 0) continue
      if (code === BACKSLASH && this.#isJoin(at, from)) {
        at += 1
        continue
      }
      this.#refuse('unverified', 'text that no part of the syntax tree covers', at)
      return
    }
  }

  /** A backslash-newline that joins no words and no operators. */
  #isJoin(at: number, from: number): boolean {
    if (this.#text.charCodeAt(at + 1) !== NEWLINE) return false
    const before = this.#text[at - 1] ?? ''
    if (before === ' ' || before === '\t') return at > from
    if (BLANK.test(this.#text[at + 2] ?? '')) return true
    const isOperator = OPERATOR_END.test(before) && this.#text[at - 2] !== '\\'
    return isOperator && !OPERATOR_START.test(this.#text[at + 2] ?? '\n')
  }
}
