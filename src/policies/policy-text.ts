/** The one place where the text of a policy or settings file becomes a value, whatever its format. */
import { jsonSource } from './json-source.ts'
import { offsetAt, plainValue, type SourceFault } from './source-tree.ts'
import { yamlSource } from './yaml-source.ts'

export type TextFormat = 'json' | 'jsonc' | 'yaml'

/** From 1; columns count UTF-16 units. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** What is wrong with a text, and where. */
export interface TextFault extends Position {
  readonly code: SourceFault['code'] | 'too-large'
  /** JSON pointer; empty where no value can be named. */
  readonly place: string
  readonly reason: string
}

/** A value, and where its parts stand; or what is wrong with the text. */
export type ReadText =
  | {
      readonly value: unknown
      /** Where a JSON pointer leads; where it leads nowhere, the nearest part that holds it. */
      readonly positionOf: (pointer: string) => Position
    }
  | { readonly faults: readonly TextFault[] }

/** Bytes of one file: as much as a request, or a ConfigMap, may hold. */
export const MAX_TEXT_BYTES = 1024 * 1024

const FORMATS: Readonly<Record<string, TextFormat>> = {
  '.json': 'json',
  '.jsonc': 'jsonc',
  '.yaml': 'yaml',
  '.yml': 'yaml'
}

/** The format that a file's name tells; undefined: none that is read. */
export const formatOf = (name: string): TextFormat | undefined =>
  FORMATS[/\.[a-z]+$/i.exec(name)?.[0].toLowerCase() ?? '']

/** Total: reads the text with one strictness for all formats (nesting, keys, numbers). */
export function readText(text: string, format: TextFormat): ReadText {
  if (text.length > MAX_TEXT_BYTES) {
    return {
      faults: [{ code: 'too-large', place: '', line: 1, column: 1, reason: TOO_LARGE }]
    }
  }
  const positions = positionsIn(text)
  const located = ({ offset, ...fault }: SourceFault): TextFault => ({ ...fault, ...positions(offset) })
  const source = format === 'yaml' ? yamlSource(text) : jsonSource(text, format === 'jsonc')
  if ('fault' in source) return { faults: [located(source.fault)] }
  const read = plainValue(source.root)
  if ('faults' in read) return { faults: read.faults.map(located) }
  return { value: read.value, positionOf: (pointer) => positions(offsetAt(source.root, pointer)) }
}

export const TOO_LARGE = `it holds more than ${MAX_TEXT_BYTES} bytes`

/** Looks up lines; where they begin is found when first asked for. */
function positionsIn(text: string): (offset: number) => Position {
  let starts: readonly number[] | undefined
  return (offset) => {
    starts ??= lineStarts(text)
    let line = 0
    for (let step = starts.length; step > 0; step = Math.floor(step / 2)) {
      while ((starts[line + step] ?? Number.POSITIVE_INFINITY) <= offset) line += step
    }
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 }
  }
}

function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
