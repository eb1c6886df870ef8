/** Built-ins of the shell, and shells. */
import { flags, letters, type Row, values } from '../table.ts'

const builtin = (names: string, message: string, not: string[]): Row => ({
  names: names.split(' '),
  operands: { rest: 'text' },
  everyOptionHarmless: true,
  meaning: { code: 'builtin', message, lasts: true },
  examples: { readOnly: [], not }
})

export const BUILTINS: readonly Row[] = [
  {
    names: ['true', 'false', ':', 'exit', 'return', 'break', 'continue', 'times', 'logout'],
    everyOptionHarmless: true,
    operands: { rest: 'text' },
    examples: { readOnly: ['true', ': "$x"', 'exit 1', 'break'], not: ['true --frobnicate'] }
  },
  {
    names: ['echo'],
    order: 'first',
    everyOptionHarmless: true,
    options: [letters('neE')],
    otherOptionsAreText: true,
    operands: { rest: 'text' },
    examples: {
      readOnly: ['echo', 'echo -n a', 'echo -e "a\\n"', 'echo a -x --y', 'echo --- x', 'echo -- a'],
      not: []
    }
  },
  {
    names: ['printf'],
    order: 'first',
    options: [values('-v', { harm: 'assigns a variable', risk: 'changes-environment' })],
    operands: { rest: 'text' },
    examples: {
      readOnly: ["printf '%s\\n' a b", 'printf x -v'],
      not: ['printf -v name x', 'printf "$FORMAT" x']
    }
  },
  {
    names: ['pwd'],
    options: [letters('LP'), flags('--logical --physical')],
    examples: { readOnly: ['pwd', 'pwd -P'], not: ['pwd --frobnicate'] }
  },
  {
    names: ['cd'],
    special: 'cd',
    everyOptionHarmless: true,
    options: [letters('LPe@')],
    examples: { readOnly: ['cd src', 'cd -P src', 'cd', 'cd -'], not: ['cd a b'] }
  },
  {
    names: ['pushd'],
    special: 'cd',
    everyOptionHarmless: true,
    options: [letters('n')],
    examples: { readOnly: ['pushd src'], not: ['pushd a b'] }
  },
  {
    names: ['popd'],
    special: 'cd',
    options: [letters('n')],
    examples: { readOnly: ['popd'], not: ['popd -x'] }
  },
  {
    names: ['dirs'],
    options: [letters('lpv'), letters('c', { harm: 'clears the stack', risk: 'changes-state' })],
    operands: { only: /^[+-]\d+$/, rest: 'text' },
    examples: { readOnly: ['dirs -v'], not: ['dirs -c'] }
  },
  {
    names: ['export'],
    special: 'export',
    examples: {
      readOnly: ['export LANG=C', 'export -p', 'export'],
      not: ['export FOO=1', 'export PATH=.', 'export -f x']
    }
  },
  {
    names: ['unset'],
    special: 'unset',
    options: [letters('v'), letters('fn', { harm: 'unsets a function or reference', risk: 'changes-state' })],
    examples: { readOnly: ['unset x', 'unset -v x'], not: ['unset PATH', 'unset -f x', 'unset "$name"'] }
  },
  {
    names: ['read'],
    special: 'read',
    options: [
      letters('ers'),
      values('-d -i -n -N -p -t -u'),
      values('-a', { harm: 'fills an array', risk: 'changes-environment' })
    ],
    examples: {
      readOnly: ['read -r line', 'read -rp "x" a b', 'IFS= read -r line'],
      not: ['read PATH', 'IFS= read -r IFS', 'PATH=. read x', 'IFS= ls', 'IFS=x', 'read -a x', 'read "$name"']
    }
  },
  {
    names: ['set'],
    special: 'set',
    examples: {
      readOnly: ['set -e', 'set -euo pipefail', 'set +x', 'set -o pipefail', 'set -o vi', 'set -m'],
      not: ['set -f', 'set -- a', 'set -o posix', 'set -a']
    }
  },
  { names: ['eval'], special: 'eval', examples: { readOnly: [], not: ['eval ls', 'eval "$X"'] } },
  { names: ['source', '.'], special: 'source', examples: { readOnly: [], not: ['source a.sh', '. ./a.sh'] } },
  {
    names: ['exec'],
    special: 'exec',
    order: 'first',
    options: [letters('cl'), values('-a')],
    examples: { readOnly: [], not: ['exec rm x', 'exec -a ls rm -rf build', 'exec'] }
  },
  {
    names: ['trap'],
    special: 'trap',
    examples: { readOnly: ['trap -p', 'trap - INT', "trap '' PIPE"], not: ["trap 'rm x' EXIT"] }
  },
  {
    names: ['alias'],
    special: 'alias',
    examples: { readOnly: ['alias', 'alias -p'], not: ["alias ls='rm -rf build'"] }
  },
  {
    names: ['unalias'],
    everyOptionHarmless: true,
    options: [letters('a')],
    operands: { rest: 'text' },
    meaning: { code: 'alias', message: 'changes what names mean', lasts: true },
    examples: { readOnly: [], not: ['unalias ls'] }
  },
  {
    names: ['shopt'],
    special: 'shopt',
    options: [letters('supoq')],
    examples: {
      readOnly: ['shopt', 'shopt -p extglob', 'shopt -s histappend', 'shopt -u failglob'],
      not: [
        'shopt -s expand_aliases',
        'shopt -s "$x"',
        'shopt -s nullglob',
        'shopt -s histappend extglob',
        'shopt -so posix'
      ]
    }
  },
  {
    names: ['hash'],
    options: [letters('rdtlp')],
    operands: { rest: 'text' },
    meaning: { code: 'lookup-changed', message: 'changes how programs are found', lasts: true },
    examples: { readOnly: [], not: ['hash -p ./evil ls'] }
  },
  builtin('enable', 'may load code into the shell', ['enable -f ./x.so x', 'enable -n test']),
  {
    names: ['declare', 'typeset', 'local', 'readonly'],
    special: 'declare',
    examples: {
      readOnly: [
        'local x y=1',
        'declare -r a="$b"',
        'declare -p',
        'readonly A=1',
        'declare -A map',
        'declare -f'
      ],
      not: [
        "declare -i n='a[$(rm x)]'",
        "declare -a 'a=($(rm x))'",
        "declare 'a=($(rm x))'",
        'declare -n r=x',
        'local PATH=.',
        'declare "$x"',
        'declare -x FOO',
        'declare LD_PRELOAD=./x'
      ]
    }
  },
  {
    names: ['mapfile', 'readarray'],
    special: 'read',
    options: [
      letters('t'),
      values('-d -n -O -s -u'),
      values('-C -c', { meaning: { code: 'builtin', message: 'may run a callback', lasts: true } })
    ],
    examples: {
      readOnly: ['mapfile -t lines', 'readarray -d "" names'],
      not: ["mapfile -C 'rm -rf build' -c 1 x", 'mapfile PATH', 'mapfile "$x"']
    }
  },
  {
    names: ['let'],
    operands: { rest: 'text' },
    examples: { readOnly: ['let x=1', "let 'x += 1' y++"], not: ['let x=1 -z'] }
  },
  builtin('compgen', 'may expand its words', ["compgen -W '$(rm x)'"]),
  {
    names: ['complete', 'compopt'],
    effect: 'changes how words are completed',
    everyOptionHarmless: true,
    operands: { rest: 'text' },
    destructive: false,
    examples: { readOnly: [], not: ['complete -W "a b" x', 'complete -C ./x y'] }
  },
  {
    names: ['bind'],
    options: [letters('lpPvVsSX', { mark: 'shows' })],
    effect: 'changes what keys do',
    everyOptionHarmless: true,
    operands: { rest: 'text' },
    destructive: false,
    examples: { readOnly: ['bind -p', 'bind -l'], not: ["bind -x 'x:rm'", 'bind -f file'] }
  },
  {
    names: ['fc'],
    options: [
      letters('l', { mark: 'shows' }),
      letters('nr'),
      letters('s', { meaning: { code: 'builtin', message: 'runs an earlier command again', lasts: true } }),
      values('-e')
    ],
    numbers: true,
    operands: { rest: 'text' },
    effect: 'runs an earlier command again',
    examples: { readOnly: ['fc -l', 'fc -ln'], not: ['fc', 'fc -s', 'fc -s x=y'] }
  },
  {
    names: ['shift', 'suspend', 'caller', 'disown'],
    options: [letters('ahr')],
    operands: { only: /^[%0-9]\d*$/, rest: 'text', excess: 'does more than it says' },
    examples: { readOnly: ['shift', 'shift 2', 'disown', 'disown -a'], not: ['shift "$x"', 'disown x'] }
  },
  builtin('getopts coproc select', 'is not modelled', ['getopts ab x']),
  {
    names: ['jobs'],
    order: 'first',
    options: [
      letters('lnprs'),
      letters('x', {
        meaning: { code: 'builtin', message: 'runs a command after changing its words', lasts: false }
      })
    ],
    wraps: { own: 0, allow: 'never', fallback: 'lists jobs', why: 'jobs runs it' },
    examples: { readOnly: ['jobs', 'jobs -l'], not: ['jobs -x rm -rf build'] }
  },
  {
    names: ['history'],
    operands: { first: ['text'], only: /^\d+$/, excess: 'changes the history', risk: 'changes-state' },
    examples: {
      readOnly: ['history', 'history 20'],
      not: ['history -w out.txt', 'history -c', 'history "$X"']
    }
  },
  {
    names: ['wait'],
    options: [letters('fn')],
    operands: { rest: 'text' },
    examples: { readOnly: ['wait', 'wait -n', 'wait 123'], not: ['wait -p x'] }
  },
  {
    names: ['type'],
    everyOptionHarmless: true,
    options: [letters('afptP')],
    operands: { rest: 'text' },
    examples: { readOnly: ['type ls', 'type -a git'], not: ['type -x ls'] }
  },
  {
    names: ['umask', 'ulimit'],
    options: [letters('SpHacdflmnrstuv')],
    operands: { excess: 'changes a limit of the shell', risk: 'changes-state' },
    destructive: false,
    examples: { readOnly: ['umask', 'ulimit -n', 'ulimit -a'], not: ['umask 0', 'ulimit -n 4096'] }
  },
  {
    names: ['fg', 'bg'],
    effect: 'continues a job',
    risk: 'changes-state',
    operands: { rest: 'text' },
    examples: { readOnly: [], not: ['fg', 'bg %1'] }
  },
  {
    names: ['help'],
    options: [letters('dms')],
    operands: { rest: 'text' },
    examples: { readOnly: ['help cd', 'help -s cd'], not: ['help --html=x'] }
  },
  {
    names: ['test', '['],
    special: 'test',
    examples: {
      readOnly: [
        'test -f a',
        '[ -f package.json ]',
        '[ 1 -eq 2 ]',
        'test a = b',
        'test -n x -a -d src',
        'test -v name'
      ],
      not: ['test $x', 'test "$a" "$b"']
    }
  },
  {
    names: 'sh bash dash ash rbash zsh ksh ksh93 mksh yash csh tcsh fish'.split(' '),
    special: 'shell',
    examples: {
      readOnly: ['bash --version'],
      not: [
        "sh -c 'rm -rf build'",
        "bash -lc 'ls'",
        'bash script.sh',
        'sh ./payload.sh --help',
        'bash',
        "zsh -c 'rm x'"
      ]
    }
  }
]
