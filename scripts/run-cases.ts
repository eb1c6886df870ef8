/**
 * Scores the case files: `npm run cases [-- FILE.jsonl ...] [--only=TEXT]`. Without files: all of the shared folder.
 * Prints a table a file and every wrong answer with what was expected, what came and who decided.
 */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type CaseApp, newCaseApp } from '../test/app-fixture.ts'
import {
  classifyBody,
  decideBody,
  isClassifyLine,
  judgeClassification,
  judgeDecision,
  type Outcome,
  parseClassifyCase,
  parseDecideCase
} from '../test/cases/case.ts'
import { EXPECTED_FAILURES } from '../test/cases/expected-failures.ts'
import { Tally } from '../test/cases/tally.ts'
import { parseLines, sharedDir } from '../test/shared.ts'

const CASE_FILES = [
  'decide-decisions.jsonl',
  'decide-reference.jsonl',
  'decide-security.jsonl',
  'decide-usability.jsonl',
  'classify-parsing.jsonl',
  'classify-security.jsonl',
  'classify-usability.jsonl'
]

interface Judged {
  readonly id: string
  readonly group: string
  readonly why: string
  readonly shown: string
  readonly outcome: Outcome
}

async function judge(app: CaseApp, line: unknown): Promise<Judged> {
  if (isClassifyLine(line)) {
    const of = parseClassifyCase(line)
    const { status, answer } = await app.post('/classify', classifyBody(of))
    return { ...of, shown: JSON.stringify(of.command), outcome: judgeClassification(of, status, answer) }
  }
  const of = parseDecideCase(line)
  const { status, answer } = await app.post('/decide', decideBody(of))
  const { settings, mode, headless, cwd, projectDir, request, tool, input } = of
  const shown = JSON.stringify({ mode, headless, cwd, projectDir, tool, input, settings, request })
  return { ...of, shown, outcome: judgeDecision(of, status, answer) }
}

function defaultFiles(): readonly string[] {
  const directory = sharedDir()
  if (directory === undefined) throw new Error('the shared folder is absent: name the case files')
  return CASE_FILES.map((file) => join(directory, 'cases', file))
}

const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'))
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const only = options.find((option) => option.startsWith('--only='))?.slice('--only='.length)
const quiet = options.includes('--quiet')
const foreseen = new Set(EXPECTED_FAILURES.map((failure) => failure.id))
const app = await newCaseApp()
let dangerous = 0
let right = 0
let total = 0
for (const file of named.length > 0 ? named : defaultFiles()) {
  const tally = new Tally()
  for (const line of parseLines(readFileSync(file, 'utf8'))) {
    const judged = await judge(app, line)
    if (only !== undefined && !judged.id.includes(only) && !judged.group.includes(only)) continue
    const { outcome } = judged
    tally.add(judged.group, outcome.right)
    if (outcome.dangerous) dangerous += 1
    if (outcome.right || quiet) continue
    const mark = outcome.dangerous ? 'DANGEROUS' : foreseen.has(judged.id) ? 'foreseen' : 'WRONG'
    console.log(`${mark} ${judged.id}: expected ${outcome.expected}, got ${outcome.got}`)
    console.log(`  ${judged.shown}\n  why: ${judged.why}\n  ${outcome.because}`)
  }
  if (tally.total > 0) console.log(`\n${tally.table(basename(file))}\n`)
  right += tally.right
  total += tally.total
}
await app.close()
console.log(`${right} of ${total} right, ${dangerous} careless`)
process.exitCode = dangerous > 0 ? 1 : 0
