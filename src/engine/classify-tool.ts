/** What a call of a tool that is no shell would do, as far as its input says. */
import type { Examination } from './checks/examination.ts'
import { namedPaths } from './checks/file-call.ts'
import type { Bench } from './checks/path-use.ts'
import type { Classification, Effects } from './decision.ts'
import { locateFile } from './paths/location.ts'
import { protectedPath } from './paths/protected.ts'
import type { Found } from './risk/path-risks.ts'
import { flagsOf, Reasons } from './risk/reasons.ts'
import { isRunLater, isSecret } from './risk/sensitive-paths.ts'
import type { ToolInput } from './tools/input.ts'
import type { ResolvedTool } from './tools/registry.ts'

export function classifyTool(
  tool: ResolvedTool,
  input: ToolInput,
  { readOnly, concurrencySafe }: Pick<Examination, 'readOnly' | 'concurrencySafe'>,
  bench: Bench
): Classification {
  const paths = pathsOf(tool, input, bench)
  return {
    parse: { status: 'ok' },
    readOnly,
    concurrencySafe,
    ...riskOf(risksOfTool(tool, readOnly, paths), tool.definition.name),
    commands: [],
    ...filesOf(tool, paths),
    suggestedRules: []
  }
}

/** The careful answer to what could not be read. */
export const unreadable = (code: string, message: string): Classification => ({
  parse: { status: 'failClosed', reason: { class: 'structure', code, message } },
  readOnly: false,
  concurrencySafe: false,
  ...riskOf([{ code: 'structure-unknown', detail: message }], ''),
  commands: [],
  ...NOTHING_KNOWN,
  suggestedRules: []
})

const NOTHING_KNOWN = { reads: [], writes: [], unknownReads: true, unknownWrites: true } as const

function riskOf(
  found: readonly Found[],
  command: string
): Pick<Classification, 'risk' | 'reasons'> & ReturnType<typeof flagsOf> {
  const reasons = new Reasons()
  for (const one of found) reasons.add(one, command, [0, 0])
  return { ...flagsOf(reasons.codes), reasons: reasons.list() }
}

function risksOfTool(
  { definition }: ResolvedTool,
  readOnly: boolean,
  paths: readonly string[]
): readonly Found[] {
  switch (definition.check) {
    case 'file-write':
      return [
        { code: 'overwrites-file' },
        ...paths.flatMap((path): readonly Found[] => {
          if (isRunLater(path)) return [{ code: 'persistence', detail: `\`${path}\`` }]
          return protectedPath(path) === undefined ? [] : [{ code: 'guarded-path', detail: `\`${path}\`` }]
        })
      ]
    case 'file-read':
    case 'search':
      return paths.filter(isSecret).map((path) => ({ code: 'reads-secret', detail: `\`${path}\`` }))
    case 'fetch':
      return [{ code: 'network' }]
    default:
      if (definition.name === 'WebSearch') return [{ code: 'network' }]
      return readOnly ? [] : [{ code: 'unknown-tool' }]
  }
}

const pathsOf = (tool: ResolvedTool, input: ToolInput, bench: Bench): readonly string[] => [
  ...new Set(
    namedPaths(tool, input, bench).flatMap((path) => locateFile(path, bench.place).map((one) => one.path))
  )
]

/** What it reads and writes; what is not said stays unknown. */
function filesOf(
  { definition: { check, readOnly } }: ResolvedTool,
  paths: readonly string[]
): Pick<Effects, 'reads' | 'writes' | 'unknownReads' | 'unknownWrites'> {
  const known = { ...NOTHING_KNOWN, unknownReads: false, unknownWrites: false }
  if (check === 'file-write') return { ...known, writes: paths }
  if (check === 'file-read' || check === 'search')
    return { ...known, reads: paths, unknownReads: check === 'search' }
  return readOnly === true ? known : NOTHING_KNOWN
}
