/** Known texts in every spelling that quotes and escapes allow. */
import fc from 'fast-check'
import { choice, oneOf, type Piece, textOf, type Uses } from './fragment.ts'
import { ALPHABET, NASTY } from './vocabulary.ts'

/** A text that means something to a shell outside quotes, without line ends. */
const nasty: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...ALPHABET), maxLength: 7 }).map(onOneLine) }
)

function onOneLine(text: string): string {
  return text.replaceAll('\n', '')
}

const calm = fc.stringMatching(/^[a-zA-Z0-9_][a-zA-Z0-9_ ./:-]{0,8}$/)

const single = (text: string): string => `'${text.replaceAll("'", '')}'`

/** A text inside double quotes, where it means itself. */
export const inDouble = (text: string): string => text.replaceAll(/["$`\\]/g, '\\$&')

const singleQuotes = choice(
  [2, textOf('single quotes', calm.map(single))],
  [3, textOf(['single quotes', 'operators in quotes'], nasty.map(single))],
  [
    1,
    textOf(
      ['single quotes', 'newline in quotes'],
      fc.tuple(nasty, nasty).map(([a, b]) => single(`${a}\n${b}`))
    )
  ]
)

const doubleQuotes = choice(
  [
    3,
    textOf(
      'double quotes',
      calm.map((text) => `"${text}"`)
    )
  ],
  [
    3,
    textOf(
      ['double quotes', 'operators in quotes'],
      nasty.map((text) => `"${inDouble(text)}"`)
    )
  ],
  [
    1,
    textOf(
      ['double quotes', 'newline in quotes'],
      fc.tuple(nasty, nasty).map(([a, b]) => `"${inDouble(a)}\n${inDouble(b)}"`)
    )
  ],
  [
    2,
    oneOf(
      ['double quotes', 'backslash in double quotes'],
      '"\\$x"',
      '"a\\"b"',
      '"\\\\"',
      '"\\n"',
      '"\\a\\b"',
      '"\\`id\\`"',
      '"\\\\\\""',
      '"\\*"',
      '"\\\'"',
      '"!\\!"',
      '"\\\\$x"',
      '"a\\ b"'
    )
  ],
  [
    1,
    oneOf(
      ['double quotes', 'continuation in quotes'],
      '"a\\\nb"',
      '"\\\n"',
      '"a \\\n  b"',
      '"\\\\\\\n#"',
      '"$x\\\n y"'
    )
  ]
)

const ESCAPED = [...' \'"`$\\*?[]{}~#;&|<>()!=-,aénr1'].map((char) => `\\${char}`)

const backslash = textOf(
  'backslash',
  fc.array(fc.constantFrom(...ESCAPED), { minLength: 1, maxLength: 3 }).map((escapes) => escapes.join(''))
)

const ansiC = (use: Uses, ...escapes: readonly string[]): Piece =>
  textOf(
    use,
    fc
      .array(fc.oneof(fc.constantFrom(...escapes), fc.constantFrom('', 'a', ' ', '"', ';', '#', '$x')), {
        minLength: 1,
        maxLength: 4
      })
      .map((escaped) => `$'${escaped.join('')}${escapes[0]}'`)
  )

const ansiCQuotes = choice(
  [2, ansiC('ANSI-C letter', '\\n', '\\t', '\\a', '\\b', '\\e', '\\E', '\\f', '\\r', '\\v', '\\?')],
  [2, ansiC('ANSI-C quote or backslash', "\\'", '\\\\', '\\"')],
  [2, ansiC('ANSI-C octal', '\\101', '\\60', '\\7', '\\1234', '\\055')],
  [2, ansiC('ANSI-C hexadecimal', '\\x41', '\\x7', '\\x2dr', '\\x72')],
  [2, ansiC('ANSI-C Unicode', '\\u00e9', '\\u41', '\\U1F600', '\\u65e5')],
  [1, ansiC('ANSI-C control', '\\cA', '\\cz')]
)

const translated = oneOf('translated string', '$"text"', '$"a $x"', '$""')

/** A word's part between quotes or behind backslashes; what it means is known without running anything. */
export const quoted: Piece = choice(
  [30, singleQuotes],
  [30, doubleQuotes],
  [6, oneOf('empty quotes', "''", '""')],
  [15, backslash],
  [20, ansiCQuotes],
  [1, translated]
)
