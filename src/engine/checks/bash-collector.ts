/** Collects the commands of a Program in text order while keeping what earlier ones leave behind. */
import { emptyCommand } from '../bash/empty-command.ts'
import type {
  CommandContext,
  Condition,
  FunctionDefinition,
  List,
  Loop,
  Program,
  Redirection,
  SimpleCommand,
  Span,
  Statement,
  Word
} from '../bash/program.ts'
import { findRow } from '../knowledge/catalogue.ts'
import { MEANING_CODES, type MeaningCode } from '../knowledge/facts.ts'
import { interpretWords } from '../knowledge/interpret.ts'
import { IS_BASH } from '../knowledge/shells.ts'
import { assertNever } from '../verdict.ts'
import type {
  AnalysedCommand,
  GroupRedirection,
  MeaningProblem,
  NestedScript,
  ScriptAnalysis
} from './bash-analysis.ts'
import { effectOf } from './bash-effect.ts'
import { flatten, type Level, levelOf } from './bash-level.ts'
import { scriptFromInput } from './script-input.ts'
import { withKeyword } from './time-keyword.ts'

/** `a && b &` is one background job: the operator that ends the run of `&&` and `||` says so. */
function runsBehind({ items }: List, index: number): boolean {
  let at = index
  while (items[at]?.after === '&&' || items[at]?.after === '||') at += 1
  return items[at]?.after === '&'
}

const NO_WORDS: readonly Word[] = []
const NOWHERE: readonly number[] = []

/** Neither the directory nor the meaning of what follows a call depends on this part of a function. */
const isContained = ({ facts }: Level): boolean => facts.directory === undefined && !facts.meaningLasts

const runsScripts = ({ facts }: Level): boolean => facts.scripts.length > 0 || facts.runsInput

/** Meanings that only what follows has. */
const STATE_CODES: ReadonlySet<MeaningCode> = new Set([
  'alias',
  'shell-options',
  'lookup-changed',
  'splitting-changed',
  'environment-changed',
  'function',
  'exec'
])

const EVALUATED: MeaningProblem = { code: 'evaluated', message: MEANING_CODES.evaluated }

const FOREIGN: MeaningProblem = {
  code: 'nested-script',
  message: 'a shell other than bash may read the text it is handed otherwise'
}

const NO_SCRIPTS: readonly NestedScript[] = []

/** Collects commands in text order while keeping what earlier ones leave behind. */
export class Collector {
  readonly commands: AnalysedCommand[] = []
  readonly redirections: GroupRedirection[] = []
  private lasting: MeaningProblem | undefined
  /** Loops and functions around: what follows in the text may also have run before. */
  private repeats = 0
  /** Things around that may not run, or run in a shell of their own. */
  private conditions = 0
  /** Evaluations that a command was blamed for. */
  private readonly told = new Set<number>()
  /** Functions that are surely defined by now, and leave the shell as it is. */
  private readonly defined = new Set<string>()

  constructor(
    private readonly program: Program | undefined,
    private readonly nested: (text: string) => ScriptAnalysis | undefined
  ) {}

  statement(statement: Statement, context: CommandContext, feeder: AnalysedCommand | undefined): void {
    switch (statement.kind) {
      case 'command':
        this.command(statement, context, feeder)
        return
      case 'list':
        for (const [index, item] of statement.items.entries()) {
          const isBehind = runsBehind(statement, index)
          const before = statement.items[index - 1]?.after
          const isSure = !isBehind && before !== '&&' && before !== '||'
          this.conditions += isSure ? 0 : 1
          this.statement(item.statement, isBehind ? 'background' : context, feeder)
          this.conditions -= isSure ? 0 : 1
        }
        return
      case 'pipeline': {
        let before: AnalysedCommand | undefined = feeder
        this.conditions += 1
        for (const member of statement.members) {
          this.statement(member, 'pipeline', before)
          // INVARIANT: only a plain command feeds the next member; a group's output is of unknown making.
          const last = this.commands.at(-1)
          before = member.kind === 'command' && last?.command === member ? last : undefined
        }
        this.conditions -= 1
        return
      }
      case 'negation':
        this.statement(statement.statement, context, feeder)
        return
      case 'subshell':
      case 'group':
        this.around(statement, () =>
          this.statement(statement.body, statement.kind === 'subshell' ? 'subshell' : context, undefined)
        )
        return
      case 'if':
        this.around(statement, () => {
          for (const branch of statement.branches) {
            if (branch.condition !== undefined) this.statement(branch.condition, 'condition', undefined)
            this.statement(branch.body, context, undefined)
          }
        })
        return
      case 'for':
      case 'while':
      case 'until':
        this.around(statement, () => {
          if (statement.variable !== undefined) this.takes(statement.variable, statement.span)
          if (statement.kind === 'for' && statement.variable === undefined) this.expression(statement)
          this.repeats += 1
          if (statement.condition !== undefined) this.statement(statement.condition, 'condition', undefined)
          this.statement(statement.body, 'loop', undefined)
          this.repeats -= 1
        })
        return
      case 'case':
        this.around(statement, () => {
          for (const arm of statement.arms)
            if (arm.body !== undefined) this.statement(arm.body, context, undefined)
        })
        return
      case 'condition':
        this.around(statement, () => this.expression(statement))
        return
      case 'function':
        this.definition(statement)
        return
      default:
        assertNever(statement)
    }
  }

  private around(
    statement: {
      readonly redirections: readonly Redirection[]
      readonly substitutions: readonly Statement[]
    },
    body: () => void
  ): void {
    this.conditions += 1
    for (const inner of statement.substitutions) this.statement(inner, 'substitution', undefined)
    const from = this.commands.length
    body()
    this.conditions -= 1
    const first = this.commands[from]
    for (const redirection of statement.redirections) this.redirections.push({ redirection, first })
  }

  /** The body is listed once, as what may run; calls of a function that is surely defined add nothing to it. */
  private definition({ name, body }: FunctionDefinition): void {
    const from = this.commands.length
    this.repeats += 1
    this.conditions += 1
    this.statement(body, 'function', undefined)
    this.repeats -= 1
    this.conditions -= 1
    const leavesShellAlone = this.commands
      .slice(from)
      .every(({ meaning, levels }) => meaning === undefined && levels.every((one) => isContained(one)))
    // A call of a known program that is none deceives people and rules alike.
    const isOther = findRow(name) === undefined && this.program?.functions.get(name) === 1
    if (isOther && this.conditions === 0 && leavesShellAlone) this.defined.add(name)
  }

  /** `[[ ]]` and `(( ))` run nothing, unless a value that they evaluate does. */
  private expression({ span }: Condition | Loop): void {
    const [start, end] = span
    const offset = this.evaluatedIn(start, end)
    if (offset === undefined || this.program === undefined) return
    const text = this.program.text.slice(offset, Math.min(end, offset + 80))
    this.command(emptyCommand(text, offset), 'condition', undefined)
  }

  private evaluatedIn(start: number, end: number): number | undefined {
    const evaluated = this.program?.evaluated ?? NOWHERE
    let first: number | undefined
    for (const offset of evaluated) {
      if (offset < start || offset >= end) continue
      this.told.add(offset)
      first ??= offset
    }
    return first
  }

  /** Everything that is evaluated where no command stands: bodies of heredocs, heads of loops, subjects of `case`. */
  finish(): void {
    for (const offset of this.program?.evaluated ?? NOWHERE) {
      if (this.told.has(offset)) continue
      const text = this.program?.text.slice(offset, offset + 80) ?? ''
      this.command(emptyCommand(text, offset), 'condition', undefined)
    }
  }

  /** `for PATH in ...` is an assignment like any other. */
  private takes(name: string, span: Span): void {
    const facts = interpretWords([], [{ name, value: undefined, append: false, array: false, span }])
    if (facts.readOnly) return
    this.lasting ??= facts.meaning ?? {
      code: 'environment-changed',
      message: `${MEANING_CODES['environment-changed']}: \`${name}\``
    }
  }

  private command(
    command: SimpleCommand,
    context: CommandContext,
    feeder: AnalysedCommand | undefined
  ): void {
    this.conditions += 1
    for (const inner of command.substitutions) this.statement(inner, 'substitution', undefined)
    this.conditions -= 1
    // Assignments before a call are handed on to all that the function runs.
    const isCall = command.assignments.length === 0 && this.defined.has(command.words[0]?.value ?? '')
    const words = isCall ? NO_WORDS : withKeyword(command)
    const facts = interpretWords(words, command.assignments)
    const level =
      words.length === 0 && command.assignments.length === 0
        ? undefined
        : levelOf(words, command.assignments, facts, undefined, undefined, 0)
    const levels = level === undefined ? [] : flatten(level)
    const scripts = levels.some(runsScripts) ? this.scriptsOf(levels, command, feeder) : NO_SCRIPTS
    const own = this.meaningOf(levels, scripts) ?? this.evaluation(command)
    const lasts = own !== undefined && levels.some((one) => one.facts.meaningLasts)
    // What only changes the shell matters to what follows, and that is where it is told.
    const isLater = lasts && this.repeats === 0 && STATE_CODES.has(own.code)
    const meaning = this.lasting ?? (isLater ? undefined : own)
    const effect = effectOf({ meaning, level, scripts })
    this.commands.push({ command, context, level, facts, levels, scripts, meaning, effect, feeder })
    if (lasts) this.lasting ??= own
  }

  private evaluation({ span }: SimpleCommand): MeaningProblem | undefined {
    return this.evaluatedIn(...span) === undefined ? undefined : EVALUATED
  }

  private scriptsOf(
    levels: readonly Level[],
    command: SimpleCommand,
    feeder: AnalysedCommand | undefined
  ): readonly NestedScript[] {
    return levels.flatMap(({ facts }) => {
      const shell = IS_BASH.has(facts.program ?? '') ? 'bash' : 'sh'
      const input = facts.runsInput ? [scriptFromInput(command, feeder, shell)] : []
      return [...facts.scripts, ...input].map(({ text, value, reader }) => {
        const analysis = value === undefined ? undefined : this.nested(value)
        return { text, analysis, isForeign: reader === 'sh' && analysis?.program?.onlyBash === true }
      })
    })
  }

  private meaningOf(levels: readonly Level[], scripts: readonly NestedScript[]): MeaningProblem | undefined {
    for (const level of levels) {
      if (level.facts.meaning !== undefined) return level.facts.meaning
      const program = level.facts.program
      if (program !== undefined && this.program?.functions.has(program) === true) {
        return { code: 'function', message: `${MEANING_CODES.function}: \`${program}\`` }
      }
    }
    for (const script of scripts) {
      if (script.analysis === undefined)
        return { code: 'dynamic-script', message: MEANING_CODES['dynamic-script'] }
      if (script.isForeign) return FOREIGN
      const inside = script.analysis.commands.find((command) => command.meaning !== undefined)
      if (inside?.meaning !== undefined) return inside.meaning
    }
    return undefined
  }
}
