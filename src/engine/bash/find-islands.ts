/** Finds the islands of a script in what the second reader made of it. */
import { forEachChild, type HereDoc, type Redirection, type SyntaxNode, type Word } from 'unbash'
import { PLAIN_PATTERN } from './characters.ts'
import type { Island, IslandKind } from './islands.ts'
import { readBracedParameter } from './parameters.ts'
import type { SecondReading } from './second-reader.ts'

/** More than this many is no command that anybody means. */
const MAX_ISLANDS = 1_000
/** Each of these is read as a script. */
const MAX_CODE = 50

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

/** The second reader's redirection begins with its descriptor. */
const startOfOperator = ({ descriptor, pos }: Redirection): number => descriptor?.end ?? pos

class Search {
  readonly islands: Island[] = []
  readonly #waiting: { readonly node: SyntaxNode; readonly around: Surroundings }[] = []
  #code = 0
  /** Two pairs of backticks with nothing but blanks between them are one token of the grammar. */
  readonly #ticksAreHard: boolean

  constructor(private readonly text: string) {
    this.#ticksAreHard = (text.match(/`/g)?.length ?? 0) > 2
  }

  run(second: SecondReading): boolean {
    this.#waiting.push({ node: second, around: { quoted: false, inside: false } })
    const { islands } = this
    for (
      let visits = 0;
      visits < MAX_VISITS && islands.length <= MAX_ISLANDS && this.#code <= MAX_CODE;
      visits += 1
    ) {
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
    if (kind === 'code') this.#code += 1
    this.islands.push({ kind, start, end, ...around })
  }

  #operator(kind: IslandKind, node: Redirection, around: Surroundings): void {
    const start = startOfOperator(node)
    this.#add(kind, start, start + node.operator.length, around)
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
        this.#operator('here-string', node, around)
        this.#below(node, around)
        return
      case 'Redirect':
        if (node.operator === '<>') this.#operator('read-write', node, around)
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
    const start = startOfOperator(node)
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
