/** Reads a sed script as sed does, far enough to know which files it reads and writes and whether it runs anything. */
import type { ScriptFacts } from './table.ts'

/** The facts of a sed script. Whatever is not understood for certain is a reason against read-only. */
export function sedScript(text: string): ScriptFacts {
  const reader = new SedReader(text, 'either')
  reader.read()
  const { harm, reads, writes } = reader
  const running = (reader.isUnclear ? [reader, ...readEachWay(text)] : [reader]).filter(
    ({ escapes }) => escapes
  )
  const commands = [...new Set(running.flatMap((one) => one.commands))]
  return { harm, reads, writes, ...(running.length > 0 && { escapes: true, commands }) }
}

/** What is not understood for certain may still run something: by one reading or the other, or by the look of it. */
function readEachWay(text: string): readonly SedReader[] {
  return (['closed', 'open'] as const).map((brackets) => {
    const reader = new SedReader(text, brackets)
    reader.read()
    reader.escapes ||= reader.isUnclear && MAY_RUN.test(text)
    return reader
  })
}

class SedReader {
  harm: string | undefined = undefined
  readonly reads: string[] = []
  readonly writes: string[] = []
  /** It runs commands: those of `commands`, or whatever stands in the text that it edits. */
  escapes = false
  readonly commands: string[] = []
  isUnclear = false
  private at = 0

  /** `closed`: a delimiter in brackets is text; `open`: it ends them; `either`: seds differ. */
  constructor(
    private readonly text: string,
    private readonly brackets: 'either' | 'closed' | 'open'
  ) {}

  read(): void {
    if (this.text.endsWith('\\')) this.fail('has a script that goes on after its end')
    while (this.at < this.text.length && !this.isUnclear) {
      this.skip(/[\s;}]*/y)
      if (this.at < this.text.length) this.readCommand()
    }
  }

  private readCommand(): void {
    if (this.readAddress()) {
      this.skip(/[ \t]*/y)
      if (this.peek() === ',') {
        this.at++
        this.skip(/[ \t]*[+~]?/y)
        if (!this.readAddress()) {
          this.fail()
          return
        }
      }
    }
    this.skip(/[ \t]*(?:![ \t]*)*/y)
    const command = this.peek()
    this.at++
    switch (command) {
      case '#':
        this.restOfLine()
        return
      case '{':
        return
      case '=':
      case 'd':
      case 'D':
      case 'g':
      case 'G':
      case 'h':
      case 'H':
      case 'n':
      case 'N':
      case 'p':
      case 'P':
      case 'x':
      case 'z':
      case 'F':
        this.end()
        return
      case 'q':
      case 'Q':
      case 'l':
        this.skip(/[ \t]*\d*/y)
        this.end()
        return
      case ':':
      case 'b':
      case 't':
      case 'T':
        this.skip(/[ \t]*[\w.-]*/y)
        this.end()
        return
      case 'a':
      case 'i':
      case 'c':
        this.skipText()
        return
      case 'r':
      case 'R':
        this.note(this.reads)
        return
      case 'w':
      case 'W':
        this.note(this.writes)
        return
      case 's':
        this.readSubstitution()
        return
      case 'y':
        if (!this.skipDelimited(2)) {
          this.fail()
          return
        }
        this.end()
        return
      case 'e':
        this.runs(this.restOfLine().trim())
        return
      default:
        this.fail()
        return
    }
  }

  private readAddress(): boolean {
    const start = this.peek()
    if (start === '$') {
      this.at++
      return true
    }
    if (start === '/' || start === '\\') {
      if (start === '\\') this.at++
      if (!this.skipDelimited(1)) this.fail()
      this.skip(/[IM]*/y)
      return true
    }
    return this.skip(/\d+(?:~\d+)?/y)
  }

  private readSubstitution(): void {
    const start = this.at
    if (!this.skipDelimited(2)) {
      this.fail()
      return
    }
    const parts = this.text.slice(start, this.at)
    const flags = this.at
    this.skip(/[gpiImMe\d]*/y)
    // What takes the place of the whole line is the whole command.
    if (this.text.slice(flags, this.at).includes('e')) this.runs(WHOLE_LINE.exec(parts)?.[2] ?? '')
    if (this.peek() === 'w') {
      this.at++
      this.note(this.writes)
      return
    }
    this.end()
  }

  /**
   * From the opening delimiter past the last one. A bracket that holds the delimiter is read differently by seds:
   * fine where no command that reads, writes or runs can come of it.
   */
  private skipDelimited(parts: number): boolean {
    const { text } = this
    const delimiter = text[this.at]
    if (delimiter === undefined || delimiter === '\n' || delimiter === '\\') return false
    let i = this.at + 1
    let left = parts
    while (i < text.length) {
      const character = text[i]
      if (character === '\\') i += 2
      else if (character === '\n') return false
      else if (character === delimiter) {
        i++
        left--
        if (left === 0) {
          this.at = i
          return true
        }
      } else if (character === '[' && left === parts && this.brackets !== 'open') {
        const bracket = BRACKET.exec(text.slice(i))?.[0]
        if (bracket === undefined || bracket.includes('\n')) return false
        if (this.brackets === 'either' && bracket.includes(delimiter) && HAZARDS.test(text)) return false
        i += bracket.length
      } else i++
    }
    return false
  }

  private skipText(): void {
    const lines = /(?:\\[\s\S]|[^\\\n])*/y
    lines.lastIndex = this.at
    this.at += lines.exec(this.text)?.[0].length ?? 0
  }

  private note(into: string[]): void {
    const path = this.restOfLine().trim()
    if (path === '') this.fail()
    else into.push(path)
  }

  private restOfLine(): string {
    const newline = this.text.indexOf('\n', this.at)
    const end = newline < 0 ? this.text.length : newline
    const rest = this.text.slice(this.at, end)
    this.at = end
    return rest
  }

  /** After a command only its end may come. */
  private end(): void {
    this.skip(/[ \t]*/y)
    const next = this.peek()
    if (next !== undefined && !';\n}#'.includes(next)) this.fail()
  }

  private peek(): string | undefined {
    return this.text[this.at]
  }

  private skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at
    const length = pattern.exec(this.text)?.[0].length
    this.at += length ?? 0
    return length !== undefined
  }

  private runs(command: string): void {
    this.harm ??= 'has a script that runs a command'
    this.escapes = true
    if (command !== '') this.commands.push(command)
  }

  private fail(why = 'has a script that is not understood'): void {
    this.harm ??= why
    this.isUnclear = true
  }
}

/** `s/.*\/COMMAND/`, in which nothing of the line is left. */
const WHOLE_LINE = /^(.)\^?\.[*+]\$?\1((?:(?!\1)[^\\&])*)\1$/s
/** A command or a flag `e`, or a delimiter that is a letter. */
const MAY_RUN = /(?:^|[^A-Za-z])[gpiImM\d]*e[gpiImM\d]*(?:[\s;}]|$)|(?:^|[;{}\n\d$!,])\s*(?:e|s[A-Za-z\d])/
const HAZARDS = /[eErRwW]/
const BRACKET = /^\[\^?\]?(?:\[:\w+:\]|[^\]])*\]/
