/** Runs the tests of policy files and words the result. */
import { loadBashReader } from '../engine/bash/grammar.ts'
import { readGrammar } from '../offload/grammar-files.ts'
import { inOneLine } from '../output.ts'
import { describeFault } from '../policies/describe-fault.ts'
import type { FileTestResult } from '../policies/file-tests.ts'
import { testTexts } from '../policies/text-tests.ts'
import { readFiles } from './read-files.ts'

type Format = 'human' | 'json' | 'tap'

/** What to print and whether all passed; or why nothing could be tested. */
export async function testFiles(
  names: readonly string[],
  format: Format
): Promise<{ readonly text: string; readonly isClean: boolean } | { readonly errors: readonly string[] }> {
  const reading = await readFiles(names)
  if ('errors' in reading) return reading
  const tested = await testTexts(reading.files, [], await loadBashReader(await readGrammar()))
  if ('faults' in tested) return { errors: tested.faults.map(describeFault) }
  const { results } = tested
  return { text: WORDINGS[format](results), isClean: results.every(({ pass }) => pass) }
}

const WORDINGS: Readonly<Record<Format, (results: readonly FileTestResult[]) => string>> = {
  human: (results) => [...results.filter(({ pass }) => !pass).map(described), summary(results)].join(''),
  json: (results) => `${JSON.stringify({ ...count(results), results }, undefined, 2)}\n`,
  tap: (results) => ['TAP version 14\n', `1..${results.length}\n`, ...results.map(tapLine)].join('')
}

const described = ({ policy, test, reason }: FileTestResult): string =>
  `${inOneLine(`not ok: ${policy}: ${test}`)}\n    ${inOneLine(reason ?? '')}\n`

/** In a description, `#` begins a directive. */
function tapLine({ policy, test, pass, reason }: FileTestResult, index: number): string {
  const description = inOneLine(`${policy}: ${test}`.replaceAll(/[\\#]/g, '\\$&').replaceAll(/\s+/g, ' '))
  const line = `${pass ? 'ok' : 'not ok'} ${index + 1} - ${description}\n`
  return reason === undefined ? line : `${line}  ---\n  reason: ${JSON.stringify(reason)}\n  ...\n`
}

function count(results: readonly FileTestResult[]) {
  const passed = results.filter(({ pass }) => pass).length
  return { passed, failed: results.length - passed }
}

function summary(results: readonly FileTestResult[]): string {
  const { passed, failed } = count(results)
  return `${passed} passed, ${failed} failed\n`
}
