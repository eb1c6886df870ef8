/** Simple commands: assignments, names, words and redirections in every order bash takes them. */
import fc from 'fast-check'
import { choice, type Fragment, joined, oneOf, type Piece, sequence, textOf, type Uses } from './fragment.ts'
import { inDouble } from './quoting.ts'
import { afterDelimiter, heredoc, redirection } from './redirections.ts'
import { NASTY, VARIABLES } from './vocabulary.ts'
import { directory, type WordKinds } from './words.ts'

const blank: Piece = choice(
  [100, oneOf([], ' ')],
  [3, oneOf([], '  ')],
  [1, oneOf('tab as blank', '\t')],
  [1, oneOf('continuation between blanks', ' \\\n ', ' \\\n    ')],
  [1, oneOf('continuation after a word', '\\\n ', '\\\n  ')]
)

const name = fc.constantFrom(...VARIABLES)

/** Pieces with blanks between them. */
const spaced = (pieces: fc.Arbitrary<readonly Fragment[]>): Piece =>
  pieces.chain((found) =>
    found.length === 0
      ? fc.constant(joined([]))
      : fc
          .array(blank, { minLength: found.length, maxLength: found.length })
          .map((blanks) =>
            joined(found.flatMap((one, index) => (index === 0 ? [one] : [blanks[index] ?? one, one])))
          )
  )

const assignment = (use: Uses, operator: string, value: Piece): Piece =>
  sequence(use, textOf([], name), operator, value)

/** Every simple command. */
export function simpleCommands(words: WordKinds, substitution: Piece): Piece {
  const { argument, value, target } = words
  const parts = { target, word: argument }
  const one = redirection(parts)
  const args = fc.array(argument, { maxLength: 3 })

  const bare = spaced(fc.tuple(words.name, args).map(([first, rest]) => [first, ...rest]))
  const redirected = spaced(
    fc
      .tuple(words.name, args, one, fc.array(one, { maxLength: 1 }))
      .map(([first, rest, redirect, more]) => [
        first,
        ...rest,
        joined(
          [redirect],
          more.length > 0
            ? ['redirection after the words', 'several redirections']
            : 'redirection after the words'
        ),
        ...more
      ])
  )
  const between = spaced(
    fc
      .tuple(words.name, one, argument, args)
      .map(([first, redirect, word, rest]) => [
        first,
        joined([redirect], 'redirection between words'),
        word,
        ...rest
      ])
  )
  const before = spaced(
    fc
      .tuple(one, words.name, args)
      .map(([redirect, first, rest]) => [joined([redirect], 'redirection before the name'), first, ...rest])
  )
  const document = sequence(
    [],
    words.name,
    choice(
      [3, oneOf([], ' ')],
      [1, sequence([], ' ', argument, ' ')],
      [1, oneOf('heredoc after a dash', ' - ')]
    ),
    choice(
      [40, heredoc(substitution)],
      [1, sequence('two heredocs', heredoc(substitution), ' ', heredoc(substitution))]
    ),
    afterDelimiter(parts)
  )
  const prefix = spaced(
    fc
      .tuple(
        assignment('assignment prefix', '=', value),
        fc.array(assignment('several prefixes', '=', value), { maxLength: 1 }),
        words.name,
        args
      )
      .map(([first, more, program, rest]) => [first, ...more, program, ...rest])
  )
  const assignments = choice(
    [24, assignment('bare assignment', '=', value)],
    [8, assignment('appending assignment', '+=', value)],
    [12, sequence('array', textOf([], name), '=(', spaced(fc.array(argument, { maxLength: 3 })), ')')],
    [3, sequence('appended array', textOf([], name), '+=(', argument, ')')],
    [1, oneOf('subscript assignment', 'a[0]=x', 'a[1]="$x"', 'a[i]=1', 'm[k]+=v')],
    [1, oneOf('array before a command', 'a=(1 2) ls', 'x=() git log')]
  )
  return choice(
    [60, bare],
    [22, redirected],
    [4, between],
    [2, before],
    [10, document],
    [6, prefix],
    [5, assignments],
    [11, state(words)],
    [1, sequence('redirection alone', one)]
  )
}

/** Commands by which the shell itself changes, and built-ins that read or run text. */
function state({ argument, value }: WordKinds): Piece {
  const text = fc.constantFrom(...NASTY).map((one) => `"${inDouble(one)}"`)
  return choice(
    [4, sequence('cd literal', 'cd ', directory)],
    [
      1,
      sequence('cd otherwise', oneOf([], 'cd', 'cd -', 'cd "$x"', 'pushd src', 'popd', 'cd -P src', 'cd ~'))
    ],
    [3, oneOf('set option', 'set -e', 'set -eu', 'set -euo pipefail', 'set -o pipefail', 'set +e', 'set -u')],
    [3, sequence('export', 'export ', textOf([], name), '=', value)],
    [1, oneOf('export', 'export x', 'export -n x', 'export A=1 B=2', 'export "y=z"')],
    [2, oneOf('declaration', 'declare x=1', 'readonly r1', 'typeset -i n', 'declare -a a', 'local z=1')],
    [2, oneOf('unset', 'unset x', 'unset x y', 'unset -f g', 'unset -v f')],
    [1, oneOf('read', 'read x', 'read -r x y', 'read -r line < in.txt')],
    [1, sequence('text that is run', 'eval ', textOf([], text))],
    [
      1,
      oneOf('text that is run', 'source in.txt', '. ./env.sh', "trap 'ls' EXIT", 'trap - INT', "eval 'x=1'")
    ],
    [
      1,
      oneOf(
        'shell state',
        'shopt -s nullglob',
        'alias q=ls',
        'hash -r',
        'enable -n x',
        'PATH=/x ls',
        'IFS=, '
      )
    ],
    [
      2,
      sequence(
        'wrapper',
        oneOf([], 'command ', 'env ', 'exec ', 'builtin ', 'sudo ', 'nohup ', 'xargs '),
        oneOf([], 'ls ', 'rm ', 'echo '),
        argument
      )
    ],
    [1, oneOf('lasting redirection', 'exec 3>&1', 'exec 2>err.txt', 'exec < /dev/null')],
    [1, oneOf('let', 'let x=1', "let 'x = 1 + 2'", 'let i++')],
    [1, oneOf('exit or return', 'exit', 'exit 1', 'exit $?', 'return 0')]
  )
}
