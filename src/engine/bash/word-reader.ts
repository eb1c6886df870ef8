/**
 * Reads a word from the script's own characters. The tree says only where a word and the expansions in it begin
 * and end; every quote, escape and expansion is found again here, and both must agree.
 */
import { decodeAnsiC, endOfAnsiC } from './ansi-c.ts'
import { expandBraces, type Item } from './braces.ts'
import { endOfPlain } from './characters.ts'
import {
  type Expansion,
  type ExpansionPlace,
  readCommandSubstitution,
  readDollar,
  readProcessSubstitution
} from './expansion.ts'
import { ExpansionNodes, type Expansions, UNTRACKED } from './expansion-nodes.ts'
import { knownText, opaque, patterned, vanishing, withoutEmpty } from './pieces.ts'
import type { DynamicReason, Piece, StructureCode, Word } from './program.ts'
import { readTilde } from './tilde.ts'
import type { WordHost, WordRole } from './word-host.ts'

const BRACKET = /\[[!^]?\]?(?:\[:[a-z]+:\]|[A-Za-z0-9_.:\-!^@%+=,])*\]/y

const UNFINISHED = 'a quote that does not end in its word'

/** Stands where a heredoc's body is read as if between quotes that no character closes. */
const NO_QUOTE = ''

export class WordReader {
  readonly #host: WordHost
  readonly #text: string
  readonly #start: number
  readonly #end: number
  readonly #role: WordRole
  readonly #nodes: Expansions
  readonly #items: Item[] = []
  #at: number
  #failed = false
  /** After `$` or `$name`: a joined line here would go on with the name. */
  #nameEnd = -1
  #braces = false
  /** A bracket was read of which nobody can say where its pattern ends. */
  #hasOpenBracket = false
  /** `"$@"` or `"${a[@]}"` was read inside double quotes. */
  #hasMany = false

  /** `nodes`: the nodes of the word; undefined: the tree did not see it. */
  constructor(
    host: WordHost,
    start: number,
    end: number,
    nodes: { readonly first: number; readonly last: number } | undefined,
    role: WordRole
  ) {
    this.#host = host
    this.#text = host.text
    this.#start = start
    this.#end = end
    this.#at = start
    this.#nodes = nodes === undefined ? UNTRACKED : new ExpansionNodes(host.tree, nodes.first, nodes.last)
    this.#role = role
  }

  read(): Word[] {
    while (this.#at < this.#end && !this.#failed) this.#unquoted()
    this.#finish()
    const text = this.#text.slice(this.#start, this.#end)
    const words = this.#failed ? [[opaque(text, 'expansion')]] : this.#expanded(text)
    const span = [this.#start, this.#end] as const
    return words.map((read) => {
      const bracketed = this.#hasOpenBracket ? read.map(patterned) : read
      const pieces = this.#hasMany ? bracketed.map(vanishing) : bracketed
      return { text, span, pieces, value: knownText(pieces) }
    })
  }

  readBody(): void {
    while (this.#at < this.#end && !this.#failed) this.#inQuotes(NO_QUOTE)
    this.#finish()
  }

  #finish(): void {
    if (this.#failed) return
    if (this.#at !== this.#end) this.#refuse('unverified', 'a word that ends elsewhere')
    else if (!this.#nodes.isDone()) this.#refuse('unverified', 'an expansion the parser sees differently')
  }

  #expanded(source: string): Piece[][] {
    if (!this.#braces) return [withoutEmpty(this.#items.filter((item) => item.kind !== 'mark'))]
    const words = expandBraces(this.#items)?.filter((pieces) => pieces.length > 0)
    if (words?.length !== 1) this.#host.onlyBash = true
    if (words === undefined || (this.#role === 'target' && words.length !== 1)) {
      return [[opaque(source, 'brace')]]
    }
    return words.map(withoutEmpty)
  }

  #refuse(code: StructureCode, message: string): void {
    if (!this.#failed) this.#host.refuse(code, message, this.#at)
    this.#failed = true
  }

  /** Adds known characters, joined to those before them where their quoting is the same. */
  #literal(value: string, quoted: boolean, end: number): void {
    this.#at = end
    const last = this.#items.at(-1)
    if (last?.kind === 'text' && last.quoted === quoted) {
      this.#items[this.#items.length - 1] = { kind: 'text', value: last.value + value, quoted }
    } else {
      this.#items.push({ kind: 'text', value, quoted })
    }
  }

  #unknown(reason: DynamicReason, end: number, splits: boolean): void {
    this.#items.push({ kind: 'unknown', reason, source: this.#text.slice(this.#at, end), splits })
    this.#at = end
  }

  #unquoted(): void {
    const from = this.#at
    const plainEnd = endOfPlain(this.#text, from, this.#end)
    if (plainEnd > from) {
      this.#literal(this.#text.slice(from, plainEnd), false, plainEnd)
      return
    }
    const char = this.#text[from] ?? ''
    switch (char) {
      case "'":
        this.#single()
        break
      case '"':
        this.#double()
        break
      case '\\':
        this.#escape()
        break
      case '$':
        this.#dollar(false)
        break
      case '`':
        this.#expansion(readCommandSubstitution(this.#place(false)), false)
        break
      case '*':
      case '?':
        this.#glob(from + 1)
        break
      case '[':
        this.#bracket()
        break
      case '~':
        this.#tilde()
        break
      case '{':
      case '}':
      case ',':
        this.#brace(char)
        break
      case '#':
        if (from > this.#start) this.#literal(char, false, from + 1)
        else this.#refuse('unverified', 'a word that begins like a comment')
        break
      case '<':
      case '>':
        this.#processSubstitution()
        break
      default:
        this.#refuse('unverified', `\`${char}\` inside a word`)
    }
  }

  #single(): void {
    const close = this.#text.indexOf("'", this.#at + 1)
    if (close === -1 || close >= this.#end) this.#refuse('unverified', UNFINISHED)
    else this.#literal(this.#text.slice(this.#at + 1, close), true, close + 1)
  }

  #double(): void {
    this.#literal('', true, this.#at + 1)
    while (!this.#failed && this.#text[this.#at] !== '"') {
      if (this.#at >= this.#end) this.#refuse('unverified', UNFINISHED)
      else this.#inQuotes('"')
    }
    this.#at += 1
  }

  /** One step inside double quotes or the body of a heredoc. */
  #inQuotes(close: '"' | typeof NO_QUOTE): void {
    const text = this.#text
    const from = this.#at
    let to = from
    for (; to < this.#end; to += 1) {
      const char = text[to]
      if (char === close || char === '$' || char === '`' || char === '\\') break
    }
    if (to > from) this.#literal(text.slice(from, to), true, to)
    else if (text[from] === '$') this.#dollar(true)
    else if (text[from] === '\\') this.#escapeInQuotes(close)
    else this.#expansion(readCommandSubstitution(this.#place(true)), true)
  }

  #escapeInQuotes(close: string): void {
    const next = this.#text[this.#at + 1] ?? ''
    const end = this.#at + 2
    if (next !== '\n') {
      const escapes = next === '$' || next === '`' || next === '\\' || (next === '"' && close === '"')
      this.#literal(escapes ? next : `\\${next}`, true, end)
    } else if (this.#at === this.#nameEnd) {
      this.#refuse('construct', 'a name that goes on after a joined line')
    } else {
      this.#at = end
    }
  }

  #escape(): void {
    const at = this.#at + 1
    // Above U+FFFF one character is two units.
    const char = String.fromCodePoint(this.#text.codePointAt(at) ?? 0)
    if (at >= this.#end) this.#refuse('unverified', 'a backslash that quotes nothing')
    else if (char === '\n') this.#refuse('construct', 'a line joined inside a word')
    else this.#literal(char, true, at + char.length)
  }

  #dollar(quoted: boolean): void {
    const next = this.#at + 1 < this.#end ? this.#text[this.#at + 1] : undefined
    if (!quoted && next === "'") this.#ansiC()
    else if (!quoted && next === '"') this.#refuse('construct', 'a translated string')
    else this.#expansion(readDollar(this.#place(quoted)), quoted)
    if (next !== '{' && next !== '(') this.#nameEnd = this.#at
  }

  #place(quoted: boolean): ExpansionPlace {
    const splits = !quoted && this.#role !== 'value'
    return { host: this.#host, nodes: this.#nodes, at: this.#at, end: this.#end, quoted, splits }
  }

  #expansion(expansion: Expansion, quoted: boolean): void {
    switch (expansion.kind) {
      case 'refused':
        this.#refuse(expansion.code, expansion.message)
        break
      case 'none':
        this.#literal('$', quoted, this.#at + 1)
        break
      case 'pieces':
        for (const piece of expansion.pieces) {
          if (quoted && piece.kind === 'unknown' && piece.splits) this.#hasMany = true
          this.#items.push(piece)
        }
        this.#at = expansion.end
    }
  }

  #ansiC(): void {
    this.#host.onlyBash = true
    const end = endOfAnsiC(this.#text, this.#at, this.#end)
    const value = end === undefined ? undefined : decodeAnsiC(this.#text.slice(this.#at + 2, end - 1))
    if (end === undefined) this.#refuse('unverified', UNFINISHED)
    else if (value === undefined) this.#unknown('encoding', end, false)
    else this.#literal(value, true, end)
  }

  #processSubstitution(): void {
    const isStart = this.#at === this.#start && this.#text[this.#at + 1] === '('
    this.#host.onlyBash = true
    if (isStart) this.#expansion(readProcessSubstitution({ ...this.#place(false), splits: false }), false)
    else this.#refuse('unverified', 'an operator inside a word')
  }

  #glob(end: number): void {
    const source = this.#text.slice(this.#at, end)
    if (this.#role === 'value') {
      this.#literal(source, false, end)
    } else {
      this.#items.push({ kind: 'glob', source })
      this.#at = end
    }
  }

  #bracket(): void {
    BRACKET.lastIndex = this.#at
    const close = this.#text.indexOf(']', this.#at)
    if (BRACKET.test(this.#text) && BRACKET.lastIndex <= this.#end) this.#glob(BRACKET.lastIndex)
    else if (this.#role === 'value' || close === -1 || close >= this.#end)
      this.#literal('[', false, this.#at + 1)
    // Quotes or expansions between the brackets: which pattern it is takes more than this text to know.
    else {
      this.#hasOpenBracket = true
      this.#unknown('expansion', this.#at + 1, true)
    }
  }

  #brace(char: '{' | '}' | ','): void {
    const isPossible = this.#role !== 'value' && (this.#braces || char === '{')
    if (!isPossible) {
      this.#literal(char, false, this.#at + 1)
      return
    }
    this.#braces = true
    this.#items.push({ kind: 'mark', mark: char })
    this.#at += 1
  }

  #tilde(): void {
    const from = this.#at
    const kind = this.#braces ? 'braces' : this.#role === 'value' ? 'value' : 'word'
    const tilde = readTilde(this.#text, this.#start, from, this.#end, kind)
    if (tilde === 'home') {
      this.#items.push(this.#host.home('~'))
      this.#at += 1
    } else if (tilde !== undefined) {
      this.#unknown('tilde', tilde, false)
    } else {
      this.#literal('~', false, from + 1)
    }
  }
}
