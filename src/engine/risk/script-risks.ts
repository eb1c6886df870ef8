/** The risk of a script: of each command as the text shows it, and of the whole. */
import type { Redirection, Span } from '../bash/program.ts'
import type { ScriptAnalysis } from '../checks/bash-analysis.ts'
import type { LocatedCommand, LocatedRedirection, LocatedScript } from '../checks/bash-located.ts'
import type { PlacedUse } from '../checks/path-use.ts'
import type { RiskCode } from '../knowledge/risk-codes.ts'
import type { Place } from '../paths/place.ts'
import { risksOfCommand, risksOfRedirection } from './command-risks.ts'
import type { Found } from './path-risks.ts'
import { Reasons } from './reasons.ts'
import { type Judged, runningRemoteCode, sendingSecrets } from './remote-code.ts'

/** What was found of the whole, and of each command that the text shows. */
export interface ScriptRisk {
  readonly reasons: Reasons
  readonly of: (located: LocatedCommand) => ReadonlySet<RiskCode>
}

const NONE: ReadonlySet<RiskCode> = new Set()

/** Total, and linear in the number of commands but for those that reach the network. */
export function riskOfScript(analysis: ScriptAnalysis, script: LocatedScript, place: Place): ScriptRisk {
  const reasons = new Reasons()
  const byCommand = new Map<LocatedCommand, Set<RiskCode>>()
  const add = (located: LocatedCommand, found: readonly Found[]): void => {
    const shown = shownCommand(located)
    const { text, span } = shown.analysed.command
    let codes = byCommand.get(shown)
    if (codes === undefined) {
      codes = new Set()
      byCommand.set(shown, codes)
    }
    for (const one of found) {
      codes.add(one.code)
      reasons.add(one, text, span)
    }
  }
  const judged: Judged[] = []
  const ofRedirection = byRedirection(script.redirections)
  const owned = new Set<Redirection>()
  for (const located of script.commands) {
    const found = [...risksOfCommand(located, place)]
    const writes = new Set<string>()
    addWritten(located.uses, writes)
    for (const redirection of redirectionsOf(located)) {
      owned.add(redirection)
      for (const placed of ofRedirection.get(redirection) ?? []) {
        found.push(...risksOfRedirection(placed, place))
        addWritten(placed.uses, writes)
      }
    }
    add(located, found)
    judged.push({
      located,
      codes: new Set(found.map(({ code }) => code)),
      readsSecretFile: found.some(({ code, detail }) => code === 'reads-secret' && detail !== undefined),
      writes
    })
  }
  for (const placed of script.redirections) {
    const { operator, target, span } = placed.redirection
    if (owned.has(placed.redirection)) continue
    for (const one of risksOfRedirection(placed, place)) reasons.add(one, `${operator} ${target.text}`, span)
  }
  for (const located of runningRemoteCode(judged)) add(located, [{ code: 'remote-code' }])
  for (const located of sendingSecrets(judged)) add(located, [{ code: 'sends-secret' }])
  addStructure(analysis, reasons)
  return { reasons, of: (located) => byCommand.get(located) ?? NONE }
}

/** A redirection of a script that may start in several places has several. */
function byRedirection(
  all: readonly LocatedRedirection[]
): ReadonlyMap<Redirection, readonly LocatedRedirection[]> {
  const groups = new Map<Redirection, LocatedRedirection[]>()
  for (const one of all) {
    const group = groups.get(one.redirection)
    if (group === undefined) groups.set(one.redirection, [one])
    else group.push(one)
  }
  return groups
}

function addWritten(uses: readonly PlacedUse[], into: Set<string>): void {
  for (const { use, target } of uses)
    if (use.access === 'write' && target.kind === 'path') into.add(target.location.path)
}

/** The command of the text that runs it, from however deep inside a script. */
function shownCommand(located: LocatedCommand): LocatedCommand {
  let shown = located
  while (shown.within !== undefined) shown = shown.within
  return shown
}

/** Its own, and those of groups in a script that it hands to a shell: their place in the text is the command's. */
function* redirectionsOf({ analysed }: LocatedCommand): Generator<Redirection> {
  yield* analysed.command.redirections
  for (const script of analysed.scripts)
    for (const { redirection } of script.analysis?.redirections ?? []) yield redirection
}

const SHOWN_LENGTH = 200

function addStructure({ structure, text }: ScriptAnalysis, reasons: Reasons): void {
  if (structure === undefined) return
  const start = Math.min(structure.offset ?? 0, text.length)
  const span: Span = [start, text.length]
  reasons.add(
    { code: 'structure-unknown', detail: structure.message },
    text.slice(start, start + SHOWN_LENGTH),
    span
  )
}
