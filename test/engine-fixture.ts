/** One real reader and engine for the tests of a file; building them costs about 100 ms. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { loadBashReader } from '../src/engine/bash/grammar.ts'
import type { CountedReader } from '../src/engine/bash/reader.ts'
import type { DecideRequest, Decision, PolicyFile, SettingsProblem } from '../src/engine/decision.ts'
import { createEngine, type Engine } from '../src/engine/engine.ts'

const resolve = createRequire(import.meta.url).resolve

let reader: Promise<CountedReader> | undefined

/** The reader with the real grammar, loaded once. */
export function sharedReader(): Promise<CountedReader> {
  reader ??= loadBashReader({
    runtime: readFileSync(resolve('web-tree-sitter/web-tree-sitter.wasm')),
    grammar: readFileSync(resolve('tree-sitter-bash/tree-sitter-bash.wasm'))
  })
  return reader
}

/** A new engine with caches of its own. */
export async function newEngine(policies: readonly PolicyFile[] = []): Promise<Engine> {
  const engine = createEngine({ reader: await sharedReader(), policies })
  if ('problem' in engine) throw new Error(`policies refused: ${JSON.stringify(engine.issues)}`)
  return engine
}

let engine: Promise<Engine> | undefined

/** The engine without policies that the tests of a file share. */
export function sharedEngine(): Promise<Engine> {
  engine ??= newEngine()
  return engine
}

/** Decides, and fails the test where the settings are refused. */
export async function decide(engine: Engine, request: DecideRequest): Promise<Decision> {
  return settled(await engine.decide(request))
}

/** The value, or a thrown error where the settings were refused. */
export function settled<T extends object>(answer: T | SettingsProblem): T {
  if ('problem' in answer) throw new Error(`settings refused: ${JSON.stringify(answer)}`)
  return answer
}
