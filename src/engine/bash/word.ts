/**
 * Reads a word from the script's own characters. The tree says only where a word and the substitutions in it
 * begin and end; every quote, escape and expansion is found again here, and both must agree.
 */
import { decodeAnsiC, endOfAnsiC } from './ansi-c.ts'
import { expandBraces, type Item } from './braces.ts'
import { type Parameter, readBareParameter, readBracedParameter } from './parameters.ts'
import type { DynamicReason, Piece, Statement, StructureCode, Word } from './program.ts'
import type { TreeTable } from './tree.ts'

/** What the word reader needs from the walk around it. */
export interface WordHost {
  readonly text: string
  readonly tree: TreeTable
  refuse(code: StructureCode, message: string, offset: number): void
  /** The piece a plain `$name` gives. */
  parameter(name: string, source: string, quoted: boolean, splits: boolean): Piece
  /** The piece a leading `~` gives. */
  home(source: string): Piece
  /** Reads the commands inside a substitution node. */
  substitution(node: number): Statement | undefined
}

/**
 * Where the word stands, hence what is done to it:
 * - `word`: everything
 * - `value`: an assigned value, a here-string, a subject: no splitting, braces or globs
 * - `target`: of a redirection: must stay one word
 */
export type WordRole = 'word' | 'value' | 'target'

const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*\+?=/
const TILDE_USER = /~[A-Za-z0-9_.+-]*/y
const BRACKET = /\[[!^]?\]?[A-Za-z0-9_.:\-!^@%+=,]*\]/y
const ARITHMETIC = /^\$\(\([0-9 \t+\-*/%()<>=!&|^~]*\)\)$/
const SUBSTITUTIONS = new Set([
  'command_substitution',
  'process_substitution',
  'arithmetic_expansion',
  'simple_expansion',
  'expansion'
])

/** ASCII that means itself wherever it stands in a word. */
const PLAIN = new Uint8Array(128)
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./=:@%+^!]') {
  PLAIN[char.charCodeAt(0)] = 1
}

const isPlain = (code: number): boolean => code > 127 || PLAIN[code] === 1

/** The words between two offsets; several (or none) only where braces expand. */
export function readWords(
  host: WordHost,
  start: number,
  end: number,
  node: number,
  lastNode: number,
  role: WordRole
): Word[] {
  const { text } = host
  let at = start
  while (at < end && isPlain(text.charCodeAt(at))) at += 1
  if (at === end) return [plainWord(text.slice(start, end), start, end)]
  return new WordReader(host, start, end, node, lastNode, role).read()
}

/** What an unquoted heredoc body expands; its text is not needed. */
export function readHeredocBody(
  host: WordHost,
  start: number,
  end: number,
  node: number,
  lastNode: number
): void {
  new WordReader(host, start, end, node, lastNode, 'value').readBody()
}

function plainWord(value: string, start: number, end: number): Word {
  return { text: value, span: [start, end], pieces: [{ kind: 'text', value, quoted: false }], value }
}

class WordReader {
  readonly #host: WordHost
  readonly #text: string
  readonly #start: number
  readonly #end: number
  readonly #role: WordRole
  readonly #lastNode: number
  readonly #items: Item[] = []
  #node: number
  #at: number
  #failed = false
  /** After `$` or `$name`: a joined line here would go on with the name. */
  #nameEnd = -1
  #braces = false

  constructor(host: WordHost, start: number, end: number, node: number, lastNode: number, role: WordRole) {
    this.#host = host
    this.#text = host.text
    this.#start = start
    this.#end = end
    this.#at = start
    this.#node = node
    this.#lastNode = lastNode
    this.#role = role
  }

  read(): Word[] {
    while (this.#at < this.#end && !this.#failed) this.#unquoted()
    this.#finish()
    const source = this.#text.slice(this.#start, this.#end)
    const words = this.#failed ? [this.#unreadable(source)] : this.#expanded(source)
    return words.map((pieces) => ({
      text: source,
      span: [this.#start, this.#end],
      pieces,
      value: valueOf(pieces)
    }))
  }

  readBody(): void {
    while (this.#at < this.#end && !this.#failed) this.#inQuotes('\0')
    this.#finish()
  }

  #unreadable(source: string): Piece[] {
    return [{ kind: 'unknown', reason: 'expansion', source, splits: true }]
  }

  #expanded(source: string): Piece[][] {
    if (!this.#braces) return [this.#items.filter((item) => item.kind !== 'mark')]
    const words = expandBraces(this.#items)
    if (words === undefined || (this.#role === 'target' && words.length !== 1)) {
      return [[{ kind: 'unknown', reason: 'brace', source, splits: true }]]
    }
    return words.filter((pieces) => pieces.length > 0)
  }

  #refuse(code: StructureCode, message: string): void {
    if (!this.#failed) this.#host.refuse(code, message, this.#at)
    this.#failed = true
  }

  #push(item: Item): void {
    this.#items.push(item)
  }

  /** Adds known characters, joined to those before them where their quoting is the same. */
  #literal(value: string, quoted: boolean): void {
    const last = this.#items.at(-1)
    if (last?.kind === 'text' && last.quoted === quoted) {
      this.#items[this.#items.length - 1] = { kind: 'text', value: last.value + value, quoted }
    } else {
      this.#push({ kind: 'text', value, quoted })
    }
  }

  #unknown(reason: DynamicReason, end: number, quoted: boolean, many = false): void {
    this.#push({
      kind: 'unknown',
      reason,
      source: this.#text.slice(this.#at, end),
      splits: this.#splits(quoted, many)
    })
    this.#at = end
  }

  #splits(quoted: boolean, many: boolean): boolean {
    return many || (!quoted && this.#role !== 'value')
  }

  #unquoted(): void {
    const text = this.#text
    const from = this.#at
    let to = from
    while (to < this.#end && isPlain(text.charCodeAt(to))) to += 1
    if (to > from) {
      this.#literal(text.slice(from, to), false)
      this.#at = to
      return
    }
    const char = text[from] ?? ''
    switch (char) {
      case "'":
        return this.#single()
      case '"':
        return this.#double()
      case '\\':
        return this.#escape()
      case '$':
        return this.#dollar(false)
      case '`':
        return this.#commandSubstitution(false)
      case '*':
      case '?':
        return this.#glob(from + 1)
      case '[':
        return this.#bracket()
      case '~':
        return this.#tilde()
      case '{':
      case '}':
      case ',':
        return this.#brace(char)
      case '#':
        if (from > this.#start) return this.#plainCharacter(char)
        return this.#refuse('unverified', 'a word that begins like a comment')
      case '<':
      case '>':
        return this.#processSubstitution()
      default:
        return this.#refuse('unverified', `\`${char}\` inside a word`)
    }
  }

  #plainCharacter(char: string): void {
    this.#literal(char, false)
    this.#at += 1
  }

  #single(): void {
    const close = this.#text.indexOf("'", this.#at + 1)
    if (close === -1 || close >= this.#end)
      return this.#refuse('unverified', 'a quote that does not end in its word')
    this.#literal(this.#text.slice(this.#at + 1, close), true)
    this.#at = close + 1
  }

  #double(): void {
    this.#literal('', true)
    this.#at += 1
    while (!this.#failed) {
      if (this.#at >= this.#end) return this.#refuse('unverified', 'a quote that does not end in its word')
      if (this.#text[this.#at] === '"') break
      this.#inQuotes('"')
    }
    this.#at += 1
  }

  /** One step inside double quotes, or in the body of a heredoc (`close` is then no character at all). */
  #inQuotes(close: string): void {
    const text = this.#text
    const from = this.#at
    let to = from
    for (; to < this.#end; to += 1) {
      const char = text[to]
      if (char === close || char === '$' || char === '`' || char === '\\') break
    }
    if (to > from) {
      this.#literal(text.slice(from, to), true)
      this.#at = to
      return
    }
    const char = text[from]
    if (char === '$') return this.#dollar(true)
    if (char === '`') {
      if (close !== '"') return this.#refuse('construct', 'backticks in a heredoc')
      return this.#commandSubstitution(true)
    }
    const next = text[from + 1] ?? ''
    if (next === '\n') {
      if (close !== '"') return this.#refuse('construct', 'joined lines in a heredoc')
      if (from === this.#nameEnd) return this.#refuse('construct', 'a name that goes on after a joined line')
    } else {
      const escapes = next === '$' || next === '`' || next === '\\' || (next === '"' && close === '"')
      this.#literal(escapes ? next : `\\${next}`, true)
    }
    this.#at += 2
  }

  #escape(): void {
    const next = this.#text[this.#at + 1]
    if (next === undefined || this.#at + 1 >= this.#end)
      return this.#refuse('unverified', 'a backslash that quotes nothing')
    if (next === '\n') return this.#refuse('construct', 'a line joined inside a word')
    // Above U+FFFF one character is two units.
    const char = String.fromCodePoint(this.#text.codePointAt(this.#at + 1) ?? 0)
    this.#literal(char, true)
    this.#at += 1 + char.length
  }

  #dollar(quoted: boolean): void {
    const text = this.#text
    const from = this.#at
    const next = from + 1 < this.#end ? text[from + 1] : undefined
    if (next === '(') {
      if (text[from + 2] === '(' && this.#peek('arithmetic_expansion')) return this.#arithmetic(quoted)
      return this.#commandSubstitution(quoted)
    }
    if (next === '{') return this.#expansion(readBracedParameter(text, from), 'expansion', quoted)
    if (next === '[') return this.#refuse('construct', 'arithmetic')
    if (!quoted && next === "'") return this.#ansiC()
    if (!quoted && next === '"') return this.#refuse('construct', 'a translated string')
    const parameter = next === undefined ? undefined : readBareParameter(text, from)
    if (parameter !== undefined) return this.#expansion(parameter, 'simple_expansion', quoted)
    this.#literal('$', quoted)
    this.#at += 1
    this.#nameEnd = this.#at
  }

  #expansion(parameter: Parameter | undefined, type: string, quoted: boolean): void {
    if (parameter === undefined || parameter.end > this.#end)
      return this.#refuse('construct', 'this form of `${...}`')
    const { name, end, plain, many } = parameter
    // The grammar has no node for the process id at the end of a word.
    const isHidden = name === '$' && !this.#peek(type)
    if (!isHidden && this.#take(type, end) === undefined) return
    const source = this.#text.slice(this.#at, end)
    const splits = this.#splits(quoted, many)
    if (plain) this.#push(this.#host.parameter(name, source, quoted || this.#role === 'value', splits))
    else this.#push({ kind: 'unknown', reason: 'expansion', source, splits, name })
    this.#at = end
    if (type === 'simple_expansion') this.#nameEnd = end
  }

  #ansiC(): void {
    const end = endOfAnsiC(this.#text, this.#at, this.#end)
    if (end === undefined) return this.#refuse('unverified', 'a quote that does not end in its word')
    const value = decodeAnsiC(this.#text.slice(this.#at + 2, end - 1))
    if (value === undefined) return this.#unknown('encoding', end, true)
    this.#literal(value, true)
    this.#at = end
  }

  #arithmetic(quoted: boolean): void {
    const node = this.#take('arithmetic_expansion', undefined)
    if (node === undefined) return
    const end = this.#host.tree.end(node)
    if (!ARITHMETIC.test(this.#text.slice(this.#at, end)))
      return this.#refuse('construct', 'arithmetic with names')
    this.#unknown('arithmetic', end, quoted)
  }

  #commandSubstitution(quoted: boolean): void {
    const node = this.#take('command_substitution', undefined)
    if (node === undefined) return
    const end = this.#host.tree.end(node)
    if (this.#text[this.#at] === '`') {
      const inside = this.#text.slice(this.#at + 1, end - 1)
      if (/[\\`]/.test(inside) || (quoted && /["']/.test(inside))) {
        return this.#refuse('construct', 'quoting inside backticks')
      }
    }
    this.#substitution(node, 'substitution', this.#splits(quoted, false))
  }

  #processSubstitution(): void {
    if (this.#at !== this.#start || this.#text[this.#at + 1] !== '(') {
      return this.#refuse('unverified', 'an operator inside a word')
    }
    const node = this.#take('process_substitution', undefined)
    if (node !== undefined) this.#substitution(node, 'process-substitution', false)
  }

  #substitution(node: number, reason: DynamicReason, splits: boolean): void {
    const end = this.#host.tree.end(node)
    const source = this.#text.slice(this.#at, end)
    const substitution = this.#host.substitution(node)
    this.#push({
      kind: 'unknown',
      reason,
      source,
      splits,
      ...(substitution === undefined ? {} : { substitution })
    })
    this.#at = end
  }

  #glob(end: number): void {
    const source = this.#text.slice(this.#at, end)
    if (this.#role === 'value') this.#literal(source, false)
    else this.#push({ kind: 'glob', source })
    this.#at = end
  }

  #bracket(): void {
    BRACKET.lastIndex = this.#at
    const match = BRACKET.exec(this.#text)
    if (match !== null && BRACKET.lastIndex <= this.#end) return this.#glob(BRACKET.lastIndex)
    const close = this.#text.indexOf(']', this.#at)
    if (this.#role === 'value' || close === -1 || close >= this.#end) return this.#plainCharacter('[')
    // Quotes or expansions between the brackets: which pattern it is takes more than this text to know.
    this.#unknown('expansion', this.#at + 1, false)
  }

  #brace(char: '{' | '}' | ','): void {
    if (this.#role === 'value') return this.#plainCharacter(char)
    if (char === '{') this.#braces = true
    if (this.#braces) this.#push({ kind: 'mark', mark: char })
    else this.#literal(char, false)
    this.#at += 1
  }

  #tilde(): void {
    const text = this.#text
    const from = this.#at
    const before = text[from - 1]
    const after = from + 1 < this.#end ? text[from + 1] : undefined
    if (from === this.#start && (after === undefined || after === '/')) {
      this.#push(this.#host.home('~'))
      this.#at += 1
      return
    }
    const inValue = this.#role === 'value' || ASSIGNMENT.test(text.slice(this.#start, from))
    const expands = from === this.#start || this.#braces || (inValue && (before === '=' || before === ':'))
    if (!expands) return this.#plainCharacter('~')
    TILDE_USER.lastIndex = from
    TILDE_USER.test(text)
    this.#unknown('tilde', Math.min(TILDE_USER.lastIndex, this.#end), true)
  }

  /** Whether the tree has a node of this type exactly here. */
  #peek(type: string): boolean {
    const { tree } = this.#host
    for (let node = this.#node; node < this.#lastNode && tree.start(node) <= this.#at; node += 1) {
      if (tree.start(node) === this.#at && tree.name(node) === type) return true
    }
    return false
  }

  /** The tree's node of this type exactly here; refuses where there is none, or one before it was not read. */
  #take(type: string, end: number | undefined): number | undefined {
    const { tree } = this.#host
    for (let node = this.#node; node < this.#lastNode && tree.start(node) <= this.#at; node += 1) {
      const name = tree.name(node)
      if (tree.start(node) === this.#at && name === type && (end ?? tree.end(node)) === tree.end(node)) {
        this.#node = tree.next(node)
        return node
      }
      if (SUBSTITUTIONS.has(name)) break
    }
    this.#refuse('unverified', 'an expansion the parser sees differently')
    return undefined
  }

  #finish(): void {
    const { tree } = this.#host
    if (this.#failed) return
    if (this.#at !== this.#end) return this.#refuse('unverified', 'a word that ends elsewhere')
    for (let node = this.#node; node < this.#lastNode; node += 1) {
      if (SUBSTITUTIONS.has(tree.name(node)))
        return this.#refuse('unverified', 'an expansion the parser sees differently')
    }
  }
}

function valueOf(pieces: readonly Piece[]): string | undefined {
  let value = ''
  for (const piece of pieces) {
    if (piece.kind !== 'text') return undefined
    value += piece.value
  }
  return value
}
