/** The check of a shell command: every command, redirection and path in it is judged on its own (step 1c). */
import { ASK_LENGTH, type Operand, type Word } from '../bash/program.ts'
import { UNSEEN } from '../knowledge/words.ts'
import type { Place } from '../paths/place.ts'
import type { ShellTool } from '../rules/rule.ts'
import type { ScriptAnalysis } from './bash-analysis.ts'
import { effectAt } from './bash-effect.ts'
import { type LocatedCommand, type LocatedScript, locateScript } from './bash-located.ts'
import { judgeMeaning } from './bash-meaning.ts'
import { changesFile, judgeRedirection } from './bash-redirection.ts'
import { forbid, permit } from './bash-rules.ts'
import { isSandboxed } from './bash-sandbox.ts'
import type { Examination } from './examination.ts'
import type { Findings } from './findings.ts'
import { handedOver } from './handed-over.ts'
import { parseOutcome } from './parse-outcome.ts'
import {
  allowingRule,
  type Bench,
  blockOutside,
  judgeUse,
  type PlacedUse,
  placeUse,
  whereabouts
} from './path-use.ts'

/** E16: file commands that acceptEdits allows inside the working directories. */
const ACCEPT_EDITS: ReadonlySet<string> = new Set(['mkdir', 'touch', 'rm', 'rmdir', 'mv', 'cp', 'sed'])

export interface ShellCall {
  readonly analysis: ScriptAnalysis
  /** An earlier call may have changed the directory it starts in (D20). */
  readonly startUnknown: boolean
  /** Whose rules hold: `Bash`, and `Monitor` for its commands. */
  readonly tools: readonly ShellTool[]
  /** `dangerouslyDisableSandbox` of the input. */
  readonly wantsOut: boolean
  /** The tool runs inside the runtime's sandbox at all. */
  readonly sandboxable: boolean
}

/** `found` may hold what other fields of the call met. */
export function examineBash(call: ShellCall, bench: Bench, found: Findings): Examination {
  const { analysis } = call
  const script = locateScript(analysis, call.startUnknown, bench.place)
  for (const located of script.commands) {
    forbid(located, call.tools, bench, found)
    const part = located.analysed.command.text
    for (const use of located.uses) judgeUse(use, part, bench, found)
    for (const use of handedOver(located, bench.place)) judgeUse(use, part, bench, found)
    if (bench.layers.blockReadsOutside !== undefined) {
      for (const use of [...located.uses, ...namedByUnknown(located, bench)]) {
        blockOutside(use, part, bench, found)
      }
    }
  }
  const mayWrite = settleRedirections(script, bench, found)
  if (analysis.structure !== undefined) return unreadable(call, script, bench, found)
  const change = settleCommands(call, script, bench, found)
  if (analysis.text.length > ASK_LENGTH) {
    found.danger({
      kind: 'undecidable',
      code: 'long',
      part: '',
      why: `the command is longer than ${ASK_LENGTH} characters`,
      approvable: true
    })
  }
  const optedOut = judgeMeaning(script, bench, found)
  if (found.parts.length === 0) {
    found.parts.push({ text: analysis.text, acceptEdits: true, rule: undefined, free: 'readOnly', open: '' })
  }
  const mayChange = change ?? mayWrite
  const changesDirectory = script.commands.some(leavesDirectory)
  return found.examination({
    needsPerson: undefined,
    sandbox: isSandboxed(call, script, bench),
    mayChange,
    parse: parseOutcome(analysis),
    optedOut,
    readOnly: mayChange === undefined,
    concurrencySafe: mayChange === undefined && !changesDirectory,
    destructive: destructiveness(script, bench.place),
    changesDirectory
  })
}

/** D13, first kind: only what deny rules found counts; a person must look. */
function unreadable(call: ShellCall, script: LocatedScript, bench: Bench, found: Findings): Examination {
  const { structure, text } = call.analysis
  found.danger({
    kind: structure?.code === 'late' ? 'degraded' : 'undecidable',
    code: structure?.code ?? 'syntax',
    part: '',
    why: `the structure of the command is not known (${structure?.message ?? ''})`,
    approvable: true
  })
  found.parts.length = 0
  found.parts.push({
    text,
    acceptEdits: false,
    rule: undefined,
    free: undefined,
    open: 'cannot be read for certain'
  })
  return found.examination({
    needsPerson: undefined,
    sandbox: isSandboxed(call, script, bench),
    mayChange: 'the structure of the command is not known',
    parse: parseOutcome(call.analysis),
    optedOut: undefined,
    readOnly: false,
    concurrencySafe: false,
    destructive: null,
    changesDirectory: true
  })
}

function settleRedirections(script: LocatedScript, bench: Bench, found: Findings): string | undefined {
  let change: string | undefined
  for (const redirection of script.redirections) {
    const changed = judgeRedirection(redirection, bench, found)
    change ??= changed
  }
  return change
}

/**
 * Adds one part a command, and one for each path outside that a command which only reads would read; answers what
 * the first command that does more changes, as a sentence.
 */
function settleCommands(
  call: ShellCall,
  script: LocatedScript,
  bench: Bench,
  found: Findings
): string | undefined {
  let change: string | undefined
  for (const located of script.commands) {
    const { analysed } = located
    // A redirection alone is judged as one; an expression that may run code has no level either.
    if (analysed.level === undefined && analysed.effect === undefined) continue
    const text = analysed.command.text
    const rule = permit(located, call.tools, bench) ?? exactAround(located, call.tools, bench)
    const effect = effectAt(located, bench.place)
    if (effect !== undefined) change ??= `\`${text}\` ${effect}`
    const free = effect === undefined
    found.parts.push({
      text,
      acceptEdits: isAcceptedEdit(located, bench),
      rule,
      free: free ? 'readOnly' : undefined,
      open: effect ?? ''
    })
    if (free) addPaths(located, rule, bench, found)
  }
  return change
}

/** An exact rule for `sh -c '...'` as written covers what it runs. */
function exactAround(
  located: LocatedCommand,
  tools: readonly ShellTool[],
  bench: Bench
): ReturnType<typeof permit> {
  const around = located.within
  if (around === undefined) return undefined
  const rule = permit(around, tools, bench)
  return rule?.pattern.exact === true ? rule : exactAround(around, tools, bench)
}

/** D3: a command that only reads passes by itself where every path it names lies inside. */
function addPaths(
  located: LocatedCommand,
  rule: ReturnType<typeof permit>,
  bench: Bench,
  found: Findings
): void {
  for (const use of located.uses) {
    const where = whereabouts(use, bench.place)
    if (where === 'inside' || where === 'nowhere') continue
    if (where === 'unknown' && comesFromList(use, located, bench)) continue
    const text = use.target.text === '' ? located.analysed.command.text : use.target.text
    found.parts.push({
      text,
      acceptEdits: false,
      rule: rule ?? allowingRule(use, bench),
      free: undefined,
      open:
        where === 'unknown'
          ? 'is a path that is not known until it runs'
          : 'lies outside the working directories'
    })
  }
}

/** D18: `xargs` behind a program that lists files inside the working directories. */
function comesFromList({ use }: PlacedUse, { feeder }: LocatedCommand, bench: Bench): boolean {
  if (use.operand !== UNSEEN || feeder?.analysed.facts.listsFiles !== true) return false
  return feeder.uses.every((one) => whereabouts(one, bench.place) === 'inside')
}

function isAcceptedEdit(located: LocatedCommand, bench: Bench): boolean {
  const { analysed } = located
  if (analysed.meaning !== undefined || analysed.scripts.length > 0) return false
  const level = analysed.levels.at(-1)
  if (level === undefined || !level.seenByAllow || !level.facts.onlyEdits) return false
  if (level.facts.program === undefined || !ACCEPT_EDITS.has(level.facts.program)) return false
  if (level.addsOperands || analysed.levels.some((one) => !one.assignmentsSafe)) return false
  return located.uses.length > 0 && located.uses.every((use) => whereabouts(use, bench.place) === 'inside')
}

/** Words that look like paths, of programs that the tables do not know. */
function namedByUnknown({ analysed, directories }: LocatedCommand, { place }: Bench): readonly PlacedUse[] {
  const uses: PlacedUse[] = []
  for (const { facts, words } of analysed.levels) {
    if (facts.known || facts.inner.length > 0) continue
    for (const word of words.slice(1)) {
      if (!PATH_LIKE.test(word.text) || word.text.includes('://')) continue
      uses.push(
        ...placeUse({ operand: pathPart(word), access: 'read', recursive: false }, directories, place)
      )
    }
  }
  return uses
}

const PATH_LIKE = /(?:^|[=@'":])(?:\/|~|\.\.)|\/\.\./

/** What follows `--option=` or `@`, where the word is known. */
function pathPart(word: Word): Operand {
  const { value } = word
  if (value === undefined) return word
  const start = value.search(/(?<=[=@])(?:\/|~|\.\.)/)
  const text = start < 0 ? value : value.slice(start)
  return { text, pieces: [{ kind: 'text', value: text, quoted: false }] }
}

/** Does the shell stand elsewhere after it, or may it? */
export const leavesDirectory = ({ analysed, within }: LocatedCommand): boolean =>
  within === undefined &&
  (analysed.meaning !== undefined || analysed.levels.some((level) => level.facts.directory !== undefined)) &&
  analysed.context !== 'subshell' &&
  analysed.context !== 'substitution' &&
  analysed.context !== 'pipeline' &&
  analysed.context !== 'background'

/** Any removal or overwriting makes the whole destructive; anything unknown makes it unknown. */
function destructiveness(script: LocatedScript, place: Place): boolean | null {
  let known = true
  for (const { analysed } of script.commands) {
    for (const level of analysed.levels) {
      if (level.facts.destructive === true) return true
      if (level.facts.destructive === null && level.children.length === 0 && analysed.effect !== undefined)
        known = false
    }
  }
  const overwrites = script.redirections.some(
    ({ redirection, uses }) =>
      !redirection.operator.includes('>>') && uses.some((use) => changesFile(use, place))
  )
  if (overwrites) return true
  return known ? false : null
}
