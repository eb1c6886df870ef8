/** The check of tools that read, search or change files. */
import type { PathUse } from '../knowledge/facts.ts'
import { globStarts } from '../paths/glob-starts.ts'
import { type Location, locateFile } from '../paths/location.ts'
import { isInsideWorkingDirectories } from '../paths/working-directories.ts'
import { type ToolInput, textOf as text } from '../tools/input.ts'
import type { ResolvedTool } from '../tools/registry.ts'
import type { Findings } from './findings.ts'
import { allowingPathRule, type Bench, judgeUse } from './path-use.ts'

/** Paths a tool's input names, as written; a search without one reads where the call starts. */
export const namedPaths = (tool: ResolvedTool, input: ToolInput, bench: Bench): readonly string[] =>
  tool.definition.check === 'file-write' ? [writtenPath(tool, input)] : pathsOf(tool, input, bench)

const writtenPath = (tool: ResolvedTool, input: ToolInput): string =>
  text(input[tool.definition.contentFields[0] ?? '']) ?? ''

/** Paths a reading tool names; a search without one reads where the call starts. */
function pathsOf(tool: ResolvedTool, input: ToolInput, { place }: Bench): readonly string[] {
  const paths = tool.definition.contentFields.flatMap((field) => text(input[field]) ?? [])
  const base = paths[0]
  const pattern = tool.definition.pathPatternField
  const glob = pattern === undefined ? undefined : text(input[pattern])
  for (const start of glob === undefined ? [] : globStarts(glob, place.platform)) {
    if (start !== '') paths.push(base === undefined || /^[/~]/.test(start) ? start : `${base}/${start}`)
  }
  if (paths.length === 0) return ['.']
  return paths.map((path) => (path.startsWith(FILE_URL) ? path.slice(FILE_URL.length) : path))
}

const FILE_URL = 'file://'

export function readFiles(tool: ResolvedTool, input: ToolInput, bench: Bench, found: Findings): void {
  for (const path of pathsOf(tool, input, bench)) {
    for (const location of locateFile(path, bench.place)) {
      judgeFile(location, path, 'read', bench, found)
      const inside = isInsideWorkingDirectories(location, bench.place)
      const layer = bench.layers.blockReadsOutside
      if (!inside && layer !== undefined) {
        found.refuse({
          part: path,
          why: `lies outside the working directories, which the ${layer} settings block`,
          layer
        })
      }
      found.parts.push({
        text: path,
        acceptEdits: false,
        rule: allowingPathRule(location, 'read', bench),
        free: inside ? 'tool' : undefined,
        open: 'lies outside the working directories'
      })
    }
  }
}

export function writeFile(tool: ResolvedTool, input: ToolInput, bench: Bench, found: Findings): void {
  const path = writtenPath(tool, input)
  for (const location of locateFile(path, bench.place)) {
    judgeFile(location, path, 'write', bench, found)
    const inside = isInsideWorkingDirectories(location, bench.place)
    const layer = bench.layers.blockWritesOutside
    if (layer !== undefined && !inside) {
      found.refuse({
        part: path,
        why: `lies outside the working directories, which the ${layer} settings block`,
        layer
      })
    } else if (layer !== undefined && location.possible.some((name) => RUNTIME_SETTINGS.test(name.path))) {
      found.refuse({
        part: path,
        why: `holds permissions, which the ${layer} settings keep file tools from writing`,
        layer
      })
    }
    found.parts.push({
      text: path,
      acceptEdits: inside,
      rule: allowingPathRule(location, 'edit', bench),
      free: undefined,
      open: inside ? 'would be changed' : 'lies outside the working directories'
    })
  }
}

/** `blockWritesOutsideWorkingDirectories` also keeps file tools from the settings inside (1.2). */
const RUNTIME_SETTINGS = /\/\.claude\/settings(?:\.local)?\.json$/i

function judgeFile(
  location: Location,
  path: string,
  access: 'read' | 'write',
  bench: Bench,
  found: Findings
): void {
  const use: PathUse = {
    operand: { text: path, pieces: [{ kind: 'text', value: path, quoted: true }] },
    access,
    recursive: false
  }
  judgeUse({ use, target: { kind: 'path', text: path, location }, at: bench.place.cwd }, path, bench, found)
}
