/** Words where arguments, names, values and targets stand. */
import fc from 'fast-check'
import { choice, deepChoice, joined, oneOf, type Piece, sequence, textOf } from './fragment.ts'
import { quoted } from './quoting.ts'
import {
  BUILT_INS,
  DIRECTORIES,
  ESCAPED_NAMES,
  FILES,
  OPTIONS,
  PATHS,
  PROGRAMS,
  QUOTED_NAMES,
  RESERVED,
  TEXTS,
  VARIABLES,
  WORDS
} from './vocabulary.ts'

const plain = choice(
  [8, oneOf('plain word', ...WORDS)],
  [3, oneOf('option', ...OPTIONS)],
  [1, textOf('plain word', fc.stringMatching(/^[a-zA-Z0-9_./:@%+,-]{1,8}$/))]
)

const patterns = choice(
  [3, oneOf('glob star', '*', '*.ts', 'src/*', '**/*.js', 'a*b', './*', '-*')],
  [2, oneOf('glob question mark', '?', 'a?c', '???', 'x.?s')],
  [
    2,
    oneOf(
      'glob brackets',
      '[ab]',
      '[a-z]*',
      'x[0-9]',
      '[!a]b',
      '[^x]',
      '[]a]',
      '[[:alpha:]]',
      'a[',
      '[',
      "[a'b']",
      '[\\b]*',
      '[!"a"]',
      '[[=a=]]',
      "[a-'c']",
      '[$x]',
      '[^[:digit:]]'
    )
  ]
)

const tildes = choice(
  [2, oneOf('tilde', '~')],
  [3, oneOf('tilde with a path', '~/x', '~/a/b.txt', '~/"a b"', "~/'c'", '~/*')],
  [1, oneOf('tilde with a user', '~root', '~root/x', '~+', '~-/a')],
  [2, oneOf('tilde after =', 'a=~', 'DIR=~/x', 'PATHS=a:~/b', '--file=~/x', 'x=a~')]
)

const braces = choice(
  [
    4,
    oneOf(
      'brace list',
      '{a,b}',
      'x{1,2}y',
      '{a,b}{c,d}',
      'f.{ts,js}',
      '{,x}',
      '{a,}',
      '-{v,q}',
      '/tmp/{a,b}/c'
    )
  ],
  [3, oneOf('brace range', '{1..3}', 'f{0..2}', '{3..1}', '{-1..1}', '{1..2}{a,b}', '{01..03}', '{1..5..2}')],
  [1, oneOf('letter range', '{a..c}', '{c..a}', 'x{A..B}y')],
  [2, oneOf('nested braces', '{a,{b,c}}', '{a{1,2},b}', '{{a,b},{c,d}}', '{{1..2},x}')],
  [
    2,
    oneOf(
      'braces around quotes',
      "{'a b',c}",
      '{"x,y",z}',
      "{a,''}",
      '{$x,b}',
      '{a\\,b,c}',
      "{'a','b'}",
      '{a,"$x"}'
    )
  ],
  [2, oneOf('empty braces', '{}', '{}', 'x{}', '{}/y', '{}{}', "'{}'")],
  [
    2,
    oneOf(
      'literal braces',
      '{a}',
      'x{b}',
      '{a',
      'b}',
      '}x',
      '{a}{b}',
      '{.}',
      '{1..}',
      'HEAD@{1}',
      '@{u}',
      '{a..',
      '{"a"}'
    )
  ]
)

const odd = choice(
  [30, oneOf('reserved word as argument', ...RESERVED)],
  [30, oneOf('hash in a word', 'a#b', 'x#', '"a"#b', "''#c", 'a#$x', 'http://x/#y')],
  [
    30,
    oneOf(
      'argument like an assignment',
      'a=b',
      'x=',
      '--x=y',
      'A=1:2',
      "k='v w'",
      'a+=b',
      'if=/dev/zero',
      'a="$x"'
    )
  ],
  [20, oneOf('Unicode text', ...TEXTS)],
  [10, oneOf('lone dollar', '$', 'a$', '$/x', '"$"', '"a$ b"', '$=', '$%')],
  [1, oneOf('extended glob', '@(a|b)', '!(x)', '+(a)')]
)

const JOINS: Piece = choice(
  [16, quoted],
  [8, oneOf('plain word', 'a', 'b.c', '/x', '-y', '=', ':', '1', '@', 'z+', '%', '.')],
  [1, oneOf('continuation inside a word', '\\\nb', 'a\\\n', '\\\n\\\n.')]
)

export interface WordKinds {
  readonly argument: Piece
  readonly name: Piece
  readonly value: Piece
  readonly target: Piece
}

/** Words, given the expansions that may stand in them. */
export function words(expansions: { unquoted: Piece; inQuotes: Piece; files: Piece }): WordKinds {
  const { unquoted, inQuotes, files } = expansions
  const dynamic = choice([3, unquoted], [4, inQuotes])
  const concatenation = fc
    .array(choice([5, JOINS], [1, dynamic]), { minLength: 2, maxLength: 3 })
    .map((parts) => joined(parts, 'concatenation'))
  const argument = deepChoice(
    [20, plain],
    [12, quoted],
    [9, dynamic],
    [5, sequence([], oneOf('plain word', 'x', 'a.', '/b', '--c=', '_'), concatenation)],
    [3, sequence([], quoted, oneOf('plain word', 'b', '.c', '/d'))],
    [4, patterns],
    [3, tildes],
    [6, braces],
    [8, odd],
    [1, files]
  )
  return {
    argument,
    name: choice(
      [40, oneOf('simple command', ...PROGRAMS)],
      [8, oneOf(['simple command', 'built-in'], ...BUILT_INS)],
      [3, oneOf(['simple command', 'name as a path'], ...PATHS)],
      [2, oneOf(['simple command', 'quoted name'], ...QUOTED_NAMES)],
      [2, oneOf(['simple command', 'escaped name'], ...ESCAPED_NAMES)],
      [1, sequence(['simple command', 'name from an expansion'], dynamic)]
    ),
    value: choice(
      [4, oneOf('plain word', '1', 'abc', '/x/y', 'a:b', '', 'main')],
      [4, quoted],
      [3, dynamic],
      [1, tildes],
      [1, patterns],
      [1, braces]
    ),
    target: choice(
      [10, oneOf('plain word', ...FILES)],
      [1, sequence('target from an expansion', inQuotes)],
      [
        1,
        oneOf(
          'target from an expansion',
          ...VARIABLES.map((name) => `"$${name}.log"`),
          '~/o.txt',
          '$HOME/p.txt'
        )
      ]
    )
  }
}

/** A folder whose name is known. */
export const directory = oneOf('plain word', ...DIRECTORIES)
