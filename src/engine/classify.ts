/** `POST /classify`: what a command would do, with no rules in it. */
import { placeOf } from './call-place.ts'
import type { ScriptAnalysis } from './checks/bash-analysis.ts'
import { effectAt } from './checks/bash-effect.ts'
import { type LocatedCommand, locateScript } from './checks/bash-located.ts'
import { examine } from './checks/examine.ts'
import { namedPaths } from './checks/file-call.ts'
import type { Bench, PlacedUse } from './checks/path-use.ts'
import type { Service } from './decide.ts'
import type { Classification, ClassifiedCommand, ClassifyRequest } from './decision.ts'
import type { CompiledLayers } from './layers/compiled.ts'
import { type MaybePromise, whenKnown } from './maybe-promise.ts'
import { isHarmlessSink, isHarmlessSource } from './paths/device-files.ts'
import { locateFile } from './paths/location.ts'
import type { Place } from './paths/place.ts'
import { NO_RULES } from './rules/rule-set.ts'
import { type ToolInput, validateInput } from './tools/input.ts'
import { findTool, type ResolvedTool } from './tools/registry.ts'

/** Stands for the directory a request leaves open: no path in an answer begins with it. */
const UNSTATED = '/\ue000'

const isUnstated = (path: string): boolean => path === UNSTATED || path.startsWith(`${UNSTATED}/`)

/** Total. A tool that is not a shell, or input that does not fit it, gives the careful answer. */
export function classifyCall(
  request: ClassifyRequest,
  service: Service,
  layers: CompiledLayers
): MaybePromise<Classification> {
  const place = placeOf({ ...request, cwd: request.cwd ?? UNSTATED }, layers)
  const bench: Bench = { place, layers, deny: NO_RULES, ask: NO_RULES, allow: NO_RULES }
  const tool = findTool(request.tool ?? 'Bash', service.tools)
  const validated = validateInput(tool, request.input ?? { command: request.command ?? '' })
  if ('issues' in validated)
    return careful('invalid-input', validated.issues[0]?.message ?? 'the input does not fit the tool')
  const call = {
    tool,
    input: validated.input,
    sent: validated.input,
    startUnknown: false,
    mayRead: () => true
  }
  return whenKnown(examine(call, bench, service.analyser), (examination) => {
    const { readOnly, concurrencySafe, destructive } = examination
    const { command } = validated.input
    const { check } = tool.definition
    if (typeof command !== 'string' || (check !== 'bash' && check !== 'monitor')) {
      const files = filesOf(tool, validated.input, bench)
      return {
        ...careful(undefined, ''),
        readOnly,
        concurrencySafe,
        destructive: destructive === true,
        ...files
      }
    }
    return whenKnown(service.analyser.analyse(command), (analysis) => {
      const script = locateScript(analysis, false, place)
      const parse = parseOf(analysis)
      const paths = new Paths()
      for (const located of script.commands) {
        for (const use of located.uses) paths.add(use)
        if (!isAccountedFor(located)) paths.unknownReads = paths.unknownWrites = true
      }
      if (analysis.structure !== undefined) paths.unknownReads = paths.unknownWrites = true
      for (const { uses } of script.redirections) for (const use of uses) paths.add(use)
      return {
        parse,
        readOnly,
        concurrencySafe,
        // Fails closed where nobody can read it; a program that the tables do not know is not called destructive.
        destructive: destructive ?? parse.status === 'failClosed',
        commands: script.commands
          .filter((one) => one.within === undefined && one.analysed.command.words.length > 0)
          .map((one) => commandOf(one, place)),
        reads: [...paths.reads],
        writes: [...paths.writes],
        unknownReads: paths.unknownReads,
        unknownWrites: paths.unknownWrites,
        suggestedRules: []
      }
    })
  })
}

/** Do the paths of a command say all that it reads and writes? */
function isAccountedFor({ analysed }: LocatedCommand): boolean {
  if (analysed.meaning !== undefined) return false
  return analysed.levels.every(
    ({ facts, children }) => facts.readOnly || facts.onlyEdits || (facts.harmless && children.length > 0)
  )
}

/** What a tool other than a shell reads and writes. */
function filesOf(
  tool: ResolvedTool,
  input: ToolInput,
  bench: Bench
): Partial<Pick<Classification, 'reads' | 'writes' | 'unknownReads' | 'unknownWrites'>> {
  const { check, readOnly } = tool.definition
  const paths = (): readonly string[] => [
    ...new Set(
      namedPaths(tool, input, bench).flatMap((path) => locateFile(path, bench.place).map((one) => one.path))
    )
  ]
  if (check === 'file-write') return { writes: paths(), unknownReads: false, unknownWrites: false }
  if (check === 'file-read' || check === 'search') {
    return { reads: paths(), unknownReads: check === 'search', unknownWrites: false }
  }
  return readOnly === true ? { unknownReads: false, unknownWrites: false } : {}
}

function parseOf(analysis: ScriptAnalysis): Classification['parse'] {
  const { structure, commands } = analysis
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

function commandOf(located: LocatedCommand, place: Place): ClassifiedCommand {
  const { analysed, directories } = located
  const { command, context, levels } = analysed
  const why = effectAt(located, place)
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
    reason: why === undefined ? 'only reads' : why,
    context
  }
}

/** Paths as a set, and whether some are not known. */
class Paths {
  readonly reads = new Set<string>()
  readonly writes = new Set<string>()
  unknownReads = false
  unknownWrites = false

  add({ use, target }: PlacedUse): void {
    const writes = use.access === 'write' || use.access === 'remove'
    if (target.kind !== 'path' || isUnstated(target.location.path)) {
      // A glob names what is there when it runs: no list of paths can hold it.
      if (writes) this.unknownWrites = true
      else this.unknownReads = true
      return
    }
    const { path } = target.location
    if (writes ? isHarmlessSink(path) : isHarmlessSource(path)) return
    if (writes) this.writes.add(path)
    else this.reads.add(path)
  }
}

const careful = (code: string | undefined, message: string): Classification => ({
  parse:
    code === undefined
      ? { status: 'ok' }
      : { status: 'failClosed', reason: { class: 'structure', code, message } },
  readOnly: false,
  concurrencySafe: false,
  destructive: true,
  commands: [],
  reads: [],
  writes: [],
  unknownReads: true,
  unknownWrites: true,
  suggestedRules: []
})
