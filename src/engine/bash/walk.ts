/**
 * From the tables of a verified tree to a Program. The walk names every child it expects; anything else is
 * refused. The first refusal is kept and the walk goes on, so that what it saw can still meet deny rules.
 */
import { readAround } from './around.ts'
import { readCompound } from './compound.ts'
import { emptyCommand } from './empty-command.ts'
import { IslandLexer } from './island-lexer.ts'
import type { Island, Islands } from './islands.ts'
import { checkComment, type Draft, type Element, endsInJob, type LayoutHost, layOut } from './layout.ts'
import type { Problem } from './problem.ts'
import {
  type List,
  MAX_COMMANDS,
  type Piece,
  type Program,
  type SimpleCommand,
  type Statement,
  type StructureCode,
  type Word
} from './program.ts'
import { checkReprinted } from './reprinted.ts'
import { readSimpleCommand } from './simple-command.ts'
import type { TreeTable } from './tree.ts'
import { type Blocked, Variables } from './variables.ts'
import { readWords } from './word.ts'
import type { WordHost } from './word-host.ts'

const SIMPLE = new Set([
  'command',
  'declaration_command',
  'unset_command',
  'variable_assignment',
  'variable_assignments',
  'test_command'
])

/** Names whose change means something for what follows: all that bash and programs use are written in capitals. */
const assignmentsMatter = (name: string): boolean => /^[A-Z_][A-Z0-9_]*$/.test(name) && name.length > 1

/** A line joined to blanks. */
const JOINED = /^\\\n[ \t]/

const AFTER_WORD = /[\s;&|)<>`]/

export class Walk implements WordHost, LayoutHost {
  readonly text: string
  readonly tree: TreeTable
  readonly variables: Variables
  problem: Problem | undefined
  /** Only worth anything where there is no problem. */
  result: Program | undefined
  /** Every simple command read so far, in the order they were finished. */
  readonly commands: SimpleCommand[] = []
  readonly functions = new Map<string, number>()
  /** A construct was met that smaller shells read otherwise. */
  onlyBash = false
  /** Some command may take away what is defined. */
  unsets = false
  #substitutions: Statement[] = []

  constructor(
    text: string,
    tree: TreeTable,
    blocked: Blocked,
    readonly islands: Islands
  ) {
    this.text = text
    this.tree = tree
    this.variables = new Variables(blocked)
  }

  /** Reads the whole tree. */
  run(isSubstitution: boolean): void {
    if (isSubstitution) checkReprinted(this, 0, this.tree.count)
    const body = this.statements(1, this.tree.count)
    const unmet = this.islands.unmet()
    if (unmet !== undefined) this.refuse('disagreement', 'a construct', unmet.start)
    const inside = [...this.islands.programs]
    for (const { assigned, functions } of inside) {
      for (const name of assigned) this.variables.assign(name)
      for (const [name, count] of functions) this.defines(name, count)
    }
    this.unsets ||= inside.some((one) => one.unsets)
    if (this.unsets) for (const name of [...this.functions.keys()]) this.defines(name)
    const commandCount = inside.reduce((sum, one) => sum + one.commandCount, this.commands.length)
    if (commandCount > MAX_COMMANDS) this.refuse('too-many-commands', 'too many commands', 0)
    const { assigned } = this.variables
    const evaluated = [...this.variables.evaluated(), ...inside.flatMap((one) => one.evaluated)]
    const onlyBash = this.onlyBash || this.text.includes('|&') || inside.some((one) => one.onlyBash)
    const { text, functions, unsets } = this
    this.result = { text, body, assigned, functions, commandCount, evaluated, onlyBash, unsets }
  }

  // An arrow function, so that it can be handed on.
  readonly refuse = (code: StructureCode, message: string, offset: number): void => {
    this.problem ??= { code, message, offset }
  }

  parameter(name: string, source: string, quoted: boolean, splits: boolean): readonly Piece[] {
    return this.variables.parameter(name, source, quoted, splits)
  }

  home(source: string): Piece {
    return this.variables.home(source)
  }

  enclose(island: Island): void {
    const statement = this.islands.statementOf(island)
    if (statement !== undefined) this.#substitutions.push(statement)
  }

  assigns(name: string, isNumber: boolean, isCertain: boolean): void {
    this.variables.assign(name, isNumber, isCertain)
    // Only commands that say so may change what programs and words mean.
    if (assignmentsMatter(name)) this.refuse('construct', `an expansion that assigns ${name}`, 0)
  }

  assignsElement(): void {
    this.variables.assignArray()
  }

  evaluates(name: string | undefined, offset: number): void {
    this.variables.evaluate(name, offset)
  }

  defines(name: string, times = 1): void {
    this.functions.set(name, (this.functions.get(name) ?? 0) + times)
  }

  finish(command: SimpleCommand): void {
    this.commands.push(command)
    if (this.commands.length > MAX_COMMANDS) {
      this.refuse('too-many-commands', 'too many commands', command.span[0])
    }
  }

  /** Reads something and collects the substitutions in it, in text order. */
  collect<T>(read: () => T): { result: T; substitutions: readonly Statement[] } {
    const saved = this.#substitutions
    const substitutions: Statement[] = []
    this.#substitutions = substitutions
    const result = read()
    this.#substitutions = saved
    if (substitutions.length > 1) substitutions.sort((a, b) => a.span[0] - b.span[0])
    return { result, substitutions }
  }

  substitution(node: number): Statement | undefined {
    const { tree } = this
    const [open, ...rest] = tree.children(node)
    const close = rest.at(-1)
    const [only] = rest
    if (open === undefined || close === undefined || only === undefined) {
      this.refuse('unverified', 'a substitution without an end', tree.start(node))
      return undefined
    }
    if (this.text[tree.start(node)] !== '`') checkReprinted(this, node, tree.next(node))
    const isFile = rest.length === 2 && tree.name(only) === 'file_redirect'
    const statement = isFile
      ? readSimpleCommand(this, { body: undefined, redirections: [only] })
      : this.variables.conditionally(() => this.statements(only, close))
    if (statement !== undefined) this.#substitutions.push(statement)
    return statement
  }

  /** Statements and their separators among the sibling nodes from `from` up to `to`. */
  statements(from: number, to: number): Statement | undefined {
    const elements = layOut(this, from, to)
    if (elements.length === 0) return undefined
    const items: List['items'][number][] = []
    let at = 0
    while (at < elements.length) {
      const from = at
      const before = items.at(-1)?.after
      const isCertain = before !== '&&' && before !== '||' && !endsInJob(elements, from)
      const read = (): [Statement, number] => this.#pipeline(elements, from)
      const [statement, next] = isCertain ? read() : this.variables.conditionally(read)
      items.push({ statement, after: this.#separator(elements[next]) })
      at = next + 1
    }
    const [first] = items
    const last = items.at(-1)
    if (last?.after === '&&' || last?.after === '||') {
      this.refuse('unverified', `\`${last.after}\` with nothing after it`, last.statement.span[1])
    }
    if (first !== undefined && items.length === 1 && first.after !== '&') return first.statement
    return { kind: 'list', items, span: [first?.statement.span[0] ?? 0, last?.statement.span[1] ?? 0] }
  }

  #separator(element: Element | undefined): List['items'][number]['after'] {
    if (element === undefined) return ';'
    if (element.kind === 'operator' && element.operator !== '|' && element.operator !== '!') {
      return element.operator
    }
    this.refuse('unverified', 'an operator out of place', element.start)
    return ';'
  }

  #pipeline(elements: readonly Element[], from: number): [Statement, number] {
    const first = elements[from]
    const negation = first?.kind === 'operator' && first.operator === '!' ? first : undefined
    let at = negation === undefined ? from : from + 1
    const members: Statement[] = []
    for (;;) {
      const element = elements[at]
      if (element?.kind !== 'draft') {
        const offset = element?.start ?? this.text.length
        this.refuse('unverified', 'an operator with no command', offset)
        members.push(this.nothing(offset))
        break
      }
      members.push(this.#read(element.draft))
      at += 1
      const operator = elements[at]
      if (operator?.kind !== 'operator' || operator.operator !== '|') break
      at += 1
    }
    const [only] = members
    const span = [only?.span[0] ?? 0, members.at(-1)?.span[1] ?? 0] as const
    const piped: Statement =
      only !== undefined && members.length === 1 ? only : { kind: 'pipeline', members, span }
    if (negation === undefined) return [piped, at]
    return [{ kind: 'negation', statement: piped, span: [negation.start, span[1]] }, at]
  }

  #read(draft: Draft): Statement {
    const { tree } = this
    const { body } = draft
    if (body === undefined) return readSimpleCommand(this, draft)
    const name = tree.name(body)
    const isCondition = name === 'test_command' && tree.name(body + 1) === '[['
    const island = name === 'command' ? this.islands.take('arithmetic-command', tree.start(body)) : undefined
    if (island !== undefined) return this.#arithmetic(body, draft, island)
    if (SIMPLE.has(name) && !isCondition) return readSimpleCommand(this, draft)
    return readCompound(this, body, draft)
  }

  /** `((...))`, of which the tree sees one word. */
  #arithmetic(body: number, draft: Draft, island: Island): Statement {
    const { tree } = this
    const span = [island.start, island.end] as const
    const around = readAround(this, draft, () => {
      this.onlyBash = true
      const lexer = new IslandLexer(this, ...span)
      const isWhole = tree.end(body) === island.end && lexer.arithmetic() && lexer.place === island.end
      if (!isWhole) this.refuse('construct', 'this form of arithmetic', island.start)
    })
    return { kind: 'condition', operands: [], ...around, span }
  }

  /** Stands where a statement could not be read. */
  nothing(offset: number): SimpleCommand {
    return emptyCommand('', offset)
  }

  /** Reads sibling nodes that must all be words. */
  wordsBetween(from: number, to: number, into: Word[]): void {
    const { tree } = this
    for (let child = from; child < to; ) {
      const last = tree.endOfWord(child, to)
      if (tree.isWord(child)) this.word(child, last, into)
      else if (tree.name(child) === 'comment') checkComment(this, child)
      else this.refuse('construct', tree.name(child).replaceAll('_', ' '), tree.start(child))
      child = last
    }
  }

  /** Reads one word made of the sibling nodes from `from` before `to`. */
  word(from: number, to: number, into: Word[]): void {
    const start = this.tree.start(from)
    const end = this.tree.endBefore(from, to)
    this.checkWordEnd(start, end)
    for (const word of readWords(this, start, end, from, to, 'word')) into.push(word)
  }

  /** A word ends where Bash ends it, and does not turn into the descriptor of a redirection. */
  checkWordEnd(start: number, end: number): void {
    const after = this.text[end]
    if (after === undefined || after === ' ') return
    const isJoined = after === '\\' && JOINED.test(this.text.slice(end, end + 3))
    if (!AFTER_WORD.test(after) && !isJoined) this.refuse('unverified', 'a word that goes on', end)
    if ((after === '<' || after === '>') && /^[0-9]+$|\}$/.test(this.text.slice(start, end))) {
      this.refuse('construct', 'a redirection glued to a number or brace', end)
    }
  }
}
