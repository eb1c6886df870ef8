/** Reads the inside of islands from the script's characters: an allow-list of what may stand where. */
import { endOfAnsiC } from './ansi-c.ts'
import { ExpressionNames } from './expression-names.ts'
import type { IslandHost } from './island-host.ts'
import { type Parameter, readBareParameter, readBracedParameter } from './parameters.ts'
import { TextCursor } from './text-cursor.ts'

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y
const HEAD = /\$\{(!?)(#?)([A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$!-])/y
const OPERATOR = /:?[-+=?]|%%?|##?|\/[/#%]?|\^\^?|,,?|@[QULuEKkaA]|:/y
const NUMBER = /[0-9]+#[0-9A-Za-z@_]+|[0-9]+(?![0-9A-Za-z_])|0[xX][0-9A-Fa-f]+/y
const ARITHMETIC_OPERATORS = new Set([...' \t\n+-*/%<>=!&|^~?:,'])
const ASSIGNS = /[ \t\n]*(?:(=)(?!=)|[-+*/%&|^]=|<<=|>>=|\+\+|--)/y
/** Variables to which bash alone gives values, and only numbers. */
const NUMBERS_OF_BASH = new Set(['#', '?', '$', '!'])

const MAX_DEPTH = 20

/** Moves through one island; every method is false, or undefined, where something else than it knows stands there. */
export class IslandLexer extends TextCursor {
  #depth = 0
  /** A list (`$@`, `${a[@]}`) stands in an operand. */
  #hasList = false
  readonly #names = new ExpressionNames()
  /** In an operand where code is not read. */
  #isBarred = false
  constructor(
    private readonly host: IslandHost,
    private readonly start: number,
    end: number
  ) {
    super(host.text, start, end)
  }

  /** `${...}` */
  parameter(quoted: boolean): Parameter | undefined {
    const start = this.at
    const simple = readBracedParameter(this.text, start)
    if (simple !== undefined && simple.end <= this.end) {
      this.at = simple.end
      return simple
    }
    this.#depth += 1
    const found = this.#depth > MAX_DEPTH ? undefined : this.#operated(quoted)
    this.#depth -= 1
    return found
  }

  #operated(quoted: boolean): Parameter | undefined {
    const head = this.match(HEAD)
    const name = head?.[3]
    if (head === undefined || name === undefined) return undefined
    let many = name === '@'
    const isLength = head[2] === '#'
    if (head[1] === '!') {
      // Without this end it would be the value of another variable, whose name is not known.
      const names = this.match(/\[[@*]\]\}|[@*]\}/y)?.[0]
      if (names === undefined) return undefined
      return { name, end: this.at, plain: false, many: names.includes('@'), isLength: false }
    }
    if (this.skip('[')) {
      this.host.onlyBash = true
      const all = this.match(/[@*]\]/y)?.[0]
      if (all === undefined && !this.#subscript()) return undefined
      many = all === '@]'
    }
    const done = (): Parameter => ({
      name,
      end: this.at,
      plain: false,
      many: (many || this.#hasList) && !isLength,
      isLength
    })
    if (this.skip('}')) return done()
    const operator = isLength ? undefined : this.match(OPERATOR)?.[0]
    if (operator === undefined) return undefined
    if (!/^:?[-+=?]$|^%%?$|^##?$/.test(operator)) this.host.onlyBash = true
    if (operator.endsWith('=')) {
      this.host.assigns(name, false, false)
      this.host.assignsElement()
    }
    const wasBarred = this.#isBarred
    // What a pattern holds, or what is assigned, is more than a value.
    this.#isBarred = wasBarred || !/^:?[-+]$/.test(operator)
    const isRead = operator === ':' ? this.#expression('}') : this.#operand(quoted)
    this.#isBarred = wasBarred
    return isRead && this.skip('}') ? done() : undefined
  }

  #subscript(): boolean {
    return this.#expression(']') && this.skip(']')
  }

  /** What follows an operator inside `${...}`. */
  #operand(quoted: boolean): boolean {
    for (;;) {
      const char = this.char()
      if (char === '}') return true
      // Which quotes count between other quotes depends on the operator.
      if (char === '' || char === '\n' || char === '{' || (quoted && (char === "'" || char === '"')))
        return false
      if (!this.#step(quoted)) return false
    }
  }

  /** One character, escape, quoted string or expansion. */
  #step(quoted: boolean): boolean {
    const char = this.char()
    const next = this.text[this.at + 1]
    switch (char) {
      case '\\':
        if (next === undefined || next === '\n' || this.at + 2 > this.end) return false
        this.at += 2
        return true
      case "'":
        return this.#single()
      case '"':
        return this.#double()
      case '$':
        return this.#dollar(quoted)
      case '`':
        return this.#code()
      case '<':
      case '>':
        if (next === '(') return false
        break
    }
    this.at += 1
    return true
  }

  #single(): boolean {
    const close = this.text.indexOf("'", this.at + 1)
    if (close === -1 || close >= this.end) return false
    this.at = close + 1
    return true
  }

  #double(): boolean {
    this.at += 1
    for (;;) {
      const char = this.char()
      if (char === '') return false
      if (char === '"') {
        this.at += 1
        return true
      }
      if (char === "'" || char === '<' || char === '>') this.at += 1
      else if (!this.#step(true)) return false
    }
  }

  #code(): boolean {
    if (this.#isBarred) return false
    const island = this.host.islands.take('code', this.at)
    if (island === undefined || island.end > this.end) return false
    this.host.enclose(island)
    this.at = island.end
    return true
  }

  #dollar(quoted: boolean): boolean {
    const { text } = this
    if (text.startsWith('$((', this.at) && this.host.islands.take('code', this.at) === undefined) {
      return this.arithmetic()
    }
    const next = text[this.at + 1]
    if (next === '(') return this.#code()
    if (next === '[') {
      this.host.onlyBash = true
      return this.arithmetic()
    }
    if (next === '{') {
      const inner = this.parameter(quoted)
      if (inner?.many === true) this.#hasList = true
      return inner !== undefined
    }
    if (next === '"' && !quoted) return false
    if (next === "'" && !quoted) {
      this.host.onlyBash = true
      const end = endOfAnsiC(text, this.at, this.end)
      if (end === undefined) return false
      this.at = end
      return true
    }
    const parameter = readBareParameter(text, this.at)
    if (parameter?.many === true) this.#hasList = true
    this.at = parameter !== undefined && parameter.end <= this.end ? parameter.end : this.at + 1
    return true
  }

  /** `$((...))`, `$[...]` or `((...))`, from its first character. */
  arithmetic(): boolean {
    if (this.skip('$[')) return this.#expression(']') && this.skip(']')
    return (this.skip('$((') || this.skip('((')) && this.#expression('))') && this.skip('))')
  }

  /** The head of `for ((...))`. */
  arithmeticFor(): boolean {
    return (
      this.skip('((') &&
      this.#expression(';') &&
      this.skip(';') &&
      this.#expression(';') &&
      this.skip(';') &&
      this.#expression('))') &&
      this.skip('))')
    )
  }

  /** All of the text, as an expression (`let`). */
  expression(): boolean {
    return this.#expression('') && this.at === this.end
  }

  #evaluates(name: string | undefined): void {
    this.host.evaluates(name, this.start)
  }

  #expression(close: string): boolean {
    const isRead = this.#terms(close)
    this.#names.settle(this.host, this.#depth === 0)
    return isRead
  }

  #terms(close: string): boolean {
    let open = 0
    for (;;) {
      const isClosed = close === '' ? this.at === this.end : this.text.startsWith(close, this.at)
      if (open === 0 && isClosed) return true
      const char = this.char()
      if (char === '') return false
      if (char === '(') open += 1
      else if (char === ')') {
        if (open === 0) return false
        open -= 1
      } else if (char === '$') {
        const before = this.text[this.at - 1] ?? ''
        // Glued to a name it makes another name.
        if (/[A-Za-z0-9_]/.test(before)) return false
        if (/[-+]/.test(before)) this.#names.stepsAny = true
        if (!this.#term()) return false
        continue
      } else if (/[A-Za-z_]/.test(char)) {
        if (!this.#variable()) return false
        continue
      } else if (/[0-9]/.test(char)) {
        if (this.match(NUMBER) === undefined) return false
        continue
      } else if (!ARITHMETIC_OPERATORS.has(char)) return false
      else if (/[&|?]/.test(char)) {
        this.#names.mayBeSkipped = true
        this.#names.isStepped = false
      } else if (/[-+]/.test(char) && this.text[this.at + 1] === char) {
        this.#names.isStepped = true
        if (this.text[this.at + 2] === char) this.#names.stepsAny = true
        this.at += 1
      } else if (!/[ \t\n]/.test(char)) this.#names.isStepped = false
      this.at += 1
    }
  }

  /** An expansion whose value becomes part of an expression. */
  #term(): boolean {
    const start = this.at
    const { text } = this
    if (text.startsWith('$((', start) || text[start + 1] === '[') return this.#dollar(false)
    if (text[start + 1] === '(') {
      if (this.#isBarred) return false
      const island = this.host.islands.take('code', start)
      if (island === undefined) return false
      this.#evaluates(undefined)
      this.host.enclose(island)
      this.at = island.end
      return island.end <= this.end
    }
    if (text[start + 1] === '{') {
      const parameter = this.parameter(false)
      if (parameter === undefined) return false
      if (!parameter.isLength) this.#evaluates(parameter.plain ? parameter.name : undefined)
      return true
    }
    const parameter = readBareParameter(text, start)
    if (parameter === undefined || parameter.end > this.end) return false
    if (!NUMBERS_OF_BASH.has(parameter.name)) this.#evaluates(parameter.name)
    this.at = parameter.end
    return true
  }

  #variable(): boolean {
    const name = this.match(NAME)?.[0]
    if (name === undefined) return false
    this.#names.add(name)
    if (this.skip('[')) {
      this.#evaluates(undefined)
      this.host.assignsElement()
      if (!this.#subscript()) return false
    }
    ASSIGNS.lastIndex = this.at
    const assigns = ASSIGNS.exec(this.text)
    if (assigns?.[1] === undefined) this.#evaluates(name)
    this.#names.used(name, assigns !== null)
    return true
  }

  /** A pattern or regular expression, up to the end. */
  pattern(mayRunCode: boolean): boolean {
    this.#isBarred = !mayRunCode
    while (this.at < this.end) {
      const char = this.char()
      if (/[\n;&]/.test(char) || (/[<>]/.test(char) && this.text[this.at + 1] === '(')) return false
      if (!this.#step(false)) return false
    }
    return this.at === this.end
  }
}
