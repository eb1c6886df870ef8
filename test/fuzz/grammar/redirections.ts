/** Redirections of every operator, and here-documents of every form. */
import fc from 'fast-check'
import {
  type Body,
  choice,
  type Fragment,
  fragment,
  oneOf,
  type Piece,
  render,
  sequence,
  type Uses
} from './fragment.ts'

/** What redirections are made of. */
export interface RedirectionParts {
  readonly target: Piece
  readonly word: Piece
}

const blank = oneOf([], '', '', ' ')

/** Any redirection other than a here-document, without blanks around it. */
export function redirection({ target, word }: RedirectionParts): Piece {
  const to = (use: Uses, operator: string, where: Piece = target): Piece =>
    sequence(use, operator, blank, where)
  const source = choice([3, oneOf([], '/dev/null')], [1, oneOf([], 'in.txt', '"in.txt"')])
  return choice(
    [36, to('output >', '>')],
    [18, to('appending >>', '>>')],
    [12, to('overwriting >|', '>|')],
    [1, to('both ways <>', '<>')],
    [12, to('both &>', '&>')],
    [12, to('both appending &>>', '&>>')],
    [12, to('both >&', '>&', oneOf([], 'out.txt', '/tmp/o', "'a b'"))],
    [18, to('input <', '<', source)],
    [30, oneOf('null device', '>/dev/null', '2>/dev/null', '2> /dev/null', '&>/dev/null', '>>/dev/null')],
    [36, oneOf('2>&1', '2>&1')],
    [18, oneOf('>&2', '>&2', '1>&2', '>& 2')],
    [6, oneOf('input copy <&', '<&0', '3<&0')],
    [6, oneOf('closed descriptor', '2>&-', '<&-', '>&-', '3>&-')],
    [12, sequence('descriptor', oneOf([], '1', '2', '3', '9'), oneOf([], '>', '>>', '>|'), blank, target)],
    [18, sequence('here-string', '<<<', blank, word)],
    [1, oneOf('named descriptor', '{fd}>out.txt')]
  )
}

const DELIMITERS = ['EOF', 'E', 'END_1', 'PY'] as const

const LINES = [
  'plain text',
  'rm -rf x',
  "it's",
  'say "hi',
  '# comment',
  '',
  '  indented',
  ' EOF',
  'EOF ',
  'EOFx',
  'E;',
  'if then fi',
  'print("a" if x else \'b\')',
  '{"a": 1}',
  'a && b | c > d',
  '<<X',
  ')',
  '}',
  'é 😀'
] as const

const DOLLAR_LINES = [
  '$x',
  'a $HOME b',
  '${x} y',
  '"$x"',
  '\\$x',
  '\\\\',
  '${#x}',
  "'${y}'",
  'a\\b',
  '$((1+2))',
  '$',
  '$1 $$'
] as const

const CODE_LINES = ['$(rm x)', '`rm x`', '"$(id)', "'`", '$x'] as const

interface Shape {
  readonly use: Uses
  readonly operator: string
  readonly quote: '' | "'" | '"' | '\\'
  readonly lines: fc.Arbitrary<string>
}

const lines = (...texts: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...texts)

const SHAPES: readonly (readonly [weight: number, shape: Shape])[] = [
  [5, { use: 'heredoc quoted', operator: '<<', quote: "'", lines: lines(...LINES) }],
  [
    3,
    {
      use: ['heredoc quoted', 'heredoc body like code'],
      operator: '<<',
      quote: "'",
      lines: lines(...CODE_LINES, ...LINES)
    }
  ],
  [2, { use: 'heredoc double-quoted', operator: '<<', quote: '"', lines: lines(...LINES, ...CODE_LINES) }],
  [1, { use: 'heredoc partly quoted', operator: '<<', quote: '\\', lines: lines(...LINES) }],
  [3, { use: 'heredoc unquoted', operator: '<<', quote: '', lines: lines(...LINES) }],
  [
    4,
    {
      use: ['heredoc unquoted', 'heredoc with expansions'],
      operator: '<<',
      quote: '',
      lines: lines(...DOLLAR_LINES, 'a')
    }
  ],
  [
    2,
    {
      use: ['heredoc with tabs', 'heredoc unquoted'],
      operator: '<<-',
      quote: '',
      lines: lines('\ta', '\t\tb $x', 'c', '')
    }
  ],
  [
    2,
    {
      use: ['heredoc with tabs', 'heredoc quoted'],
      operator: '<<-',
      quote: "'",
      lines: lines('\ta', '\t\tb $x', 'c', '\t')
    }
  ],
  [
    1,
    {
      use: ['heredoc unquoted', 'heredoc with backticks'],
      operator: '<<',
      quote: '',
      lines: lines('`git log`', 'a `ls b` c')
    }
  ],
  [
    1,
    {
      use: ['heredoc unquoted', 'heredoc with a joined line'],
      operator: '<<',
      quote: '',
      lines: lines('a\\\nb', 'x \\\n EOF', 'E\\\nF')
    }
  ]
]

function document(
  shape: Shape,
  delimiter: string,
  text: readonly string[],
  indent: boolean,
  gap: string
): Fragment {
  const { quote, operator, use } = shape
  const written = quote === '\\' ? `\\${delimiter}` : `${quote}${delimiter}${quote}`
  const kept = text.filter((line) => line.replaceAll('\t', '') !== delimiter)
  const end = operator === '<<-' && indent ? `\t${delimiter}` : delimiter
  const body: Body = { kind: 'body', text: [...kept, end].join('\n') }
  return fragment(use, `${operator}${gap}${written}`, body)
}

const heredocOf = (shape: Shape): Piece =>
  fc
    .tuple(
      fc.constantFrom(...DELIMITERS),
      fc.array(shape.lines, { maxLength: 4 }),
      fc.boolean(),
      fc.constantFrom('', '', ' ')
    )
    .map(([delimiter, text, indent, gap]) => document(shape, delimiter, text, indent, gap))

/** The operator and delimiter; the body waits for the end of the line. */
export function heredoc(substitution: Piece): Piece {
  const living: Piece = fc.tuple(substitution, fc.constantFrom(...DELIMITERS)).map(([one, delimiter]) => ({
    parts: [`<<${delimiter}`, { kind: 'body', text: `a ${render(one)} b\n${delimiter}` } as const],
    uses: ['heredoc unquoted', 'heredoc with a substitution', ...one.uses] as const
  }))
  return choice(...SHAPES.map(([weight, shape]) => [weight, heredocOf(shape)] as const), [2, living])
}

/** What may stand after a delimiter on its line. */
export function afterDelimiter({ target, word }: RedirectionParts): Piece {
  return choice(
    [20, fc.constant(fragment([]))],
    [4, sequence('heredoc then a redirection', ' ', redirection({ target, word }))],
    [3, sequence('heredoc then words', ' ', word)],
    [2, sequence(['heredoc then words', 'heredoc then a redirection'], ' ', word, ' 2>&1')]
  )
}
