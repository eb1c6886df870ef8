/** What a dollar sign, backticks and process substitutions begin. */
import fc from 'fast-check'
import {
  choice,
  enclosed,
  type Fragment,
  fragment,
  oneOf,
  type Piece,
  render,
  sequence,
  textOf,
  type Uses
} from './fragment.ts'
import { inDouble } from './quoting.ts'
import { NASTY, VARIABLES } from './vocabulary.ts'

/** What the grammar's rules refer to and what refers to them. */
export interface Rules {
  /** Statements without the end of the last one. */
  readonly list: Piece
  readonly simple: Piece
  readonly compound: Piece
  /** A word where arguments stand. */
  readonly word: Piece
}

const name = fc.constantFrom(...VARIABLES)

const OPERANDS = ['', 'a', 'a/b', '*/', '.txt', 'main', '-x', 'a:b', '0', 'x,y'] as const

const braced = (use: Uses, ...tails: readonly string[]): Piece =>
  textOf(
    use,
    fc
      .tuple(name, fc.constantFrom(...tails), fc.constantFrom(...OPERANDS))
      .map(([variable, tail, operand]) => `\${${variable}${tail.replace('OPERAND', () => operand)}}`)
  )

/** `$name`, `${...}` and arithmetic: no statement inside. */
const plainParameter: Piece = choice(
  [
    30,
    textOf(
      'variable',
      name.map((variable) => `$${variable}`)
    )
  ],
  [8, oneOf('special parameter', '$?', '$#', '$$', '$!', '$-', '$*', '${?}', '${#}')],
  [8, oneOf('arguments of the script', '$@', '$1', '$0', '${1}', '${@}', '${10}')],
  [
    8,
    oneOf('home or directory', '$HOME', '$PWD', '${HOME}', '${PWD}', '$HOME/x', '$PWD/a b'.replace(' b', ''))
  ],
  [
    12,
    textOf(
      'braced variable',
      name.map((variable) => `\${${variable}}`)
    )
  ],
  [
    6,
    textOf(
      'length',
      name.map((variable) => `\${#${variable}}`)
    )
  ],
  [8, braced('default', ':-OPERAND', '-OPERAND')],
  [6, braced('alternative', ':+OPERAND', '+OPERAND')],
  [6, braced('prefix removal', '#OPERAND', '##OPERAND')],
  [6, braced('suffix removal', '%OPERAND', '%%OPERAND')],
  [5, oneOf('array element', '${a[0]}', '${x[1]}', '${#a[@]}')],
  [5, oneOf('all elements', '${a[@]}', '${a[*]}', '${x[@]}')],
  [6, oneOf('arithmetic of numbers', '$((1+2))', '$(( 3 * (4 - 1) ))', '$((1<<2))', '$(( 1 > 0 && 2 ))')]
)

/** Forms that a reader may well refuse. */
const rareParameter: Piece = choice(
  [2, braced('assigning default', ':=OPERAND', '=OPERAND')],
  [2, braced('error if unset', ':?OPERAND', '?OPERAND')],
  [2, oneOf('pattern with quotes', "${x#'a'}", '${x%"b"}', '${x##*"/"}', '${y%\\*}', '${x#[ab]}', '${x%.*}')],
  [
    4,
    oneOf(
      'replacement',
      '${x/a/b}',
      '${x//a/b}',
      '${x/#a/b}',
      '${x/%a/b}',
      '${x//\\//_}',
      '${y//./-}',
      '${x/a}'
    )
  ],
  [3, oneOf('substring', '${x:0:3}', '${x:1}', '${x: -1}', '${@:2}', '${x:y}')],
  [3, oneOf('change of case', '${x^}', '${x^^}', '${x,}', '${x,,}', '${x^^[a-c]}')],
  [1, oneOf('indirection', '${!x}', '${!x@}', '${!a[@]}')],
  [1, oneOf('transformation', '${x@Q}', '${x@P}', '${x@U}')],
  [2, oneOf('expansion in an operand', '${x:-$y}', '${x:-${y}}', '${x:+"$y"}', '${x%"$y"}', '${x:-$HOME/a}')],
  [
    4,
    oneOf('arithmetic with names', '$((x + 1))', '$((i++))', '$(( $x * 2 ))', '$((x[0]))', '$((x ? 1 : 2))')
  ],
  [1, oneOf('arithmetic in brackets', '$[1+2]', '$[x]')]
)

/** The expansions of `$` that hold no statement. */
const parameter: Piece = choice([5, plainParameter], [1, rareParameter])

const inParentheses = (open: string, uses: Uses, inside: Piece): Piece =>
  inside.map((one) => surround(open, uses, enclosed(one)))

function surround(open: string, uses: Uses, inside: Fragment): Fragment {
  const [text = ''] = inside.parts
  const own = fragment(uses, `${open}${separated(String(text))})`)
  return { parts: own.parts, uses: [...own.uses, ...inside.uses] }
}

/** `$((` would begin arithmetic. */
const separated = (text: string): string => (text.startsWith('(') ? ` ${text}` : text)

/** Text as it is written between backticks. */
const ticked = (text: string): string => `\`${text.replaceAll(/[\\`]/g, '\\$&')}\``

function inBackticks(one: Fragment, more: readonly Fragment['uses'][number][]): Fragment {
  const text = render(one)
  const uses: Fragment['uses'][number][] = ['backticks', ...more, ...one.uses]
  if (/[\\`]/.test(text)) uses.push('escapes in backticks')
  else if (/["']/.test(text)) uses.push('quotes in backticks')
  return { parts: [ticked(text)], uses }
}

const calmCommand = oneOf('simple command', 'date', 'git rev-parse HEAD', 'ls -a', 'whoami', 'id -u', 'cat x')

/** Everything that `$`, backticks and process substitutions begin, outside double quotes. */
export function expansions({ list, simple, compound }: Rules): {
  unquoted: Piece
  inQuotes: Piece
  files: Piece
} {
  const substitution = choice(
    [5, inParentheses('$(', 'substitution', simple)],
    [2, inParentheses('$(', ['substitution', 'substitution of a list'], list)],
    [2, inParentheses('$(', ['substitution', 'substitution of a compound'], compound)],
    [
      2,
      inParentheses(
        '$(',
        ['substitution', 'nested substitution'],
        inParentheses('$(', 'substitution', simple).map((one) => ({
          parts: ['echo "', ...one.parts, '"'],
          uses: one.uses
        }))
      )
    ],
    [1, oneOf(['substitution', 'file substitution'], '$(<in.txt)', '$(< "in.txt")')],
    [3, choice([3, calmCommand], [1, simple]).map((one) => inBackticks(one, []))],
    [
      1,
      sequence(
        ['assigning default', 'substitution in an operand'],
        '${x:-',
        inParentheses('$(', [], simple),
        '}'
      )
    ],
    [
      1,
      sequence(
        ['arithmetic with names', 'substitution in arithmetic'],
        '$((1 + ',
        inParentheses('$(', [], simple),
        '))'
      )
    ]
  )
  const quotedPart = choice(
    [4, textOf([], fc.constantFrom(...NASTY.map(inDouble), 'a', ' ', ': ', '/', '-'))],
    [6, parameter.map((one) => ({ ...one, uses: [...one.uses, 'variable in quotes' as const] }))],
    [1, substitution.map((one) => ({ ...one, uses: [...one.uses, 'substitution in quotes' as const] }))],
    [1, choice([3, calmCommand], [1, simple]).map((one) => inBackticks(one, ['backticks in quotes']))]
  )
  return {
    unquoted: choice([4, parameter], [3, substitution]),
    inQuotes: fc.array(quotedPart, { minLength: 1, maxLength: 3 }).map((parts) => ({
      parts: ['"', ...parts.flatMap((one) => one.parts), '"'],
      uses: ['double quotes', ...parts.flatMap((one) => one.uses)]
    })),
    files: choice(
      [2, inParentheses('<(', 'process substitution <( )', simple)],
      [1, inParentheses('<(', 'process substitution <( )', list)],
      [1, inParentheses('>(', 'process substitution >( )', simple)]
    )
  }
}
