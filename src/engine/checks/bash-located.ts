/** Where each command of a script runs, and which paths it then means. */
import { type Directories, locate } from '../bash/directories.ts'
import type { Operand, Redirection } from '../bash/program.ts'
import type { Place } from '../paths/place.ts'
import { resolveOperand } from '../paths/target.ts'
import type { AnalysedCommand, ScriptAnalysis } from './bash-analysis.ts'
import type { Level } from './bash-level.ts'
import { type CommandForms, formsOf } from './command-forms.ts'
import { DistinctUses } from './distinct-uses.ts'
import { type PlacedUse, placeUse } from './path-use.ts'

export interface LocatedCommand {
  readonly analysed: AnalysedCommand
  /** Every directory it may run in; undefined: unknown. */
  readonly directories: Directories
  /** What its words name, and what commands behind `-exec` are given. */
  readonly uses: readonly PlacedUse[]
  /** Where git would look for its repository: the directories after `-C`; undefined: unknown. */
  readonly repository: Directories
  /** Of levels whose words say `~`, `$HOME` or `$PWD`: the forms that rules know them by here. */
  readonly placedForms: ReadonlyMap<Level, CommandForms> | undefined
  /** The command that hands the script it stands in to a shell. */
  readonly within: LocatedCommand | undefined
  /** The command whose output it reads, where it stands. */
  readonly feeder: LocatedCommand | undefined
}

export interface LocatedRedirection {
  readonly redirection: Redirection
  /** The files it reads or writes, each as often as it does either. */
  readonly uses: readonly PlacedUse[]
}

export interface LocatedScript {
  readonly commands: readonly LocatedCommand[]
  readonly redirections: readonly LocatedRedirection[]
}

/** Several starting points give several readings of one script; more than this count as unknown. */
const MAX_STARTS = 4

/** Puts a script where the call starts. `startUnknown`: an earlier call may have changed directory. */
export function locateScript(analysis: ScriptAnalysis, startUnknown: boolean, place: Place): LocatedScript {
  if (startUnknown) return putScript(analysis, undefined, place)
  const { memo } = analysis
  if (memo.last?.place === place) return memo.last.script
  const script = putScript(analysis, [place.cwd], place)
  memo.last = { place, script }
  return script
}

/** Scripts inside a script start where their command runs. */
function putScript(analysis: ScriptAnalysis, start: Directories, place: Place): LocatedScript {
  const commands: LocatedCommand[] = []
  const redirections: LocatedRedirection[] = []
  put(analysis, start, place, undefined, commands, redirections)
  return { commands, redirections }
}

function put(
  analysis: ScriptAnalysis,
  start: Directories,
  place: Place,
  within: LocatedCommand | undefined,
  commands: LocatedCommand[],
  redirections: LocatedRedirection[]
): void {
  if (start !== undefined && start.length > 1) {
    const starts = start.length > MAX_STARTS ? [undefined] : start.map((one) => [one])
    for (const one of starts) put(analysis, one, place, within, commands, redirections)
    return
  }
  const directoriesOf = directoriesIn(analysis, start?.[0], place)
  for (const analysed of analysis.commands) {
    const directories = directoriesOf(analysed)
    const { feeder } = analysed
    // The nearest one: a script with several starts has one for each.
    const source = feeder && commands.findLast((one) => one.analysed === feeder)
    const located = locateCommand(analysed, directories, within, source, place)
    commands.push(located)
    for (const redirection of analysed.command.redirections)
      redirections.push(locateRedirection(redirection, directories, place))
    for (const script of analysed.scripts) {
      if (script.analysis !== undefined)
        put(script.analysis, directories, place, located, commands, redirections)
    }
  }
  for (const { redirection, first } of analysis.redirections) {
    const directories = first === undefined ? undefined : directoriesOf(first)
    redirections.push(locateRedirection(redirection, directories, place))
  }
}

function locateRedirection(
  redirection: Redirection,
  directories: Directories,
  place: Place
): LocatedRedirection {
  const uses = accessOf(redirection).flatMap((access) =>
    placeUse({ operand: redirection.target, access, recursive: false }, directories, place)
  )
  return { redirection, uses }
}

/** What is done to the file that the target names; nothing where it names none (`2>&1`, heredocs). */
function accessOf(redirection: Redirection): readonly ('read' | 'write')[] {
  switch (redirection.operator) {
    case '<':
      return ['read']
    case '<>':
      return ['read', 'write']
    case '<<':
    case '<<-':
    case '<<<':
      return []
    default:
      return redirection.writes ? ['write'] : []
  }
}

function directoriesIn(
  analysis: ScriptAnalysis,
  start: string | undefined,
  place: Place
): (analysed: AnalysedCommand) => Directories {
  const { program } = analysis
  const here = start === undefined ? undefined : [start]
  // Nothing in it changes directory: no need to walk it.
  if (
    program === undefined ||
    !analysis.commands.some((one) => one.levels.some((level) => level.facts.directory))
  ) {
    return () => here
  }
  const facts = new Map(analysis.commands.map((one) => [one.command, one]))
  const moves = locate(
    program,
    start,
    place.homeDir,
    (command) =>
      facts.get(command)?.levels.find((level) => level.facts.directory !== undefined)?.facts.directory,
    place.platform
  )
  return (analysed) => moves.get(analysed.command)
}

function locateCommand(
  analysed: AnalysedCommand,
  directories: Directories,
  within: LocatedCommand | undefined,
  feeder: LocatedCommand | undefined,
  place: Place
): LocatedCommand {
  const uses: PlacedUse[] = []
  let repository = directories
  const seen = new DistinctUses()
  for (const level of analysed.levels) {
    const git = level.facts.git
    const base = git === undefined ? directories : repositoryOf(git.directories, directories, place)
    if (git !== undefined) repository = base
    for (const use of usesOf(level)) {
      if (!isPipe(use.operand) && seen.add(use, base)) uses.push(...placeUse(use, base, place))
    }
  }
  return {
    analysed,
    directories,
    uses,
    repository,
    within,
    feeder,
    placedForms: formsIn(analysed, directories, place)
  }
}

function formsIn(
  { levels }: AnalysedCommand,
  directories: Directories,
  { homeDir }: Place
): ReadonlyMap<Level, CommandForms> | undefined {
  const placed = levels.filter((level) => level.forms.dependsOnPlace)
  if (placed.length === 0) return undefined
  const directory = directories?.length === 1 ? directories[0] : undefined
  return new Map(
    placed.map((level) => {
      const { words, assignments, facts, addsOperands } = level
      return [level, formsOf(words, assignments, facts, addsOperands, { home: homeDir, directory })]
    })
  )
}

/** Its own operands, and what the level above hands to it. */
const usesOf = (level: Level) =>
  level.inner === undefined || level.inner.operandsFrom.length === 0
    ? level.facts.uses
    : [...level.facts.uses, ...level.inner.operandsFrom]

/** `<(...)` names a pipe, whatever it is called when it runs. */
const isPipe = ({ pieces }: Operand): boolean =>
  pieces.length === 1 && pieces[0]?.kind === 'unknown' && pieces[0].reason === 'process-substitution'

function repositoryOf(steps: readonly Operand[], from: Directories, place: Place): Directories {
  let directories = from
  for (const step of steps) {
    const targets = resolveOperand(step, directories, place)
    const paths = targets.flatMap((target) => (target.kind === 'path' ? [target.location.path] : []))
    directories = paths.length === targets.length ? paths : undefined
  }
  return directories
}
