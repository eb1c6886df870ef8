/**
 * The second opinion: an independent parser reads the same script, and its statements, words, substitutions and
 * redirections must be those of the Program, place by place.
 */
import {
  type AndOr,
  type Command,
  type CompoundList,
  type ParsedScript,
  type PipelineNode,
  parse,
  type Assignment as SecondAssignment,
  type Redirection as SecondRedirection,
  type Statement as SecondStatement,
  type Word as SecondWord
} from 'unbash'
import type { Islands } from './islands.ts'
import type {
  Case,
  Condition,
  If,
  List,
  ListOperator,
  Loop,
  Program,
  SimpleCommand,
  Statement
} from './program.ts'
import { asWord, headExpressions, headWords } from './second-heads.ts'
import { sameAssignments, sameRedirections, sameWords } from './second-parts.ts'
import {
  type InnerScript,
  scriptsBelow,
  scriptsInAssignment,
  scriptsInRedirection,
  scriptsInWord
} from './second-words.ts'

export type SecondReading = ParsedScript

export const secondReading = (text: string): SecondReading => parse(text)

/** Where the two readings first differ, and in what; undefined where they agree. */
export function disagreement(
  program: Program,
  second: SecondReading,
  islands: Islands
): { readonly offset: number; readonly what: string } | undefined {
  const comparison = new Comparison(program.text, islands)
  if (comparison.list(program.body, second.commands)) return undefined
  const { offset, what } = comparison
  return { offset, what }
}

/** Each method tells whether a part of the Program is what the second parser reads in the same place. */
class Comparison {
  readonly #text: string
  readonly #islands: Islands
  /** Start of the last statement looked at. */
  offset = 0
  /** What was compared last. */
  what = 'the commands'

  constructor(text: string, islands: Islands) {
    this.#text = text
    this.#islands = islands
  }

  list(statement: Statement | undefined, second: readonly SecondStatement[]): boolean {
    if (statement === undefined) return second.length === 0
    const items: List['items'] = statement.kind === 'list' ? statement.items : [{ statement, after: ';' }]
    let index = 0
    for (const { command, background } of second) {
      const isChain = command.type === 'AndOr'
      const members = isChain ? command.commands : [command]
      for (const [place, member] of members.entries()) {
        const item = items[index]
        index += 1
        if (item === undefined || item.after !== afterOf(command, place, background)) return false
        if (!this.pipeline(item.statement, member)) return false
      }
    }
    return index === items.length
  }

  pipeline(statement: Statement, second: PipelineNode): boolean {
    this.offset = statement.span[0]
    if (second.type !== 'Pipeline') return this.statement(statement, second)
    const negations = second.prefixes.filter((prefix) => prefix.type === 'Negation').length
    if (negations > 1 || (statement.kind === 'negation') !== (negations === 1)) return false
    const inner = statement.kind === 'negation' ? statement.statement : statement
    const members = inner.kind === 'pipeline' ? inner.members : [inner]
    return (
      members.length === second.commands.length &&
      second.commands.every((command, index) => {
        const member = members[index]
        return member !== undefined && this.statement(member, command)
      })
    )
  }

  statement(statement: Statement, second: PipelineNode): boolean {
    this.offset = statement.span[0]
    switch (statement.kind) {
      case 'command':
        return second.type === 'Command' && this.command(statement, second)
      case 'list':
      case 'pipeline':
      case 'negation':
        return false
      case 'function':
        return (
          second.type === 'Function' &&
          second.name.text === statement.name &&
          second.body.type !== 'CompoundList' &&
          this.statement(statement.body, second.body)
        )
      default:
        return second.type === 'Redirected'
          ? this.compound(statement, second.command, second.redirects)
          : this.compound(statement, second, [])
    }
  }

  compound(
    statement: Exclude<Statement, { kind: 'command' | 'list' | 'pipeline' | 'negation' | 'function' }>,
    second: PipelineNode,
    redirects: readonly SecondRedirection[]
  ): boolean {
    const scripts: InnerScript[] = []
    const heads = headWords(second)
    for (const word of heads) scriptsInWord(word, scripts)
    for (const expression of headExpressions(second)) scriptsBelow(expression, scripts)
    for (const redirect of redirects) scriptsInRedirection(redirect, scripts)
    return (
      sameRedirections(this.#text, statement.redirections, redirects) &&
      this.scripts(statement.substitutions, scripts) &&
      this.#shape(statement, second, heads)
    )
  }

  #shape(
    statement: Exclude<Statement, { kind: 'command' | 'list' | 'pipeline' | 'negation' | 'function' }>,
    second: PipelineNode,
    heads: readonly SecondWord[]
  ): boolean {
    switch (statement.kind) {
      case 'subshell':
        return second.type === 'Subshell' && this.list(statement.body, second.body.commands)
      case 'group':
        return second.type === 'BraceGroup' && this.list(statement.body, second.body.commands)
      case 'condition':
        if (second.type === 'ArithmeticCommand') return statement.operands.length === 0
        return (
          second.type === 'TestCommand' &&
          sameWords(this.#text, (statement satisfies Condition).operands, heads)
        )
      case 'if':
        return second.type === 'If' && this.branches(statement, second)
      case 'for':
      case 'while':
      case 'until':
        return this.loop(statement, second, heads)
      case 'case':
        return (
          second.type === 'Case' &&
          sameWords(this.#text, [statement.subject], heads) &&
          this.arms(statement, second.items)
        )
    }
  }

  branches({ branches }: If, second: Extract<PipelineNode, { type: 'If' }>): boolean {
    const expected: [CompoundList | undefined, CompoundList][] = [
      [second.clause, second.then],
      ...second.elif.map((one): [CompoundList, CompoundList] => [one.clause, one.then])
    ]
    if (second.else !== undefined) expected.push([undefined, second.else])
    return (
      branches.length === expected.length &&
      expected.every(([condition, body], index) => {
        const branch = branches[index]
        return (
          branch !== undefined &&
          (condition === undefined) === (branch.condition === undefined) &&
          (condition === undefined || this.list(branch.condition, condition.commands)) &&
          this.list(branch.body, body.commands)
        )
      })
    )
  }

  loop(loop: Loop, second: PipelineNode, heads: readonly SecondWord[]): boolean {
    if (loop.kind === 'for' && loop.variable === undefined) {
      return second.type === 'ArithmeticFor' && this.list(loop.body, second.body.commands)
    }
    if (loop.kind === 'for') {
      return (
        second.type === 'For' &&
        second.name.text === loop.variable &&
        second.wordlist !== undefined &&
        sameWords(this.#text, loop.words ?? [], heads) &&
        this.list(loop.body, second.body.commands)
      )
    }
    return (
      second.type === 'While' &&
      second.kind === loop.kind &&
      this.list(loop.condition, second.clause.commands) &&
      this.list(loop.body, second.body.commands)
    )
  }

  arms({ arms }: Case, items: Extract<PipelineNode, { type: 'Case' }>['items']): boolean {
    return (
      arms.length === items.length &&
      items.every((item, index) => {
        const arm = arms[index]
        const patterns = item.pattern.map((word) => word.text)
        return (
          arm !== undefined &&
          arm.patterns.length === patterns.length &&
          patterns.every((pattern, place) => pattern === arm.patterns[place]) &&
          this.list(arm.body, item.body.commands)
        )
      })
    )
  }

  command(command: SimpleCommand, second: Command): boolean {
    const words: SecondWord[] = []
    const assigned: SecondAssignment[] = []
    const redirects: SecondRedirection[] = []
    const scripts: InnerScript[] = []
    for (const part of second.prefix) {
      if (part.type === 'Assignment') assigned.push(part)
      else redirects.push(part)
    }
    if (second.name !== undefined) words.push(second.name)
    for (const part of second.suffix) {
      if (part.type === 'Word') words.push(part)
      else if (part.type === 'Assignment') words.push(asWord(part))
      else redirects.push(part)
    }
    for (const word of words) scriptsInWord(word, scripts)
    for (const one of assigned) scriptsInAssignment(one, scripts)
    for (const one of redirects) scriptsInRedirection(one, scripts)
    return (
      this.#of('the words', sameWords(this.#text, command.words, words)) &&
      this.#of('the assignments', sameAssignments(this.#text, command.assignments, assigned)) &&
      this.#of('the redirections', sameRedirections(this.#text, command.redirections, redirects)) &&
      this.scripts(command.substitutions, scripts)
    )
  }

  #of(what: string, isSame: boolean): boolean {
    if (!isSame) this.what = what
    return isSame
  }

  scripts(substitutions: readonly Statement[], scripts: InnerScript[]): boolean {
    if (!this.#of('the substitutions', substitutions.length === scripts.length)) return false
    if (scripts.length > 1) scripts.sort((a, b) => a.start - b.start)
    return scripts.every(({ script }, index) => {
      const statement = substitutions[index]
      if (statement === undefined) return false
      // An island's script was compared when it was read.
      if (this.#islands.isCode(statement)) return true
      return script.source === undefined && this.list(statement, script.commands)
    })
  }
}

function afterOf(
  command: PipelineNode | AndOr,
  place: number,
  background: boolean | undefined
): ListOperator {
  const operator = command.type === 'AndOr' ? command.operators[place] : undefined
  return operator ?? (background === true ? '&' : ';')
}
