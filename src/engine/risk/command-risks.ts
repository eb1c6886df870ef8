/** What one command of a script does or may do, told by codes. */
import { effectAt, isForeignGit } from '../checks/bash-effect.ts'
import type { Level } from '../checks/bash-level.ts'
import type { LocatedCommand, LocatedRedirection } from '../checks/bash-located.ts'
import { handedOver } from '../checks/handed-over.ts'
import { scriptFromInput } from '../checks/script-input.ts'
import type { MeaningCode } from '../knowledge/facts.ts'
import { codesOf } from '../knowledge/risk-codes.ts'
import type { Place } from '../paths/place.ts'
import { type Found, risksOfOpening, risksOfUse } from './path-risks.ts'

/** Where the meaning is not known for what was changed before, not for what is run now. */
const CHANGED_BEFORE: ReadonlySet<MeaningCode> = new Set([
  'alias',
  'shell-options',
  'function',
  'lookup-changed',
  'splitting-changed',
  'environment-changed',
  'exec',
  'builtin'
])

/** The risks of a command with all that it runs, redirections left out. Scripts inside it are commands of their own. */
export function risksOfCommand(located: LocatedCommand, place: Place): readonly Found[] {
  const { analysed, uses } = located
  const found: Found[] = []
  for (const level of analysed.levels) {
    for (const code of level.facts.risks) {
      // A function of the script is no program: what it runs stands in the text.
      if (code !== 'unknown-program' || analysed.meaning?.code !== 'function') found.push({ code })
    }
    for (const code of toldByInput(level, located)) found.push(code)
  }
  for (const use of uses) found.push(...risksOfUse(use, place))
  for (const use of handedOver(located, place)) found.push(...risksOfUse(use, place))
  if (runsUnseenInput(located)) found.push({ code: 'runs-code' })
  if (isForeignGit(located, place)) found.push({ code: 'foreign-repository' })
  const { meaning } = analysed
  if (meaning === undefined && analysed.levels.some((level) => level.facts.meaning !== undefined))
    found.push({ code: 'changes-shell' })
  if (meaning !== undefined) {
    found.push({ code: 'meaning-unknown', detail: meaning.message })
    if (!CHANGED_BEFORE.has(meaning.code)) found.push({ code: 'runs-code' })
  }
  // Whatever is not read-only has a code; what a script does that it runs is told by the commands of the script.
  if (found.length === 0 && effectAt(located, place) !== undefined)
    found.push({ code: analysed.scripts.length === 0 ? 'unknown-form' : 'runs-apart' })
  return found
}

/** The risks of a redirection: what it writes, and which files it opens. */
export function risksOfRedirection(
  { redirection, uses }: LocatedRedirection,
  place: Place
): readonly Found[] {
  const appends = redirection.operator.includes('>>')
  return uses.flatMap((placed) => [...risksOfOpening(placed, appends, place), ...risksOfUse(placed, place)])
}

/** `psql <<< 'DROP TABLE x'`: text that is fed to a program which runs it. */
function toldByInput({ facts }: Level, { analysed }: LocatedCommand): readonly Found[] {
  if (facts.telling === undefined) return []
  const { value } = scriptFromInput(analysed.command, analysed.feeder, 'bash')
  if (value === undefined) return []
  return facts.telling.flatMap(({ matches, risk }) =>
    risk !== undefined && matches.test(value) ? codesOf(risk).map((code): Found => ({ code })) : []
  )
}

/** A shell that runs its input, where the text does not show what that is. */
const runsUnseenInput = ({ analysed }: LocatedCommand): boolean =>
  analysed.levels.some((level) => level.facts.runsInput) &&
  analysed.scripts.some((script) => script.analysis === undefined)
