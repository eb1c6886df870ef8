/** Starts the parser from the bytes of its two WebAssembly modules. */
import { Language, Parser } from 'web-tree-sitter'
import { CarefulReader } from './read.ts'
import type { CountedReader } from './reader.ts'
import { describeSymbols } from './symbols.ts'

/** One process has one parser runtime: a second start would leave every earlier parser with foreign memory. */
let runtime: Promise<void> | undefined

/** Makes a reader of Bash. `runtime` is web-tree-sitter's module, `grammar` that of tree-sitter-bash. */
export async function loadBashReader(bytes: {
  runtime: Uint8Array | ArrayBuffer
  grammar: Uint8Array
}): Promise<CountedReader> {
  runtime ??= Parser.init({ wasmBinary: bytes.runtime })
  await runtime
  const language = await Language.load(bytes.grammar)
  const names = Array.from(
    { length: language.nodeTypeCount },
    (_, type) => language.nodeTypeForId(type) ?? ''
  )
  const symbols = describeSymbols(names, (type) => language.nodeTypeIsNamed(type))
  return new CarefulReader(() => new Parser().setLanguage(language), symbols)
}
