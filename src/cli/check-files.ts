/** Lints files and words the result. */
import type { LayerName } from '../engine/verdict.ts'
import { inOneLine } from '../output.ts'
import type { Severity } from '../policies/lint/codes.ts'
import type { Finding } from '../policies/lint/finding.ts'
import { lint } from '../policies/lint/lint.ts'
import { readLintFile } from '../policies/lint/lint-file.ts'
import { sarif } from '../policies/lint/sarif.ts'
import { VERSION } from '../version.ts'
import { readFiles } from './read-files.ts'

export interface CheckOptions {
  readonly names: readonly string[]
  readonly format: 'human' | 'json' | 'sarif'
  readonly layer: LayerName | undefined
  readonly strict: boolean
}

/** What to print and whether the files pass; or why they cannot be read. */
export async function checkFiles({
  names,
  format,
  layer,
  strict
}: CheckOptions): Promise<
  { readonly text: string; readonly isClean: boolean } | { readonly errors: readonly string[] }
> {
  const reading = await readFiles(names)
  if ('errors' in reading) return reading
  const findings = lint(reading.files.map(({ name, text }) => readLintFile(name, text, layer)))
  const failing: readonly Severity[] = strict ? ['error', 'warning'] : ['error']
  return {
    text: WORDINGS[format](findings, reading.files.length),
    isClean: !findings.some(({ severity }) => failing.includes(severity))
  }
}

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`

const WORDINGS: Readonly<
  Record<CheckOptions['format'], (findings: readonly Finding[], files: number) => string>
> = {
  human: (findings, files) => [...findings.map(described), summary(findings, files)].join(''),
  json: (findings, files) => json({ files, ...count(findings), findings }),
  sarif: (findings) => json(sarif(findings, VERSION))
}

function described({ file, line, column, path, severity, code, message, advice }: Finding): string {
  const place = line === undefined ? path : `${line}:${column}`
  const what = inOneLine(`${file}:${place}: ${severity}: ${message} [${code}]`)
  return `${what}\n    ${inOneLine(advice)}\n`
}

function count(findings: readonly Finding[]) {
  const of = (severity: Severity): number =>
    findings.filter((finding) => finding.severity === severity).length
  return { errors: of('error'), warnings: of('warning'), notes: of('note') }
}

function summary(findings: readonly Finding[], files: number): string {
  const { errors, warnings, notes } = count(findings)
  const parts = [numbered(files, 'file'), numbered(errors, 'error'), numbered(warnings, 'warning')]
  return `${[...parts, numbered(notes, 'note')].join(', ')}\n`
}

const numbered = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
