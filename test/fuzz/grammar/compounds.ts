/** Compound commands and functions. Every loop ends by itself, whatever its commands answer. */
import fc from 'fast-check'
import { choice, joined, LINE, oneOf, type Piece, sequence, textOf, type Uses } from './fragment.ts'
import { FUNCTIONS, NASTY, VARIABLES, WORDS } from './vocabulary.ts'

export interface CompoundParts {
  readonly simple: Piece
  readonly condition: Piece
  /** Statements, the last without an end. */
  readonly list: Piece
  /** Statements, the last of them ended. */
  readonly body: Piece
  readonly word: Piece
  readonly redirection: Piece
  readonly heredoc: Piece
}

const name = fc.constantFrom(...VARIABLES)

/** What parts a condition from its keyword. */
const then: Piece = choice([3, oneOf([], '; ')], [2, sequence([], LINE)], [1, sequence([], ' ', LINE)])
const open: Piece = choice([3, oneOf([], ' ')], [2, sequence([], LINE)], [1, sequence([], LINE, '  ')])

/** Any statement that is no simple command, ready for an operator behind it. */
export function compounds(parts: CompoundParts): Piece {
  const { body, redirection, heredoc } = parts
  const group = sequence('group', '{ ', body, '}')
  const subshell = choice(
    [4, sequence('subshell', '(', body, ')')],
    [1, sequence('subshell', '( ', body, ' )')]
  )
  const plain = choice(
    [6, group],
    [6, subshell],
    [8, branches(parts)],
    [10, forLoops(parts)],
    [6, otherLoops(parts)],
    [8, cases(parts)],
    [1, rare(parts)]
  )
  return choice(
    [8, plain],
    [2, sequence('redirected compound', plain, ' ', redirection)],
    [1, sequence(['redirected compound', 'heredoc of a compound'], plain, ' ', heredoc)]
  )
}

function branches({ simple, condition, body }: CompoundParts): Piece {
  const head = choice([3, condition], [2, simple])
  const clause = sequence('elif', 'elif ', head, then, 'then', open, body)
  const otherwise = sequence('else', 'else', open, body)
  const nothing = oneOf([], '')
  return sequence(
    'if',
    'if ',
    head,
    then,
    'then',
    open,
    body,
    choice([3, nothing], [1, clause]),
    choice([2, nothing], [1, otherwise]),
    'fi'
  )
}

function forLoops({ word, body, simple }: CompoundParts): Piece {
  const end = choice(
    [6, oneOf([], '')],
    [1, oneOf('break or continue', 'break; ', 'continue; ', '[ -f x ] && break; ')]
  )
  const loop = (use: Uses, list: Piece): Piece =>
    sequence(use, 'for ', textOf([], name), ' in ', list, then, 'do', open, body, end, 'done')
  const plainWords = fc
    .array(fc.constantFrom(...WORDS, "'a b'", '"c"', 'd\\ e', "''"), { minLength: 1, maxLength: 3 })
    .map((words) => words.join(' '))
  const use = choice(
    [
      2,
      sequence(
        'loop variable',
        oneOf([], 'ls ', 'rm ', 'cat a/', 'echo x'),
        '$v',
        oneOf([], '', '.txt', '/b', ' "$v"')
      )
    ],
    [
      3,
      sequence(
        'loop variable in quotes',
        oneOf([], 'ls ', 'rm ', 'git add ', 'mv '),
        '"',
        oneOf([], '', './', 'a '),
        '$v',
        oneOf([], '', '.ts', ' b'),
        '"'
      )
    ],
    [1, sequence('loop variable', 'tee < /dev/null ', '"$v.out"', '; ', simple)]
  )
  const known = sequence(
    'for over words',
    'for v in ',
    textOf([], plainWords),
    then,
    'do',
    open,
    use,
    then,
    'done'
  )
  return choice(
    [4, loop('for over words', textOf([], plainWords))],
    [5, known],
    [2, loop('for over globs', oneOf('glob star', '*', '*.ts', 'src/*.js a', './*'))],
    [2, loop('for over braces', oneOf('brace range', '{1..3}', '{a,b}', '{0..1} x', 'f{1,2}'))],
    [2, loop('for over an expansion', choice([1, word], [1, oneOf([], '$x', '"$@"', '$(ls)', '"${a[@]}"')]))],
    [1, sequence('for without in', 'for v; do ', body, 'done')],
    [1, sequence('arithmetic for', 'for ((i=0; i<2; i++)); do ', body, 'done')]
  )
}

function otherLoops({ simple, condition, body }: CompoundParts): Piece {
  const head = choice([2, condition], [2, simple])
  const once = (keyword: 'while' | 'until'): Piece =>
    sequence(
      [keyword, 'break or continue'],
      `${keyword} `,
      head,
      then,
      'do',
      open,
      body,
      'break',
      then,
      'done'
    )
  return choice(
    [4, once('while')],
    [3, once('until')],
    [1, sequence('while', 'while false', then, 'do', open, body, 'done')],
    [1, sequence('until', 'until true', then, 'do', open, body, 'done')],
    [
      3,
      sequence(
        ['while', 'while read'],
        oneOf([], 'while read -r line', 'while IFS= read -r line', 'while read x y'),
        then,
        'do',
        open,
        body,
        'break; ',
        'done',
        oneOf([], ' < in.txt', ' <in.txt', ' < <(ls)', ' <<< "$x"')
      )
    ]
  )
}

function cases({ word, list, body }: CompoundParts): Piece {
  const single = choice(
    [3, oneOf([], 'a', 'start', 'x.y', '1', 'main', '-v', '--all', 'a/b')],
    [3, oneOf('case glob', '*', '*.ts', 'a?', 'v*', '/*', '[ab]', '[0-9]*')],
    [2, oneOf('case quoted pattern', "'a b'", '"x"', '"$x"', "'*'", 'a\\ b', "x'y'z")]
  )
  const pattern = choice(
    [6, single],
    [2, sequence('case alternatives', single, oneOf([], '|', ' | '), single)],
    [1, sequence('case in parentheses', '(', single)]
  )
  const ending = choice(
    [12, sequence([], ';;', LINE)],
    [4, oneOf([], ';; ')],
    [2, sequence('case falling through', ';&', LINE)],
    [1, sequence('case falling through', ';;& ')]
  )
  const inner = choice(
    [4, sequence([], open, body, LINE)],
    [3, sequence([], oneOf([], ' ', ''), list, oneOf([], '', ' '))],
    [1, oneOf('case empty arm', ' ', '')]
  )
  const arm = sequence([], pattern, ')', inner, ending)
  const subject = choice([3, word], [3, oneOf([], '"$1"', '$x', '"$x"', 'a', 'x.ts')])
  return sequence(
    'case',
    'case ',
    subject,
    choice([2, oneOf([], ' in ')], [1, sequence([], ' in', LINE)], [1, sequence([], ' in', LINE, '  ')]),
    fc.array(arm, { minLength: 1, maxLength: 3 }).map((arms) => joined(arms)),
    'esac'
  )
}

function rare({ word, body }: CompoundParts): Piece {
  return choice(
    [3, oneOf('arithmetic command', '((x++))', '(( 1 + 1 ))', '((x > 1))', '(( x = y * 2 ))')],
    [1, sequence('select', 'select v in a b; do ', body, 'break; done')],
    [1, sequence('coproc', 'coproc { ', body, '}')],
    [1, sequence('coproc', 'coproc ls ', word)]
  )
}

/** Definitions, alone or with calls around them: several statements, the last without an end. */
export function functions({ body, word, redirection }: CompoundParts): Piece {
  const define = (called: string): Piece =>
    choice(
      [
        5,
        sequence(
          'function',
          choice(
            [2, oneOf([], `${called}() { `)],
            [1, sequence([], `${called} () {`, LINE)],
            [1, sequence([], `${called}()`, LINE, '{ ')]
          ),
          body,
          '}'
        )
      ],
      [
        1,
        sequence(
          ['function', 'function keyword'],
          oneOf([], `function ${called} { `, `function ${called}() { `),
          body,
          '}'
        )
      ],
      [1, sequence(['function', 'function with a subshell'], `${called}() (`, body, ')')],
      [1, sequence(['function', 'function that redirects'], `${called}() { `, body, '} ', redirection)]
    )
  const text = oneOf([], '', ' a', ' -x b', ' "$x"', ...NASTY.slice(0, 3).map((one) => ` '${one}'`))
  return fc
    .constantFrom(...FUNCTIONS)
    .chain((called) =>
      choice(
        [4, sequence('function called', define(called), LINE, called, text)],
        [2, sequence('function called', define(called), '; ', called, ' ', word)],
        [2, sequence('function never called', define(called))],
        [
          1,
          sequence(
            ['function called', 'function that shadows'],
            `${called} b`,
            LINE,
            define(called),
            LINE,
            called,
            text
          )
        ],
        [1, sequence('function called', define(called), LINE, 'if ', called, '; then ', called, text, '; fi')]
      )
    )
}
