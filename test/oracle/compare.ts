/**
 * Holds a reading against what bash did. Soundness first: whatever ran must be in the list, whatever was written must
 * be a target of it. Scripts in which nothing decides what runs must be read exactly.
 */
import type { Operand, Program, Reading, SimpleCommand, Word } from '../../src/engine/bash/program.ts'
import type { AnalysedCommand } from '../../src/engine/checks/bash-analysis.ts'
import type { LocatedCommand } from '../../src/engine/checks/bash-located.ts'
import type { PlacedUse } from '../../src/engine/checks/path-use.ts'
import type { Comparison, Disagreement, OracleResult, OracleRun } from './contract.ts'
import { HOME, isHidden } from './files.ts'
import { effectOfArgv, type Judgement, judge } from './judgement.ts'
import { assign } from './matching.ts'
import { argvPattern, mayVanish, wordPattern, written } from './pattern.ts'
import { inOrder, isStraight } from './straight.ts'
import { isBuiltin } from './surroundings.ts'
import { unheardRedirections } from './unheard.ts'

/** What is wrong with a reading, if anything. */
export const compare = (script: string, reading: Reading, result: OracleResult): Disagreement | undefined =>
  compareFully(script, reading, result).disagreement

/** The same, with what it was held to. */
export function compareFully(script: string, reading: Reading, result: OracleResult): Comparison {
  const ran = result.runs.reduce((sum, { commands }) => sum + commands.length, 0)
  if (reading.status === 'structure-unknown') {
    return { disagreement: undefined, compared: false, straight: false, ran, excused: 0 }
  }
  const { program } = reading
  const judgement = judge(script, reading)
  const expected = expectedCommands(judgement)
  const straight =
    (program.body === undefined || isStraight(program.body)) && !expected.some((one) => one.isUnclear)
  const held = { program, judgement, expected }
  let excused = 0
  let disagreement: Disagreement | undefined
  for (const run of result.runs) {
    const listed = checkListed(run, held)
    excused += listed.excused
    disagreement ??= listed.disagreement ?? checkWrites(run, held)
    if (straight && showsAll(run)) disagreement ??= checkEqual(run, held) ?? checkWritten(run, held)
    if (judgement.readOnly) disagreement ??= checkReadOnly(run, held)
  }
  return { disagreement, compared: result.runs.length > 0, straight, ran, excused }
}

interface Held {
  readonly program: Program
  readonly judgement: Judgement
  readonly expected: readonly Expected[]
}

/** A command of the reading, and the arguments it can run with. */
interface Expected {
  readonly command: SimpleCommand
  readonly pattern: RegExp
  readonly mayVanish: boolean
  /** The analysis says that nobody knows what it does, or what the commands after it do. */
  readonly isUnclear: boolean
  /** It may have run before or after anything else. */
  readonly isAside: boolean
}

/** Those that run text in the shell itself: what is in it runs as the script's own commands. */
const RUNS_TEXT: ReadonlySet<string> = new Set(['eval', 'trap', 'command', 'builtin'])

function expectedCommands({ analysis, located }: Judgement): readonly Expected[] {
  return located.commands.flatMap(({ analysed, directories, within }): readonly Expected[] => {
    const { command, context, meaning } = analysed
    if (within !== undefined && !RUNS_TEXT.has(within.analysed.command.words[0]?.value ?? '')) return []
    return [
      {
        command,
        pattern: argvPattern(command.words, { home: HOME, directories }),
        mayVanish: mayVanish(command.words),
        isUnclear:
          meaning !== undefined || changesShell(analysed) || isUnclearBefore(analysed, analysis.commands),
        isAside: context === 'pipeline' || context === 'background' || context === 'substitution'
      }
    ]
  })
}

/** What it does is known, but not what becomes of what follows. */
const changesShell = ({ levels }: AnalysedCommand): boolean => levels.some(({ facts }) => facts.meaningLasts)

/** A function's body runs where it is called, however unclear things are by then. */
const isUnclearBefore = ({ context }: AnalysedCommand, all: readonly AnalysedCommand[]): boolean =>
  context === 'function' && all.some(({ meaning }) => meaning !== undefined && meaning.code !== 'function')

const shown = (argv: readonly string[]): string => JSON.stringify(argv)

function checkListed(
  run: OracleRun,
  { program, expected }: Held
): { readonly disagreement: Disagreement | undefined; readonly excused: number } {
  // A bare assignment leaves no entry: what follows it may be anywhere.
  let unclear =
    mayEvaluateCode(program) ||
    expected.some((one) => one.isUnclear && (one.command.words.length === 0 || one.isAside))
  let excused = 0
  let disagreement: Disagreement | undefined
  for (const argv of run.commands) {
    const text = written(argv)
    const matches = expected.filter(({ command, pattern }) => command.words.length > 0 && pattern.test(text))
    unclear ||= matches.some((one) => one.isUnclear)
    if (matches.length > 0) continue
    if (unclear) excused += 1
    else {
      disagreement ??= {
        law: 'listed',
        message: `bash ran ${shown(argv)} (${run.stubs}), which is not in the list`
      }
    }
  }
  return { disagreement, excused }
}

/** Code in a value that is evaluated as an expression stands in a subscript, and somewhere in the text. */
const mayEvaluateCode = ({ evaluated, text }: Program): boolean =>
  evaluated.length > 0 && text.includes('[') && /\$\(|`|\\/.test(text)

/** Whether this run says all that a straight-line script does. */
const showsAll = (run: OracleRun): boolean =>
  run.stubs === 'succeed' && run.settled && !run.incomplete && !run.timedOut && !hasFailedRedirection(run)

/** A message of the shell itself: mostly a file that could not be opened, and then the command did not run. */
function hasFailedRedirection({ stderr }: OracleRun): boolean {
  return [...stderr.matchAll(/: line \d+: ([^\n:]*)(?:: ([^\n]*))?/g)].some(
    ([, subject = '', complaint]) =>
      complaint === undefined || !isBuiltin(subject) || OF_A_FILE.test(complaint)
  )
}

/** What is said of a file, even one with the name of a built-in; of its own arguments a built-in says more, or less. */
const OF_A_FILE = /^(?:[A-Z][^:]*|ambiguous redirect|cannot overwrite existing file)$/

function checkEqual(run: OracleRun, { program, expected }: Held): Disagreement | undefined {
  const wanted = expected.filter(({ command }) => command.words.length > 0)
  const texts = run.commands.map(written)
  const pairs = assign(wanted, texts, ({ pattern }, text) => pattern.test(text))
  const missing = wanted.find((one, index) => pairs.left[index] === undefined && !one.mayVanish)
  if (missing !== undefined) {
    return {
      law: 'multiset',
      message: `bash did not run \`${missing.command.text}\` as often as it is listed`
    }
  }
  const extra = run.commands.find((_, index) => !pairs.right.has(index))
  if (extra !== undefined) {
    return { law: 'multiset', message: `bash ran ${shown(extra)} more often than it is listed` }
  }
  const sequence = new Set(program.body === undefined ? [] : inOrder(program.body))
  const ordered = wanted.filter(({ command, mayVanish: may }) => sequence.has(command) && !may)
  let at = 0
  for (const { pattern, command } of ordered) {
    while (at < texts.length && !pattern.test(texts[at] ?? '')) at += 1
    if (at === texts.length) {
      return { law: 'order', message: `bash ran \`${command.text}\` earlier than it is listed` }
    }
    at += 1
  }
  return undefined
}

const writesOf = ({ located }: Judgement): readonly PlacedUse[] =>
  located.redirections.flatMap(({ uses }) => uses.filter(({ use }) => use.access === 'write'))

function checkWrites(run: OracleRun, { judgement, expected }: Held): Disagreement | undefined {
  if (run.writes.length === 0) return undefined
  const uses = writesOf(judgement)
  for (const path of run.writes) {
    if (uses.some((use) => mayBe(use, path))) continue
    if (expected.some((one) => one.isUnclear) || judgement.located.commands.some(writesHistory)) continue
    return { law: 'write-listed', message: `${path} appeared (${run.stubs}), which no redirection names` }
  }
  return undefined
}

function mayBe({ use, target, at }: PlacedUse, path: string): boolean {
  if (target.kind === 'path') return target.location.path === path
  const word = wordPattern(asWord(use.operand), {
    home: HOME,
    directories: at === undefined ? undefined : [at]
  })
  // Where a path is written in a roundabout way, or its directory is not known, only its last part can be compared.
  if (/(?:^|\/)\.{1,2}(?:\/|$)|\/\//.test(use.operand.text)) return true
  if (word.test(path)) return true
  const inside =
    at === undefined ? undefined : path.startsWith(`${at}/`) ? path.slice(at.length + 1) : undefined
  if (at !== undefined) return inside !== undefined && word.test(inside)
  return suffixes(path).some((suffix) => word.test(suffix))
}

const suffixes = (path: string): readonly string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(index + 1))

const asWord = (operand: Operand): Word => ({ ...operand, span: [0, 0], value: undefined })

/** The one built-in that writes a file without a redirection; the analysis only says that it does more than read. */
const writesHistory = ({ analysed }: LocatedCommand): boolean =>
  analysed.effect !== undefined && analysed.levels.some(({ facts }) => facts.program === 'history')

function checkWritten(run: OracleRun, { program, judgement }: Held): Disagreement | undefined {
  const there = new Set(run.writes)
  const unheard = unheardRedirections(program)
  for (const { redirection, uses } of judgement.located.redirections) {
    // Nothing may have been appended to a file that was there.
    if (!redirection.writes || redirection.operator.includes('>>') || redirection.operator === '<>') continue
    if (unheard.has(redirection)) continue
    for (const { use, target } of uses) {
      if (use.access !== 'write' || target.kind !== 'path' || uses.length > 1) continue
      const { path } = target.location
      if (isHidden(path) || there.has(path)) continue
      return { law: 'write-happened', message: `${path} is listed as written and did not appear` }
    }
  }
  return undefined
}

function checkReadOnly(run: OracleRun, { program, expected }: Held): Disagreement | undefined {
  const [path] = run.writes
  if (path !== undefined) {
    return { law: 'read-only', message: `called read-only, and ${path} appeared (${run.stubs})` }
  }
  for (const argv of run.commands) {
    // A function does what its body does, and that stands in the list.
    if (program.functions.has(argv[0] ?? '')) continue
    const effect = effectOfArgv(argv, pipesIn(argv, expected))
    if (effect !== undefined) {
      return { law: 'read-only', message: `called read-only, and bash ran ${shown(argv)}, which ${effect}` }
    }
  }
  return undefined
}

/** The arguments that some command of the reading has a process substitution for. */
function pipesIn(argv: readonly string[], expected: readonly Expected[]): ReadonlySet<string> {
  const text = written(argv)
  return new Set(expected.flatMap(({ pattern }) => pattern.exec(text)?.slice(1) ?? []))
}
