/**
 * Islands: stretches of a script that the grammar misreads or does not know. The second reader says where they lie,
 * the first reads the script with plain characters in their place, and the walk reads each of them from the script's
 * own text when it comes to it. One that the walk never meets in its place is a disagreement of the two readers.
 */
import { forEachChild, type HereDoc, type SyntaxNode, type Word } from 'unbash'
import { PLAIN_PATTERN } from './characters.ts'
import { readBracedParameter } from './parameters.ts'
import type { Program, Statement } from './program.ts'
import type { SecondReading } from './second-reader.ts'

/**
 * - `code`: `$(...)` or backticks, read as a script of its own
 * - `parameter`: `${...}`; `arithmetic`: `$((...))` and `$[...]`
 * - `arithmetic-command`: `((...))`; `arithmetic-for`: the head of `for ((...))`
 * - `pattern`: of `case`, or on the right of `==`, `!=` and `=~` in `[[ ]]`
 * - `dash`: a word that is a lone dash, which the grammar loses before a redirection
 * - `heredoc`, `here-string`, `read-write` (`<>`): the operator; a heredoc's body lies elsewhere
 */
export type IslandKind =
  | 'code'
  | 'parameter'
  | 'arithmetic'
  | 'arithmetic-command'
  | 'arithmetic-for'
  | 'pattern'
  | 'dash'
  | 'heredoc'
  | 'here-string'
  | 'read-write'

export interface Island {
  readonly kind: IslandKind
  readonly start: number
  readonly end: number
  /** Inside double quotes or a heredoc that expands. */
  readonly quoted: boolean
  /** Inside another island, which covers it already. */
  readonly inside: boolean
  /** Heredocs: from the first line of the body to the end of the closing delimiter. */
  readonly body?: { readonly start: number; readonly end: number; readonly close: number }
}

/** More than this many is no command that anybody means. */
export const MAX_ISLANDS = 100

const MAX_VISITS = 20_000

/** Whether a text can hold any: most commands need not be searched. */
const HINT = /`|[ \t]-[ \t]|<<|<>|\(\(|\$\[|\$\{|=~|\[\[|\bcase\b/

/** The islands of a script that the second reader took without an error, in text order; undefined: too many. */
export function findIslands(text: string, second: SecondReading): readonly Island[] | undefined {
  if (!HINT.test(text)) return []
  const found = new Search(text)
  return found.run(second) ? found.islands.sort((a, b) => a.start - b.start) : undefined
}

interface Surroundings {
  readonly quoted: boolean
  readonly inside: boolean
}

class Search {
  readonly islands: Island[] = []
  readonly #waiting: { readonly node: SyntaxNode; readonly around: Surroundings }[] = []
  /** Two pairs of backticks with nothing but blanks between them are one token of the grammar. */
  readonly #ticksAreHard: boolean

  constructor(private readonly text: string) {
    this.#ticksAreHard = (text.match(/`/g)?.length ?? 0) > 2
  }

  run(second: SecondReading): boolean {
    this.#waiting.push({ node: second, around: { quoted: false, inside: false } })
    for (let visits = 0; visits < MAX_VISITS && this.islands.length <= MAX_ISLANDS; visits += 1) {
      const next = this.#waiting.pop()
      if (next === undefined) return true
      this.#visit(next.node, next.around)
    }
    return false
  }

  #below(node: SyntaxNode, around: Surroundings): void {
    forEachChild(node, (child) => {
      this.#waiting.push({ node: child, around })
    })
  }

  #add(kind: IslandKind, start: number, end: number, around: Surroundings): void {
    this.islands.push({ kind, start, end, ...around })
  }

  #visit(node: SyntaxNode, around: Surroundings): void {
    switch (node.type) {
      case 'Word':
        if (node.text === '-' && !around.inside) this.#add('dash', node.pos, node.end, around)
        else this.#below(node, around)
        return
      case 'DoubleQuoted':
        this.#below(node, { ...around, quoted: true })
        return
      case 'CommandExpansion':
        if (around.inside || this.#isHardTick(node.pos, node.end, around.quoted)) {
          this.#add('code', node.pos, node.end, around)
        } else {
          this.#below(node, { quoted: false, inside: false })
        }
        return
      case 'ArithmeticCommandExpansion':
        this.#add('code', node.pos, node.end, around)
        return
      case 'ParameterExpansion':
        if (around.inside || readBracedParameter(this.text, node.pos)?.end !== node.end) {
          if (!around.inside) this.#add('parameter', node.pos, node.end, around)
          this.#below(node, { ...around, inside: true })
        }
        return
      case 'ArithmeticExpansion':
        if (!around.inside) this.#add('arithmetic', node.pos, node.end, around)
        this.#below(node, { ...around, inside: true })
        return
      case 'ArithmeticCommand':
        this.#add('arithmetic-command', node.pos, node.end, around)
        this.#below(node, { ...around, inside: true })
        return
      case 'ArithmeticFor':
        this.#arithmeticFor(node, around)
        return
      case 'CaseItem':
        for (const pattern of node.pattern) this.#pattern(pattern, around)
        this.#waiting.push({ node: node.body, around })
        return
      case 'TestBinary':
        this.#waiting.push({ node: node.left, around })
        if (node.operator === '=~' || /^[!=]?=$/.test(node.operator))
          this.#test(node.right, node.operator, around)
        else this.#waiting.push({ node: node.right, around })
        return
      case 'HereString':
        this.#add(
          'here-string',
          node.descriptor?.end ?? node.pos,
          (node.descriptor?.end ?? node.pos) + 3,
          around
        )
        this.#below(node, around)
        return
      case 'Redirect':
        if (node.operator === '<>') {
          const start = node.descriptor?.end ?? node.pos
          this.#add('read-write', start, start + 2, around)
        }
        this.#below(node, around)
        return
      case 'HereDoc':
        this.#heredoc(node, around)
        return
      default:
        this.#below(node, around)
    }
  }

  #isHardTick(start: number, end: number, quoted: boolean): boolean {
    if (this.text[start] !== '`') return false
    const inside = this.text.slice(start + 1, end - 1)
    return this.#ticksAreHard || inside.includes('\\') || (quoted && /["']/.test(inside))
  }

  #pattern(word: Word, around: Surroundings): void {
    if (PLAIN_PATTERN.test(word.text)) {
      this.#waiting.push({ node: word, around })
      return
    }
    this.#add('pattern', word.pos, word.end, around)
    this.#below(word, { ...around, inside: true })
  }

  /** The right side of a comparison is a word for the grammar, unless it looks like a pattern. */
  #test(word: Word, operator: string, around: Surroundings): void {
    if (operator !== '=~' && /^"[^"`\\]*"$|^\$\w+$/.test(word.text)) {
      this.#waiting.push({ node: word, around })
    } else {
      this.#pattern(word, around)
    }
  }

  #arithmeticFor(node: Extract<SyntaxNode, { type: 'ArithmeticFor' }>, around: Surroundings): void {
    const head = /^for[ \t]*(\(\([^;()]*;[^;]*;.*?\)\))[\s;]/s.exec(this.text.slice(node.pos, node.body.pos))
    const end = node.pos + (head?.[0].length ?? 1) - 1
    const start = end - (head?.[1]?.length ?? 0)
    // Without a head the grammar's own reading stands, and is refused.
    if (head !== null) this.#add('arithmetic-for', start, end, around)
    for (const one of [node.initialize, node.test, node.update]) {
      if (one !== undefined) this.#waiting.push({ node: one, around: { ...around, inside: true } })
    }
    this.#waiting.push({ node: node.body, around })
  }

  #heredoc(node: HereDoc, around: Surroundings): void {
    const { delimiter, body, closing } = node
    if (delimiter === undefined || closing === undefined) return
    const start = node.descriptor?.end ?? node.pos
    this.islands.push({
      kind: 'heredoc',
      start,
      end: start + node.operator.length,
      ...around,
      body: { start: body.pos, end: body.end, close: closing.end }
    })
    if (!delimiter.quoted) this.#below(body, { quoted: true, inside: true })
  }
}

const blank = (length: number): string => ' '.repeat(length)
const filler = (length: number): string => '_'.repeat(Math.max(length, 0))

/** What stands in the place of an island. */
function standIn({ kind, start, end }: Island): string {
  switch (kind) {
    case 'heredoc':
    case 'here-string':
    case 'read-write':
      return `<${blank(end - start - 1)}`
    case 'arithmetic-for':
      return ` x in ${filler(end - start - 6)}`
    case 'code':
    case 'parameter':
    case 'arithmetic':
    case 'arithmetic-command':
    case 'pattern':
    case 'dash':
      return filler(end - start)
  }
}

/** The script with every island, and every body of a heredoc, replaced by as many plain characters. */
export function mask(text: string, islands: readonly Island[]): string {
  if (islands.length === 0) return text
  const cuts = islands
    .filter((island) => !island.inside)
    .flatMap((island) => {
      const own = { start: island.start, end: island.end, by: standIn(island) }
      if (island.body === undefined) return [own]
      const { start, close } = island.body
      return [own, { start, end: close, by: blank(close - start) }]
    })
    .sort((a, b) => a.start - b.start)
  let masked = ''
  let at = 0
  for (const { start, end, by } of cuts) {
    if (start < at) continue
    masked += text.slice(at, start) + by
    at = end
  }
  return masked + text.slice(at)
}

const HEREDOC = /<<(?!<)/

/**
 * The text that the shell reads inside a `code` island, moved to where it stands in the script; undefined where
 * one level of backslashes cannot be taken away for certain.
 */
export function codeInside(text: string, { start, end, quoted }: Island): string | undefined {
  const skip = text[start] === '$' ? 2 : 1
  const inside = text.slice(start + skip, end - 1)
  // A heredoc joins its lines before any quote inside it counts.
  if (inside.includes('\\\n') || HEREDOC.test(inside)) return undefined
  if (skip === 2) return blank(start + 2) + inside
  if (quoted && inside.includes('\\"')) return undefined
  return blank(start + 1) + inside.replaceAll(/\\([$`\\])/g, '$1')
}

/** What the walk knows of the islands of a script. */
export class Islands {
  readonly #code = new Map<number, Island>()
  readonly #others = new Map<number, Island>()
  readonly #programs: ReadonlyMap<Island, Program>
  readonly #statements: ReadonlySet<Statement | undefined>
  readonly #met = new Set<Island>()
  readonly heredocs: readonly Island[]

  readonly all: readonly Island[]

  /** `found`: what was searched out, with what is only masked. */
  constructor(
    readonly found: readonly Island[],
    programs: ReadonlyMap<Island, Program>
  ) {
    // A dash is a word like any other once the grammar has seen one there.
    this.all = found.filter((island) => island.kind !== 'dash')
    const { all } = this
    for (const island of all) (island.kind === 'code' ? this.#code : this.#others).set(island.start, island)
    this.#programs = programs
    this.#statements = new Set([...programs.values()].map(({ body }) => body))
    this.heredocs = this.all.filter((island) => island.kind === 'heredoc')
  }

  /** The island of this kind that begins here; it counts as met. */
  take(kind: IslandKind, offset: number): Island | undefined {
    if (this.all.length === 0) return undefined
    const island = (kind === 'code' ? this.#code : this.#others).get(offset)
    if (island?.kind !== kind) return undefined
    this.#met.add(island)
    return island
  }

  /** What a `code` island runs. */
  statementOf(island: Island): Statement | undefined {
    return this.#programs.get(island)?.body
  }

  /** Whether this statement is all of a `code` island, which was compared when it was read. */
  isCode(statement: Statement): boolean {
    return this.#statements.has(statement)
  }

  /** The scripts inside. */
  get programs(): Iterable<Program> {
    return this.#programs.values()
  }

  /** The first one that was never met. */
  unmet(): Island | undefined {
    return this.#met.size === this.all.length ? undefined : this.all.find((island) => !this.#met.has(island))
  }

  /** Meets them all again: for a second walk. */
  forget(): void {
    this.#met.clear()
  }
}

export const NO_ISLANDS = new Islands([], new Map())
