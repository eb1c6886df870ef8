import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Language, Parser } from 'web-tree-sitter'
import { MAX_COMMANDS, PARSE_LENGTH, type Reading } from '../../src/engine/bash/program.ts'
import { CarefulReader } from '../../src/engine/bash/read.ts'
import { describeSymbols } from '../../src/engine/bash/symbols.ts'
import { simpleCommands } from '../statements.ts'
import { ALPHABET, NASTY, RESERVED } from './grammar/vocabulary.ts'
import { mutatedScript } from './mutate.ts'

const SEED = 20_261_130

const require = createRequire(import.meta.url)
await Parser.init({ wasmBinary: readFileSync(require.resolve('web-tree-sitter/web-tree-sitter.wasm')) })
const language = await Language.load(readFileSync(require.resolve('tree-sitter-bash/tree-sitter-bash.wasm')))
const names = Array.from({ length: language.nodeTypeCount }, (_, type) => language.nodeTypeForId(type) ?? '')

/** What the parsers of the reader below were asked for since the last look. */
const work = { parses: 0, callbacks: 0 }

const reader = new CarefulReader(
  () => counted(new Parser().setLanguage(language)),
  describeSymbols(names, (type) => language.nodeTypeIsNamed(type))
)

/** A parser that counts its progress. */
function counted(parser: Parser): Parser {
  const parse = parser.parse.bind(parser)
  parser.parse = (input, old, options) => {
    work.parses += 1
    const callback = options?.progressCallback
    return parse(input, old, {
      ...options,
      progressCallback: (state) => {
        work.callbacks += 1
        return callback?.(state)
      }
    })
  }
  return parser
}

/** Callbacks that scripts inside scripts, each with a budget of its own, may take together. */
const mostCallbacks = (text: string): number => 70 * work.parses + 5 * Math.ceil(text.length / 32)

/** Reads a text and fails where that is not total or takes more than it may. */
function check(text: string): Reading {
  work.parses = 0
  work.callbacks = 0
  const reading = reader.read(text)
  const found = reading.status === 'read' ? simpleCommands(reading.program.body) : reading.candidates
  expect(found.length).toBeLessThanOrEqual(MAX_COMMANDS)
  expect(work.parses).toBeLessThanOrEqual(1 + text.length / 2)
  expect(work.callbacks).toBeLessThanOrEqual(mostCallbacks(text))
  return reading
}

const anyCharacters = fc.string({ unit: 'binary', maxLength: 300 })
const anyUnits = fc
  .array(fc.nat({ max: 0xffff }), { maxLength: 300 })
  .map((units) => String.fromCharCode(...units))
const shellCharacters = fc.string({ unit: fc.constantFrom(...ALPHABET), maxLength: 200 })

/** Few tokens, very often. */
const repeated = fc
  .tuple(
    fc.array(fc.constantFrom(...ALPHABET, ...NASTY, ...RESERVED, '<<E\n', '$(', '${', '((', '[[ '), {
      minLength: 1,
      maxLength: 4
    }),
    fc.integer({ min: 1, max: PARSE_LENGTH })
  )
  .map(([tokens, length]) => {
    const unit = tokens.join('')
    return unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
  })

describe('any text', { timeout: 60_000 }, () => {
  test.each([
    ['of any characters', anyCharacters, 400],
    ['of any UTF-16 units, halves of pairs among them', anyUnits, 300],
    ['of characters that shells treat specially', shellCharacters, 600],
    ['of a few tokens repeated up to the greatest length', repeated, 60],
    ['that was a command before it was changed', mutatedScript, 600]
  ])('%s gives a reading within its budget', (_, text, numRuns) => {
    fc.assert(
      fc.property(text, (one) => {
        expect(['read', 'structure-unknown']).toContain(check(one).status)
      }),
      { seed: SEED, numRuns }
    )
  })

  test('with a half of a surrogate pair is never read', () => {
    fc.assert(
      fc.property(shellCharacters, fc.nat({ max: 0x7ff }), shellCharacters, (before, half, after) => {
        const text = `${before}a${String.fromCharCode(0xd800 + half)}a${after}`
        expect(check(text)).toMatchObject({ status: 'structure-unknown', code: 'character' })
      }),
      { seed: SEED, numRuns: 100 }
    )
  })
})
