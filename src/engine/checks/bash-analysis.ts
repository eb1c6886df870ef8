/**
 * What a script says, before anybody asks where it runs: every command with what its program would do, every command
 * it runs in turn, every script it hands to another shell. Depends on the text alone, so it is kept per text.
 */
import { LRUCache } from 'lru-cache'
import type {
  Assignment,
  CommandContext,
  List,
  Program,
  Reading,
  Redirection,
  SimpleCommand,
  Span,
  Statement,
  StructureCode,
  Word
} from '../bash/program.ts'
import type { BashReader } from '../bash/reader.ts'
import type { CommandFacts, InnerCommand, MeaningCode } from '../knowledge/facts.ts'
import { MEANING_CODES } from '../knowledge/facts.ts'
import { interpretWords } from '../knowledge/interpret.ts'
import { assignmentEffect } from '../knowledge/variables.ts'
import { assertNever } from '../verdict.ts'
import { type CommandForms, formsOf } from './command-forms.ts'

/** A command as some observer sees it: the command itself, or one that it runs through a wrapper or `-exec`. */
export interface Level {
  readonly words: readonly Word[]
  readonly assignments: readonly Assignment[]
  readonly facts: CommandFacts
  readonly forms: CommandForms
  readonly assignmentsSafe: boolean
  /** How the level above runs it; undefined for the command itself. */
  readonly inner: InnerCommand | undefined
  readonly parent: Level | undefined
  /** Allow rules see it: every wrapper above is transparent to them. */
  readonly seenByAllow: boolean
  readonly addsOperands: boolean
  readonly children: readonly Level[]
}

/** Text handed to another shell. */
export interface NestedScript {
  readonly text: string
  /** undefined: not statically known, or nested too deep. */
  readonly analysis: ScriptAnalysis | undefined
}

export interface AnalysedCommand {
  readonly command: SimpleCommand
  readonly context: CommandContext
  /** undefined: a bare redirection or assignment. */
  readonly level: Level | undefined
  readonly facts: CommandFacts
  /** The level and everything below it, outermost first. */
  readonly levels: readonly Level[]
  readonly scripts: readonly NestedScript[]
  /** D13, second kind: of this command, or left behind by an earlier one. */
  readonly meaning: { readonly code: MeaningCode; readonly message: string } | undefined
  /** The command whose output it reads, in a pipeline. */
  readonly feeder: AnalysedCommand | undefined
}

/** Redirections of a group, loop or test; they happen in the directory of the first command inside. */
export interface GroupRedirection {
  readonly redirection: Redirection
  readonly first: AnalysedCommand | undefined
}

export interface ScriptAnalysis {
  readonly text: string
  readonly program: Program | undefined
  readonly structure:
    | { readonly code: StructureCode; readonly message: string; readonly offset: number | undefined }
    | undefined
  /** In text order. Where the structure is unknown: what either reader found. */
  readonly commands: readonly AnalysedCommand[]
  readonly redirections: readonly GroupRedirection[]
}

/** Scripts inside scripts deeper than this are not read. */
const MAX_NESTING = 3
/** Wrappers inside wrappers deeper than this are not peeled. */
const MAX_PEELING = 12

function levelOf(
  words: readonly Word[],
  assignments: readonly Assignment[],
  facts: CommandFacts,
  inner: InnerCommand | undefined,
  parent: Level | undefined,
  depth: number
): Level {
  const children: Level[] = []
  const addsOperands = inner?.addsOperands === true || parent?.addsOperands === true
  const level: Level = {
    words,
    assignments,
    facts,
    forms: formsOf(words, assignments, facts, addsOperands),
    assignmentsSafe: assignments.every((one) => assignmentEffect(one.name) === 'safe'),
    inner,
    parent,
    seenByAllow: parent === undefined || (parent.seenByAllow && inner?.transparentToAllow === true),
    addsOperands,
    children
  }
  if (depth < MAX_PEELING) {
    for (const next of facts.inner) {
      const below = interpretWords(next.words, next.assignments)
      children.push(levelOf(next.words, next.assignments, below, next, level, depth + 1))
    }
  }
  return level
}

const flatten = (level: Level): readonly Level[] =>
  level.children.length === 0 ? [level] : [level, ...level.children.flatMap(flatten)]

/** `a && b &` is one background job: the operator that ends the run of `&&` and `||` says so. */
function runsBehind({ items }: List, index: number): boolean {
  let at = index
  while (items[at]?.after === '&&' || items[at]?.after === '||') at += 1
  return items[at]?.after === '&'
}

const NO_SCRIPTS: readonly NestedScript[] = []

const TIME: Word = {
  text: 'time',
  span: [0, 0],
  pieces: [{ kind: 'text', value: 'time', quoted: false }],
  value: 'time'
}

/** The keyword `time` is no word of the command, but rules know it as the wrapper it looks like. */
const withKeyword = ({ text, words }: SimpleCommand): readonly Word[] =>
  KEYWORD.test(text) && words.length > 0 && words[0]?.text !== 'time' ? [TIME, ...words] : words

const KEYWORD = /^time[ \t]/

/** Collects commands in text order while keeping what earlier ones leave behind. */
class Collector {
  readonly commands: AnalysedCommand[] = []
  readonly redirections: GroupRedirection[] = []
  private lasting: { readonly code: MeaningCode; readonly message: string } | undefined

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
          this.statement(item.statement, runsBehind(statement, index) ? 'background' : context, feeder)
        }
        return
      case 'pipeline': {
        let before: AnalysedCommand | undefined = feeder
        for (const member of statement.members) {
          this.statement(member, 'pipeline', before)
          // INVARIANT: only a plain command feeds the next member; a group's output is of unknown making.
          const last = this.commands.at(-1)
          before = member.kind === 'command' && last?.command === member ? last : undefined
        }
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
          if (statement.condition !== undefined) this.statement(statement.condition, 'condition', undefined)
          this.statement(statement.body, 'loop', undefined)
        })
        return
      case 'case':
        this.around(statement, () => {
          for (const arm of statement.arms)
            if (arm.body !== undefined) this.statement(arm.body, context, undefined)
        })
        return
      case 'condition':
        this.around(statement, () => {})
        return
      case 'function':
        this.statement(statement.body, 'function', undefined)
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
    for (const inner of statement.substitutions) this.statement(inner, 'substitution', undefined)
    const from = this.commands.length
    body()
    const first = this.commands[from]
    for (const redirection of statement.redirections) this.redirections.push({ redirection, first })
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
    for (const inner of command.substitutions) this.statement(inner, 'substitution', undefined)
    const words = withKeyword(command)
    const facts = interpretWords(words, command.assignments)
    const level =
      words.length === 0 && command.assignments.length === 0
        ? undefined
        : levelOf(words, command.assignments, facts, undefined, undefined, 0)
    const levels = level === undefined ? [] : flatten(level)
    const scripts = levels.some((one) => one.facts.scripts.length > 0) ? this.scriptsOf(levels) : NO_SCRIPTS
    const meaning = this.lasting ?? this.meaningOf(levels, scripts)
    this.commands.push({ command, context, level, facts, levels, scripts, meaning, feeder })
    if (this.lasting === undefined && levels.some((one) => one.facts.meaningLasts)) this.lasting = meaning
  }

  private scriptsOf(levels: readonly Level[]): readonly NestedScript[] {
    return levels.flatMap((one) =>
      one.facts.scripts.map((script) => ({
        text: script.text,
        analysis: script.value === undefined ? undefined : this.nested(script.value)
      }))
    )
  }

  private meaningOf(
    levels: readonly Level[],
    scripts: readonly NestedScript[]
  ): { readonly code: MeaningCode; readonly message: string } | undefined {
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
      const inside = script.analysis.commands.find((command) => command.meaning !== undefined)
      if (inside?.meaning !== undefined) return inside.meaning
    }
    return undefined
  }
}

export interface ScriptAnalyser {
  analyse(text: string): ScriptAnalysis | Promise<ScriptAnalysis>
}

/** Keeps the analyses of the last `max` different scripts, at most about 8 MB of text. */
export function createScriptAnalyser(reader: BashReader, max = 2_000): ScriptAnalyser {
  const kept = new LRUCache<string, ScriptAnalysis>({
    max,
    maxSize: 4_000_000,
    sizeCalculation: (analysis) => analysis.text.length + 200 * analysis.commands.length + 1
  })

  const nested =
    (depth: number) =>
    (text: string): ScriptAnalysis | undefined => {
      if (depth > MAX_NESTING) return undefined
      const reading = reader.read(text)
      // A reader that answers later cannot be waited for here: code inside code stays unknown.
      return reading instanceof Promise ? undefined : build(text, reading, depth)
    }

  function build(text: string, reading: Reading, depth: number): ScriptAnalysis {
    if (reading.status === 'structure-unknown') {
      const collector = new Collector(undefined, nested(depth + 1))
      for (const candidate of reading.candidates) collector.statement(candidate, 'main', undefined)
      const { code, message, offset } = reading
      return {
        text,
        program: undefined,
        structure: { code, message, offset },
        commands: collector.commands,
        redirections: []
      }
    }
    const { program } = reading
    const collector = new Collector(program, nested(depth + 1))
    if (program.body !== undefined) collector.statement(program.body, 'main', undefined)
    const broken = collector.commands
      .flatMap((one) => one.scripts)
      .find((one) => one.analysis?.structure !== undefined)
    return {
      text,
      program,
      structure: broken?.analysis?.structure,
      commands: collector.commands,
      redirections: collector.redirections
    }
  }

  const keep = (analysis: ScriptAnalysis): ScriptAnalysis => {
    // Whatever depended on the moment is not kept (D14).
    if (analysis.structure?.code !== 'crashed') kept.set(analysis.text, analysis)
    return analysis
  }

  return {
    analyse(text) {
      const known = kept.get(text)
      if (known !== undefined) return known
      const reading = reader.read(text)
      return reading instanceof Promise
        ? reading.then((late) => keep(build(text, late, 0)))
        : keep(build(text, reading, 0))
    }
  }
}
