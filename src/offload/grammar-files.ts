/** The bytes of the parser's two WebAssembly modules, from the packages they come in. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

export async function readGrammar(): Promise<{ runtime: Uint8Array; grammar: Uint8Array }> {
  const { resolve: locate } = createRequire(import.meta.url)
  const [runtime, grammar] = await Promise.all([
    readFile(locate('web-tree-sitter/web-tree-sitter.wasm')),
    readFile(locate('tree-sitter-bash/tree-sitter-bash.wasm'))
  ])
  return { runtime, grammar }
}
