import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_COMMANDS } from '../../../src/engine/bash/program.ts'
import { argvOf, programOf, read, simpleCommands } from './fixture.ts'

const TOKENS = [
  ...' \n;&|(){}<>\'"`\\$#*?[]~=!,-',
  ...[
    '&&',
    '||',
    '|&',
    '>&',
    '<<',
    '<<E\n',
    '\nE\n',
    '<<<',
    '$(',
    '${',
    "$'",
    '$((',
    '<(',
    '[[ ',
    ' ]]',
    '[ ',
    ' ]'
  ],
  ...[
    'if ',
    'then ',
    'fi',
    'for x in ',
    'do ',
    'done',
    'case ',
    'esac',
    'time ',
    'f() ',
    '{a,b}',
    '2>&1',
    'x=1 '
  ],
  ...['rm', 'a', '1', ' ', ' ', '$x', '${x}', '\\\n', 'é', '\u{1f600}']
]

const soup = fc.array(fc.constantFrom(...TOKENS), { maxLength: 25 }).map((tokens) => tokens.join(''))
const bytes = fc.string({ unit: 'binary', maxLength: 60 })
const script = fc.oneof(soup, bytes)

const plain = fc
  .stringMatching(/^[a-z0-9_./-]{1,8}$/)
  .filter(
    (word) =>
      !/^(time|if|do|in|fi|case|for|then|else|done|esac|until|while|elif|select|coproc|function|let)$/.test(
        word
      )
  )
const quotable = fc.string({ unit: fc.constantFrom(...'ab \'"$`\\*?[]{}~#;&|<>()!=\n\té'), maxLength: 8 })
const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

describe('reading', () => {
  test('never throws, and gives as much as is allowed and no more', () => {
    fc.assert(
      fc.property(script, (text) => {
        const reading = read(text)
        const found = reading.status === 'read' ? simpleCommands(reading.program.body) : reading.candidates
        expect(found.length).toBeLessThanOrEqual(MAX_COMMANDS)
        for (const { span } of found) expect(span[0]).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: 400 }
    )
  })

  test('gives the same answer again, whatever was read in between', () => {
    fc.assert(
      fc.property(script, script, (one, other) => {
        const first = read(one)
        read(other)
        expect(read(one)).toEqual(first)
      }),
      { numRuns: 100 }
    )
  })

  test('finds quoted words again exactly', () => {
    fc.assert(
      fc.property(plain, fc.array(quotable, { maxLength: 4 }), (name, words) => {
        expect(argvOf(programOf([name, ...words.map(quote)].join(' ')))).toEqual([[name, ...words]])
      }),
      { numRuns: 150 }
    )
  })

  test('finds every command of a compound', () => {
    const command = fc.array(plain, { minLength: 1, maxLength: 3 })
    const joined = fc.array(fc.tuple(command, fc.constantFrom(' && ', ' || ', '; ', ' | ', '\n', ' & ')), {
      minLength: 1,
      maxLength: 6
    })
    fc.assert(
      fc.property(joined, command, (front, last) => {
        const text = front.map(([words, operator]) => words.join(' ') + operator).join('') + last.join(' ')
        const reading = read(text)
        if (reading.status !== 'read') return
        expect(argvOf(reading.program)).toEqual([...front.map(([words]) => words), last])
      }),
      { numRuns: 150 }
    )
  })
})
