/** What a Bash script would do: each command that its text shows, and all of them together. */
import { leavesDirectory } from './checks/bash.ts'
import type { ScriptAnalysis } from './checks/bash-analysis.ts'
import { effectAt } from './checks/bash-effect.ts'
import {
  type LocatedCommand,
  type LocatedRedirection,
  type LocatedScript,
  locateScript
} from './checks/bash-located.ts'
import { changesFile, mayOpenNetwork } from './checks/bash-redirection.ts'
import type { Examination } from './checks/examination.ts'
import type { PlacedUse } from './checks/path-use.ts'
import type { Classification, ClassifiedCommand } from './decision.ts'
import { isUnstated, NamedPaths } from './named-paths.ts'
import type { Place } from './paths/place.ts'
import { flagsOf } from './risk/reasons.ts'
import { riskOfScript, type ScriptRisk } from './risk/script-risks.ts'
import { suggestedRules } from './suggested-rules.ts'

export function classifyScript(
  analysis: ScriptAnalysis,
  { readOnly, concurrencySafe }: Pick<Examination, 'readOnly' | 'concurrencySafe'>,
  place: Place,
  startUnknown: boolean
): Classification {
  const script = locateScript(analysis, startUnknown, place)
  const risk = riskOfScript(analysis, script, place)
  const paths = new NamedPaths()
  const shown = shownCommands(script, paths)
  for (const { uses } of script.redirections) for (const use of uses) paths.add(use)
  if (analysis.structure !== undefined) paths.open()
  const commands = shown.map((one) => commandOf(one, risk, place))
  return {
    parse: parseOf(analysis),
    readOnly,
    concurrencySafe,
    ...flagsOf(risk.reasons.codes),
    reasons: risk.reasons.list(),
    commands,
    ...paths.answer(),
    // No rule lifts the question about what could not be read.
    suggestedRules:
      analysis.structure === undefined
        ? suggestedRules(
            shown.map(({ located }) => located),
            risk,
            place
          )
        : []
  }
}

/** A command of the text with what it and all that it runs name. */
interface Shown {
  readonly located: LocatedCommand
  readonly redirections: readonly LocatedRedirection[]
  readonly paths: NamedPaths
}

function shownCommands(script: LocatedScript, all: NamedPaths): readonly Shown[] {
  const ofRedirection = new Map(script.redirections.map((one) => [one.redirection, one]))
  const shown: Shown[] = []
  let paths = new NamedPaths()
  for (const located of script.commands) {
    const { words, redirections } = located.analysed.command
    const own = redirections.flatMap((redirection) => ofRedirection.get(redirection) ?? [])
    if (located.within === undefined) {
      paths = new NamedPaths()
      if (words.length > 0) shown.push({ located, redirections: own, paths })
    }
    // INVARIANT: what a command hands to a shell follows it in the list.
    for (const into of [all, paths]) {
      for (const use of [...located.uses, ...own.flatMap((one) => one.uses)]) into.add(use)
      if (!isAccountedFor(located)) into.open()
    }
  }
  return shown
}

/** Do the paths of a command say all that it reads and writes? */
function isAccountedFor({ analysed }: LocatedCommand): boolean {
  if (analysed.meaning !== undefined) return false
  return analysed.levels.every(
    ({ facts, children }) => facts.readOnly || facts.onlyEdits || (facts.harmless && children.length > 0)
  )
}

function parseOf({ structure, commands }: ScriptAnalysis): Classification['parse'] {
  if (structure !== undefined) {
    const { code, message, offset } = structure
    return {
      status: 'failClosed',
      reason: { class: 'structure', code, message },
      ...(offset === undefined ? {} : { offset })
    }
  }
  const unclear = commands.find((command) => command.meaning !== undefined)
  if (unclear?.meaning === undefined) return { status: 'ok' }
  return {
    status: 'failClosed',
    reason: { class: 'meaning', ...unclear.meaning },
    offset: unclear.command.span[0]
  }
}

function commandOf(
  { located, redirections, paths }: Shown,
  risk: ScriptRisk,
  place: Place
): ClassifiedCommand {
  const { analysed, directories } = located
  const { command, context, levels } = analysed
  const why = effectAt(located, place) ?? writtenBy(redirections, place)
  const only = directories?.length === 1 ? directories[0] : undefined
  return {
    argv: command.words.map((word) => word.value ?? word.text),
    text: command.text,
    span: command.span,
    dynamic: command.words.flatMap((word, index) => (word.value === undefined ? [index] : [])),
    env: command.assignments.map(({ name, value }) => ({ name, value: value?.value ?? value?.text ?? '' })),
    wrappers: levels.filter((level) => level.children.length > 0).map((level) => level.facts.program ?? ''),
    cwd: only === undefined || isUnstated(only) ? null : only,
    redirects: command.redirections.map(({ operator, descriptor, target, writes }) => ({
      op: operator,
      fd: descriptor ?? null,
      target: target.value ?? target.text,
      writes
    })),
    readOnly: why === undefined,
    concurrencySafe: why === undefined && !leavesDirectory(located),
    ...flagsOf(risk.of(located)),
    reason: why ?? 'only reads',
    ...paths.answer(),
    context
  }
}

/** The first redirection that writes a file, as a phrase. */
function writtenBy(redirections: readonly LocatedRedirection[], place: Place): string | undefined {
  const isWrite = (use: PlacedUse): boolean => changesFile(use, place) || mayOpenNetwork(use.target)
  const writing = redirections.find(({ uses }) => uses.some(isWrite))?.redirection
  return writing && `writes with \`${writing.operator} ${writing.target.text}\``
}
