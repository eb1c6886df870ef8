/**
 * From the tables of a verified tree to a Program. The walk names every child it expects; anything else is
 * refused. The first refusal is kept and the walk goes on, so that what it saw can still meet deny rules.
 */
import { readCompound } from './compound.ts'
import type { Problem } from './problem.ts'
import {
  type List,
  type ListOperator,
  MAX_COMMANDS,
  type Piece,
  type Program,
  type SimpleCommand,
  type Span,
  type Statement,
  type StructureCode,
  type Word
} from './program.ts'
import { readSimpleCommand } from './simple-command.ts'
import type { TreeTable } from './tree.ts'
import { readWords, type WordHost } from './word.ts'

/** A command with the redirections that belong to it, before it is read. */
export interface Draft {
  readonly body: number | undefined
  readonly redirections: number[]
  /** Offset of a lone `-` before a heredoc, which the grammar puts in no node. */
  dash: number | undefined
}

type Operator = ListOperator | '|' | '!'
type Element =
  | { readonly kind: 'operator'; readonly operator: Operator; readonly start: number }
  | { readonly kind: 'draft'; readonly draft: Draft; readonly start: number }

const OPERATORS: Readonly<Record<string, Operator>> = {
  '&&': '&&',
  '||': '||',
  ';': ';',
  '&': '&',
  '|': '|',
  '|&': '|',
  '!': '!'
}

const SIMPLE = new Set([
  'command',
  'declaration_command',
  'unset_command',
  'variable_assignment',
  'variable_assignments',
  'test_command'
])

const BEFORE_COMMENT = /[\s;&|()`]/
const AFTER_WORD = /[\s;&|)<>`]/

/** Names whose special pieces hold only while nothing in the script assigns them. */
export type Blocked = ReadonlySet<string> | 'all'

export class Walk implements WordHost {
  readonly text: string
  readonly tree: TreeTable
  problem: Problem | undefined
  /** Only worth anything where there is no problem. */
  result: Program | undefined
  /** Every simple command read so far, in the order they were finished. */
  readonly commands: SimpleCommand[] = []
  readonly functions = new Set<string>()
  readonly #assigned = new Map<string, number>()
  #assignsAnything = false
  readonly #blocked: Blocked
  /** Names for which a `home`, `directory` or `choice` piece was made. */
  readonly #relied = new Set<string>()
  #loops: readonly { readonly name: string; readonly values: readonly string[] }[] = []
  #substitutions: Statement[] = []

  constructor(text: string, tree: TreeTable, blocked: Blocked) {
    this.text = text
    this.tree = tree
    this.#blocked = blocked
  }

  /** Reads the whole tree. */
  run(): void {
    const body = this.statements(1, this.tree.count)
    this.result = {
      text: this.text,
      body,
      assigned: new Set(this.#assigned.keys()),
      functions: this.functions,
      commandCount: this.commands.length
    }
  }

  /** What a second walk must not rely on; undefined where this one relied on nothing wrongly. */
  mistakes(): Blocked | undefined {
    if (this.#relied.size === 0) return undefined
    if (this.#assignsAnything || this.#assigned.has('IFS')) return 'all'
    const wrong = [...this.#relied].filter(
      (name) => (this.#assigned.get(name) ?? 0) > (this.#isLoop(name) ? 1 : 0)
    )
    return wrong.length > 0 ? new Set(wrong) : undefined
  }

  #isLoop(name: string): boolean {
    return name !== 'HOME' && name !== 'PWD'
  }

  refuse(code: StructureCode, message: string, offset: number): void {
    this.problem ??= { code, message, offset }
  }

  assign(name: string): void {
    this.#assigned.set(name, (this.#assigned.get(name) ?? 0) + 1)
  }

  assignAnything(): void {
    this.#assignsAnything = true
  }

  finish(command: SimpleCommand): void {
    this.commands.push(command)
    if (this.commands.length > MAX_COMMANDS) {
      this.refuse('too-many-commands', 'too many commands', command.span[0])
    }
  }

  parameter(name: string, source: string, quoted: boolean, splits: boolean): Piece {
    if (this.#blocked !== 'all' && !this.#blocked.has(name)) {
      const special = this.#special(name, source, quoted)
      if (special !== undefined) {
        this.#relied.add(name)
        return special
      }
    }
    return { kind: 'unknown', reason: 'variable', source, splits, name }
  }

  home(source: string): Piece {
    if (this.#blocked === 'all' || this.#blocked.has('HOME')) {
      return { kind: 'unknown', reason: 'tilde', source, splits: false }
    }
    this.#relied.add('HOME')
    return { kind: 'home', source }
  }

  #special(name: string, source: string, quoted: boolean): Piece | undefined {
    if (name === 'HOME') return { kind: 'home', source }
    if (name === 'PWD') return { kind: 'directory', source }
    const loop = this.#loops.findLast((one) => one.name === name)
    if (loop === undefined) return undefined
    // Unquoted, a value could split or match files.
    if (!quoted && !loop.values.every((value) => /^[^\s*?[\]\\]+$/.test(value))) return undefined
    return { kind: 'choice', name, values: loop.values }
  }

  /** Reads something inside which the variable of a loop has one of these values. */
  withLoop<T>(name: string, values: readonly string[], read: () => T): T {
    const saved = this.#loops
    this.#loops = [...saved, { name, values }]
    const result = read()
    this.#loops = saved
    return result
  }

  /** Reads something that may run outside the loops around it. */
  withoutLoops<T>(read: () => T): T {
    const saved = this.#loops
    this.#loops = []
    const result = read()
    this.#loops = saved
    return result
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
    const first = node + 1
    const last = this.#lastChild(node)
    if (last === undefined || first >= last) {
      this.refuse('unverified', 'a substitution without an end', tree.start(node))
      return undefined
    }
    const only = tree.next(first)
    const isFile = tree.name(only) === 'file_redirect' && tree.next(only) === last
    const statement = isFile
      ? readSimpleCommand(this, { body: undefined, redirections: [only], dash: undefined })
      : this.statements(tree.next(first), last)
    if (statement !== undefined) this.#substitutions.push(statement)
    return statement
  }

  #lastChild(node: number): number | undefined {
    const { tree } = this
    let last: number | undefined
    for (let child = node + 1; child < tree.next(node); child = tree.next(child)) last = child
    return last
  }

  /** Statements and their separators among the nodes from `from` up to `to`. */
  statements(from: number, to: number): Statement | undefined {
    const { tree, text } = this
    const elements: Element[] = []
    let edge = 0
    for (let child = from; child < to; child = tree.next(child)) {
      const name = tree.name(child)
      if (name === 'comment') {
        this.#checkComment(child)
        continue
      }
      const start = tree.start(child)
      if (name === ';' || name === '&') {
        elements.push({ kind: 'operator', operator: name, start })
      } else {
        if (elements.at(-1)?.kind === 'draft') {
          if (!text.slice(edge, start).includes('\n'))
            this.refuse('unverified', 'commands without a separator', start)
          elements.push({ kind: 'operator', operator: ';', start: edge })
        }
        this.#lay(child, elements)
      }
      edge = tree.end(child)
    }
    return elements.length === 0 ? undefined : this.#assemble(elements)
  }

  #checkComment(node: number): void {
    const before = this.text[this.tree.start(node) - 1]
    if (before !== undefined && !BEFORE_COMMENT.test(before)) {
      this.refuse('unverified', 'a comment inside a word', this.tree.start(node))
    }
  }

  /** Lays lists and pipelines out flat: Bash's precedence follows from the order in the text alone. */
  #lay(node: number, elements: Element[]): void {
    const { tree } = this
    switch (tree.name(node)) {
      case 'list':
      case 'pipeline':
      case 'negated_command':
        this.#layChildren(node + 1, tree.next(node), elements)
        return
      case 'redirected_statement':
        this.#layRedirected(node, elements)
        return
      default:
        elements.push(draftOf(node, tree.start(node)))
    }
  }

  #layChildren(from: number, to: number, elements: Element[]): void {
    const { tree } = this
    for (let child = from; child < to; child = tree.next(child)) {
      const operator = OPERATORS[tree.name(child)]
      if (operator !== undefined) elements.push({ kind: 'operator', operator, start: tree.start(child) })
      else if (tree.name(child) === 'comment') this.#checkComment(child)
      else this.#lay(child, elements)
    }
  }

  #layRedirected(node: number, elements: Element[]): void {
    const { tree } = this
    let edge = tree.start(node)
    for (let child = node + 1; child < tree.next(node); child = tree.next(child)) {
      const name = tree.name(child)
      if (!name.endsWith('_redirect')) {
        if (name === 'comment') this.#checkComment(child)
        else this.#lay(child, elements)
      } else {
        const last = elements.at(-1)
        const element =
          last?.kind === 'draft' && child > node + 1 ? last : draftOf(undefined, tree.start(child))
        if (element !== last) elements.push(element)
        if (element.kind === 'draft') {
          const dash = this.text.slice(edge, tree.start(child)).indexOf('-')
          if (dash !== -1) element.draft.dash = edge + dash
          element.draft.redirections.push(child)
        }
        if (name === 'heredoc_redirect') this.#layAfterDelimiter(child, elements)
      }
      edge = tree.end(child)
    }
  }

  /** What follows a heredoc's delimiter on its line, other than arguments and redirections. */
  #layAfterDelimiter(node: number, elements: Element[]): void {
    const { tree } = this
    for (let child = node + 1; child < tree.next(node); child = tree.next(child)) {
      const name = tree.name(child)
      const operator = OPERATORS[name]
      if (operator !== undefined) elements.push({ kind: 'operator', operator, start: tree.start(child) })
      else if (name === 'pipeline') this.#layChildren(child + 1, tree.next(child), elements)
      else if (name === 'comment') this.#checkComment(child)
      else if (!HEREDOC_PARTS.has(name) && !tree.isWord(child)) this.#lay(child, elements)
    }
  }

  #assemble(elements: readonly Element[]): Statement {
    const items: List['items'][number][] = []
    let at = 0
    while (at < elements.length) {
      const [statement, next] = this.#pipeline(elements, at)
      const operator = elements[next]
      const after = operator?.kind === 'operator' ? operator.operator : ';'
      if (after === '|' || after === '!')
        this.refuse('unverified', `\`${after}\` out of place`, operator?.start ?? 0)
      items.push({ statement, after: after === '|' || after === '!' ? ';' : after })
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

  #pipeline(elements: readonly Element[], from: number): [Statement, number] {
    const first = elements[from]
    const negated = first?.kind === 'operator' && first.operator === '!'
    let at = negated ? from + 1 : from
    const members: Statement[] = []
    for (;;) {
      const element = elements[at]
      if (element?.kind !== 'draft') {
        this.refuse('unverified', 'an operator with no command', element?.start ?? this.text.length)
        if (members.length === 0) members.push(this.nothing(element?.start ?? this.text.length))
        break
      }
      members.push(this.#read(element.draft))
      at += 1
      const operator = elements[at]
      if (operator?.kind !== 'operator' || operator.operator !== '|') break
      at += 1
    }
    const [only] = members
    const end = members.at(-1)?.span[1] ?? 0
    const piped: Statement =
      only !== undefined && members.length === 1
        ? only
        : { kind: 'pipeline', members, span: [only?.span[0] ?? 0, end] }
    return [negated ? { kind: 'negation', statement: piped, span: [first.start, end] } : piped, at]
  }

  #read(draft: Draft): Statement {
    const { tree } = this
    const { body } = draft
    if (body === undefined) return readSimpleCommand(this, draft)
    const name = tree.name(body)
    const isCondition = name === 'test_command' && tree.name(body + 1) === '[['
    if (SIMPLE.has(name) && !isCondition) return readSimpleCommand(this, draft)
    return readCompound(this, body, draft)
  }

  /** Stands where a statement could not be read. */
  nothing(offset: number): SimpleCommand {
    const span: Span = [offset, offset]
    return {
      kind: 'command',
      assignments: [],
      words: [],
      redirections: [],
      substitutions: [],
      text: '',
      span
    }
  }

  /** The node after the word that begins at `from`: nodes with no gap between them are one word. */
  endOfWord(from: number, to: number): number {
    const { tree } = this
    let end = tree.end(from)
    let next = tree.next(from)
    while (next < to && tree.start(next) === end && tree.isWord(next)) {
      end = tree.end(next)
      next = tree.next(next)
    }
    return next
  }

  /** Offset where the last of the sibling nodes from `from` before `to` ends. */
  endBefore(from: number, to: number): number {
    const { tree } = this
    let end = tree.end(from)
    for (let node = from; node < to; node = tree.next(node)) end = tree.end(node)
    return end
  }

  /** Reads sibling nodes that must all be words. */
  wordsBetween(from: number, to: number, into: Word[]): void {
    const { tree } = this
    for (let child = from; child < to; ) {
      const last = this.endOfWord(child, to)
      if (tree.isWord(child)) this.word(child, last, into)
      else if (tree.name(child) === 'comment') this.#checkComment(child)
      else this.refuse('construct', tree.name(child).replaceAll('_', ' '), tree.start(child))
      child = last
    }
  }

  /** Reads one word made of the sibling nodes from `from` before `to`. */
  word(from: number, to: number, into: Word[]): void {
    const start = this.tree.start(from)
    const end = this.endBefore(from, to)
    this.checkWordEnd(start, end)
    for (const word of readWords(this, start, end, from, to, 'word')) into.push(word)
  }

  /** A word ends where Bash ends it, and does not turn into the descriptor of a redirection. */
  checkWordEnd(start: number, end: number): void {
    const after = this.text[end]
    if (after === undefined || after === ' ') return
    if (!AFTER_WORD.test(after)) this.refuse('unverified', 'a word that goes on', end)
    if ((after === '<' || after === '>') && /^[0-9]+$|\}$/.test(this.text.slice(start, end))) {
      this.refuse('construct', 'a redirection glued to a number or brace', end)
    }
  }
}

const HEREDOC_PARTS = new Set([
  '<<',
  '<<-',
  'heredoc_start',
  'heredoc_body',
  'heredoc_end',
  'file_descriptor',
  'file_redirect',
  'herestring_redirect'
])

function draftOf(body: number | undefined, start: number): Element {
  return { kind: 'draft', draft: { body, redirections: [], dash: undefined }, start }
}
