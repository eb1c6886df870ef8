/** `[ ... ]` and `[[ ... ]]`. */
import { choice, LINE, oneOf, type Piece, sequence } from './fragment.ts'

const UNARY = '-a -b -c -d -e -f -g -h -k -p -r -s -t -u -w -x -G -L -N -O -S'.split(' ')
const NUMBERS = ['-eq', '-ne', '-lt', '-le', '-gt', '-ge']

const blanked = (...texts: readonly string[]): readonly string[] => texts.map((text) => ` ${text} `)

const number = oneOf('plain word', '0', '1', '42', '"$x"', '$#', '$?')

/** Both kinds of test, as statements. */
export function conditions(word: Piece): Piece {
  const file = sequence('test of a file', oneOf([], ...UNARY.map((one) => `${one} `)), word)
  const string = choice(
    [2, sequence('test of strings', oneOf([], '-z ', '-n '), word)],
    [3, sequence('test of strings', word, oneOf([], ...blanked('=', '!=', '==')), word)],
    [1, sequence('test of strings', word)]
  )
  const numbers = sequence('test of numbers', number, oneOf([], ...blanked(...NUMBERS)), number)
  const simple = choice([3, file], [4, string], [3, numbers])
  const brackets = choice(
    [8, simple],
    [2, sequence('test negated', '! ', simple)],
    [1, sequence('test combined', simple, oneOf([], ...blanked('-a', '-o')), simple)],
    [1, sequence('test combined', "'(' ", simple, " ')'")]
  )
  return choice(
    [5, sequence('test brackets', '[ ', brackets, ' ]')],
    [1, sequence(['test brackets', 'built-in'], 'test ', brackets)],
    [8, sequence('condition', '[[ ', condition(word), ' ]]')]
  )
}

function condition(word: Piece): Piece {
  const pattern = oneOf([], '*', 'a*', '*.ts', 'x?', 'main', 'v1.2', '"*"', "'a b'*", '$y', '"$y"', '[ab]*')
  const extended = oneOf('extended glob', '@(a|b)', '!(x)', 'v+([0-9])', '*(a)b')
  const atom = choice(
    [5, sequence('condition on a file', oneOf([], ...UNARY.map((one) => `${one} `)), word)],
    [4, sequence('condition on a string', oneOf([], '-z ', '-n '), word)],
    [3, sequence('condition on a string', word)],
    [4, sequence('condition on equality', word, oneOf([], ...blanked('=', '==', '!=')), word)],
    [4, sequence('condition on a pattern', word, oneOf([], ...blanked('=', '==', '!=')), pattern)],
    [1, sequence('condition on a pattern', word, oneOf([], ...blanked('=', '==', '!=')), extended)],
    [2, sequence('condition on order', word, oneOf([], ...blanked('<', '>')), word)],
    [2, sequence('condition on two files', word, oneOf([], ...blanked('-nt', '-ot', '-ef')), word)],
    [2, sequence('condition on numbers', number, oneOf([], ...blanked(...NUMBERS)), number)],
    [1, sequence('condition on a variable', oneOf([], '-v x', '-R y', '-o pipefail'))],
    [2, oneOf('condition on a regular expression', '$x =~ ^a', '"$x" =~ [0-9]+', 'a =~ (a|b)', '$x =~ "$y"')]
  )
  return choice(
    [10, atom],
    [2, sequence('condition negated', '! ', atom)],
    [
      3,
      sequence(
        'condition with and or or',
        atom,
        choice([8, oneOf([], ' && ', ' || ')], [1, sequence([], ' &&', LINE, ' ')]),
        atom
      )
    ],
    [1, sequence('condition in parentheses', '( ', atom, ' )')],
    [
      1,
      sequence(
        ['condition in parentheses', 'condition with and or or'],
        '( ',
        atom,
        ' || ',
        atom,
        ' ) && ',
        atom
      )
    ]
  )
}
