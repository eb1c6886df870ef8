/** In-process medians of the stages of a decision, in microseconds, over the commands of the load. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parse as parseSecond } from 'unbash'
import { Language, Parser } from 'web-tree-sitter'
import type { BashReader } from '../src/engine/bash/reader.ts'
import type { DecideRequest } from '../src/engine/decision.ts'
import type { Engine } from '../src/engine/engine.ts'
import type { CompiledLayers } from '../src/engine/layers/compiled.ts'
import { simpleCommands } from '../test/statements.ts'
import { decideBody } from './bodies.ts'
import { built } from './built.ts'
import { newCommand, REPEATING } from './commands.ts'

const ROUNDS = 30
const NEW_COMMANDS = 6000
const locate = createRequire(import.meta.url).resolve
const wasm = (path: string): Uint8Array => readFileSync(locate(path))

/** The median time of `work` over `items` in microseconds; the first fifth warms up and does not count. */
function time<T>(name: string, items: readonly T[], work: (item: T) => unknown): number {
  const times: number[] = []
  items.forEach((item, index) => {
    const start = process.hrtime.bigint()
    work(item)
    const end = process.hrtime.bigint()
    if (index >= items.length / 5) times.push(Number(end - start) / 1000)
  })
  times.sort((a, b) => a - b)
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN
  report(name, at(0.5), at(0.99))
  return at(0.5)
}

const report = (name: string, p50: number, p99?: number): void =>
  console.log(
    `${name.padEnd(34)} ${p50.toFixed(1).padStart(8)}${p99 === undefined ? '' : p99.toFixed(1).padStart(10)}`
  )

const repeated = <T>(items: readonly T[]): readonly T[] => Array.from({ length: ROUNDS }, () => items).flat()

/** A request as the route hands it over: the body's JSON, parsed anew. */
const requestOf = (command: string): DecideRequest => JSON.parse(decideBody(command))

/** Prints one line a stage. */
export async function runMicro(): Promise<void> {
  const reader = await loadReader()
  const { createEngine } = await built<typeof import('../src/engine/engine.ts')>('engine/engine.js')
  const engine = createEngine({ reader, policies: [] })
  if ('problem' in engine) throw new Error('the engine refused to start')

  const fresh = Array.from({ length: NEW_COMMANDS }, (_, index) => newCommand(index))
  console.log(`microseconds (engine and reader from dist)   p50       p99`)
  const { parse, second } = await timeParsers(fresh)
  const read = time('read whole (new text)', fresh, (command) => reader.read(command))
  report('  verify, walk and compare (rest)', read - parse - second)
  await timeKnowledgeAndRules(reader, fresh)
  await timeEngine(engine)
}

async function loadReader(): Promise<BashReader> {
  const { loadBashReader } =
    await built<typeof import('../src/engine/bash/grammar.ts')>('engine/bash/grammar.js')
  return loadBashReader({
    runtime: wasm('web-tree-sitter/web-tree-sitter.wasm'),
    grammar: wasm('tree-sitter-bash/tree-sitter-bash.wasm')
  })
}

async function timeParsers(commands: readonly string[]): Promise<{ parse: number; second: number }> {
  await Parser.init()
  const parser = new Parser()
  parser.setLanguage(await Language.load(wasm('tree-sitter-bash/tree-sitter-bash.wasm')))
  const parse = time('parse (tree-sitter alone)', commands, (command) => parser.parse(command)?.delete())
  const second = time('second reader (unbash alone)', commands, parseSecond)
  return { parse, second }
}

async function timeKnowledgeAndRules(reader: BashReader, commands: readonly string[]): Promise<void> {
  const { interpret } = await built<typeof import('../src/engine/knowledge/interpret.ts')>(
    'engine/knowledge/interpret.js'
  )
  const { literalSubject } = await built<typeof import('../src/engine/rules/bash-subject.ts')>(
    'engine/rules/bash-subject.js'
  )
  const readings = await Promise.all(commands.map((command) => reader.read(command)))
  const simple = readings.flatMap((reading) =>
    reading.status === 'read' && reading.program.body !== undefined
      ? simpleCommands(reading.program.body)
      : []
  )
  time('analyse (one simple command)', simple, interpret)

  const { deny, ask, allow } = await compiledLayers()
  const subjects = simple.map((command) =>
    literalSubject(command.words.map((word) => word.value ?? word.text))
  )
  time('match (one command, all rules)', subjects, (subject) => [
    deny.bash('Bash', subject),
    ask.bash('Bash', subject),
    allow.bash('Bash', subject)
  ])
}

async function compiledLayers(): Promise<CompiledLayers> {
  const { compileLayers } =
    await built<typeof import('../src/engine/layers/compile.ts')>('engine/layers/compile.js')
  const { settings = {} } = requestOf('ls')
  const compilation = compileLayers({ layers: settings, policies: [], projectTrusted: true })
  if ('problem' in compilation) throw new Error('the settings of the benchmark are refused')
  return compilation.compiled
}

async function timeEngine(engine: Engine): Promise<void> {
  time('decide warm (repeating commands)', repeated(REPEATING).map(requestOf), (request) =>
    engine.decide(request)
  )
  const unseen = Array.from({ length: NEW_COMMANDS }, (_, index) => requestOf(newCommand(1_000_000 + index)))
  time('decide cold (new commands)', unseen, (request) => engine.decide(request))
  time('classify warm', repeated(REPEATING), (command) => engine.classify({ command, cwd: '/home/dev/app' }))
}
