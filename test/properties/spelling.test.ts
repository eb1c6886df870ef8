import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DecideRequest } from '../../src/engine/decision.ts'
import type { Engine } from '../../src/engine/engine.ts'
import { decide, sharedEngine } from '../engine-fixture.ts'
import {
  bashCall,
  type Context,
  contextFor,
  isPlainWord,
  OPERATORS,
  RUNS,
  type SimpleScript,
  SLOW,
  simpleCommand,
  textOf
} from './generators.ts'
import { shown, verdictOf } from './laws.ts'

/** Ways to write a word that means itself. */
const SPELLINGS: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => word,
  (word) => `'${word}'`,
  (word) => `"${word}"`,
  (word) => `${word.slice(0, 1)}"${word.slice(1)}"`,
  (word) => `''${word}`,
  (word) => (/^[a-z]/.test(word) ? `\\${word}` : word)
]

const BLANKS = [' ', ' ', '  ', '   ', '\t'] as const

const COMMENTS = ['', ' # note', '  # rm -rf /', " # it's $(odd) `text`", '\n# last line', '\n'] as const
const OPENINGS = ['', '', ' ', '# first line\n', '\n'] as const

/** Quotes would make another word of the reserved word `time`: the program of that name. */
const mayQuote = (word: string): boolean => isPlainWord(word) && word !== 'time'

const respelled = (script: SimpleScript): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.constantFrom(...SPELLINGS), fc.constantFrom(...BLANKS)), {
      minLength: script.words.length,
      maxLength: script.words.length
    })
    .map((choices) =>
      script.words
        .map((word, index) => {
          const [spell, blank] = choices[index] ?? [(text: string) => text, ' ']
          return (mayQuote(word) ? spell(word) : word) + (index === script.words.length - 1 ? '' : blank)
        })
        .join('')
    )

/** A script of one or two commands, and the same script in another spelling. */
const twins: fc.Arbitrary<readonly [string, string]> = fc
  .tuple(
    fc.array(simpleCommand, { minLength: 1, maxLength: 2 }),
    fc.constantFrom(...OPERATORS),
    fc.constantFrom(...OPENINGS),
    fc.constantFrom(...COMMENTS)
  )
  .chain(([scripts, operator, opening, comment]) =>
    fc
      .tuple(...scripts.map(respelled))
      .map((texts): readonly [string, string] => [
        scripts.map(textOf).join(operator),
        opening + texts.join(operator.includes('\n') ? operator : ` ${operator.trim()} `) + comment
      ])
  )

const withContext = ([plain, other]: readonly [string, string]): fc.Arbitrary<
  readonly [Context, string, string]
> => fc.tuple(contextFor(bashCall(plain)), fc.constant(plain), fc.constant(other))

const bash = (base: Context, command: string): DecideRequest => ({ ...base, ...bashCall(command) })

describe('spelling', SLOW, () => {
  let engine: Engine
  beforeAll(async () => {
    engine = await sharedEngine()
  })

  const isRead = async (command: string): Promise<boolean> =>
    (await engine.classify({ command })).parse.reason?.class !== 'structure'

  test('blanks, quotes that change no word and comments never change the answer while both forms are read', async () => {
    let compared = 0
    let seen = 0
    await fc.assert(
      fc.asyncProperty(twins.chain(withContext), async ([base, plain, other]) => {
        seen += 1
        if (!(await isRead(plain)) || !(await isRead(other))) return
        compared += 1
        const [one, two] = [await decide(engine, bash(base, plain)), await decide(engine, bash(base, other))]
        expect(verdictOf(two), `${shown(bash(base, plain))}\nother: ${JSON.stringify(other)}`).toEqual(
          verdictOf(one)
        )
      }),
      { ...RUNS, numRuns: RUNS.numRuns * 2 }
    )
    expect(compared / seen).toBeGreaterThan(0.75)
  })
})
