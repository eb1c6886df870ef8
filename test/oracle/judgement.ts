/** What the product makes of a reading: its commands, where they run, what they write, whether all only reads. */
import type { Piece, Program, Reading, Word } from '../../src/engine/bash/program.ts'
import { examineBash } from '../../src/engine/checks/bash.ts'
import type { ScriptAnalysis } from '../../src/engine/checks/bash-analysis.ts'
import { type LocatedScript, locateScript } from '../../src/engine/checks/bash-located.ts'
import { Findings } from '../../src/engine/checks/findings.ts'
import type { Bench } from '../../src/engine/checks/path-use.ts'
import { createScriptAnalyser } from '../../src/engine/checks/script-analyser.ts'
import { compileLayers } from '../../src/engine/layers/compile.ts'
import type { Place } from '../../src/engine/paths/place.ts'
import { NO_RULES } from '../../src/engine/rules/rule-set.ts'
import { sharedReader } from '../engine-fixture.ts'
import { HOME, START } from './files.ts'

const reader = await sharedReader()

/** What the reader makes of a command with nothing special to it. */
const PLAIN = plainProgram()

function plainProgram(): Program {
  const reading = reader.read('x')
  if (reading instanceof Promise || reading.status !== 'read') throw new Error('the reader answers at once')
  return reading.program
}

const compilation = compileLayers({ layers: {}, policies: [], projectTrusted: true })
if ('problem' in compilation) throw new Error('no settings are refused')

/** The place scripts run in under the oracle. */
export const PLACE: Place = {
  cwd: START,
  projectDir: START,
  homeDir: HOME,
  workingDirectories: [START],
  platform: 'linux',
  realPaths: new Map()
}

const BENCH: Bench = {
  place: PLACE,
  layers: compilation.compiled,
  deny: NO_RULES,
  ask: NO_RULES,
  allow: NO_RULES
}

export interface Judgement {
  readonly analysis: ScriptAnalysis
  readonly located: LocatedScript
  readonly readOnly: boolean
}

/** Judges a script as this reading has it; code inside it is read by the real reader. */
export function judge(script: string, reading: Reading): Judgement {
  const analyser = createScriptAnalyser({
    read: (text) => (text === script ? reading : reader.read(text))
  })
  const analysis = analyser.analyse(script)
  if (analysis instanceof Promise) throw new Error('a reading that is there needs no waiting')
  const examined = examineBash(
    { analysis, startUnknown: false, tools: ['Bash'], wantsOut: false, sandboxable: true },
    BENCH,
    new Findings()
  )
  return { analysis, located: locateScript(analysis, false, PLACE), readOnly: examined.readOnly }
}

const PIPE: Piece = { kind: 'unknown', reason: 'process-substitution', source: '<(:)', splits: false }

/**
 * Why a command with exactly these arguments does more than read; undefined: it only reads. Where it only reads with
 * any arguments at all, those that the tables do not know are as good as the others. `pipes`: arguments that name what
 * `<(...)` stands for.
 */
export function effectOfArgv(
  argv: readonly string[],
  pipes: ReadonlySet<string> = new Set()
): string | undefined {
  const known = (value: string): Piece => (pipes.has(value) ? PIPE : { kind: 'text', value, quoted: true })
  const any: Piece = { kind: 'unknown', reason: 'variable', source: '"$x"', splits: false, name: 'x' }
  const exact = effectOfWords(argv, known)
  if (exact === undefined) return undefined
  const isHarmless = effectOfWords(argv, (value, at) => (at === 0 ? known(value) : any)) === undefined
  return isHarmless ? undefined : exact
}

function effectOfWords(
  argv: readonly string[],
  pieceOf: (value: string, at: number) => Piece
): string | undefined {
  const text = argv.map((one) => `'${one.replaceAll("'", `'\\''`)}'`).join(' ')
  const span = [0, text.length] as const
  const words = argv.map((one, at): Word => {
    const piece = pieceOf(one, at)
    return { text: one, span, value: piece.kind === 'text' ? piece.value : undefined, pieces: [piece] }
  })
  const { body, ...program } = PLAIN
  if (body?.kind !== 'command') return undefined
  const command = { ...body, words, text, span }
  const reading: Reading = { status: 'read', program: { ...program, text, body: command } }
  return judge(text, reading).analysis.commands[0]?.effect
}
