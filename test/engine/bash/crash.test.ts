import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { beforeAll, describe, expect, test } from 'vitest'
import { Language, Parser } from 'web-tree-sitter'
import { loadBashReader } from '../../../src/engine/bash/grammar.ts'
import { CarefulReader } from '../../../src/engine/bash/read.ts'
import { describeSymbols } from '../../../src/engine/bash/symbols.ts'

const { resolve } = createRequire(import.meta.url)
const RUNTIME = readFileSync(resolve('web-tree-sitter/web-tree-sitter.wasm'))
const GRAMMAR = readFileSync(resolve('tree-sitter-bash/tree-sitter-bash.wasm'))

/** Takes the parser more steps than any script of its length is worth. */
const EXHAUSTING = `a${'{| a'.repeat(3_200)}`

const TEXTS = [
  'rm x; ls "$(id)"',
  'echo a > f && cat <<E\nb\nE',
  'for f in a b; do rm "$f"; done',
  'echo "',
  '((x))'
]

const load = () => loadBashReader({ runtime: RUNTIME, grammar: GRAMMAR })

let language: Language

beforeAll(async () => {
  await load()
  language = await Language.load(GRAMMAR)
})

/** A reader over parsers of the test's making. */
const readerOver = (createParser: () => Parser): CarefulReader => {
  const names = Array.from(
    { length: language.nodeTypeCount },
    (_, type) => language.nodeTypeForId(type) ?? ''
  )
  return new CarefulReader(
    createParser,
    describeSymbols(names, (type) => language.nodeTypeIsNamed(type))
  )
}

describe('a parse that is stopped', () => {
  test.each(TEXTS)('leaves nothing in the next one: %s', async (text) => {
    const fresh = await load()
    const used = await load()
    for (const cut of [0, 4, 8, 12]) {
      used.read(EXHAUSTING.slice(0, EXHAUSTING.length - cut))
      expect(used.read(text)).toEqual(fresh.read(text))
    }
    expect(used.counters.cancelled).toBe(4)
  })

  test('is counted', async () => {
    const reader = await load()
    reader.read('ls')
    reader.read(EXHAUSTING)
    expect(reader.counters).toEqual({ parses: 2, cancelled: 1, crashed: 0 })
    expect(reader.isBroken).toBe(false)
  })
})

describe('an error in the runtime of the parser', () => {
  const failing = (): Parser => {
    const parser = new Parser().setLanguage(language)
    parser.parse = () => {
      throw new Error('memory access out of bounds')
    }
    return parser
  }

  test.each<[string, () => Parser]>([
    ['while it parses', failing],
    [
      'while a parser is made',
      () => {
        throw new RangeError('out of memory')
      }
    ]
  ])('fails closed, for good, and is counted: %s', (_, createParser) => {
    const reader = readerOver(createParser)
    for (const text of ['ls', 'rm x']) {
      expect(reader.read(text)).toMatchObject({ status: 'structure-unknown', code: 'crashed' })
    }
    expect(reader.isBroken).toBe(true)
    expect(reader.counters.crashed).toBe(1)
  })

  test('still shows deny rules the commands that the second reader found', () => {
    const reading = readerOver(failing).read('ls; rm -rf x')
    if (reading.status === 'read') throw new Error('expected to be refused')
    expect(reading.candidates.map(({ text }) => text)).toEqual(['ls', 'rm -rf x'])
  })
})
