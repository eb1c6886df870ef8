/** What a script may know of a variable or a directory, next to everything that can make it wrong. */
import { choice, oneOf, type Piece, sequence } from './fragment.ts'

/** Statements that may give the variable of a loop another value, or another meaning to its use. */
const meddling = oneOf(
  [],
  'v=c',
  'v+=x',
  'v=z :',
  '(v=z)',
  'read v < in.txt',
  'ls | read v',
  'unset v',
  'unset -v v',
  'export v=q',
  'declare v=w',
  'readonly v',
  'eval v=c',
  'printf -v v z',
  ': ${v:=d}',
  ': $((v=5))',
  '((v=3))',
  'let v=2',
  'getopts a v',
  'mapfile v < in.txt',
  'declare -n v=w; v=q',
  'for v in p; do :; done',
  'IFS=b',
  'IFS=a ls',
  'set -f',
  'helper() { v=z; }; helper',
  'helper() { ls "$v"; }; helper',
  'helper() { local v=z; ls "$v"; }; helper',
  'exec {v}>out.txt',
  'true'
)

const loopUse = oneOf(
  [],
  'ls "$v"',
  'rm $v',
  'cat "x$v" y',
  'ls ${v}.c',
  'tee "$v.o" < /dev/null',
  'ls > "$v.p"'
)

const home = oneOf(
  [],
  'HOME=/q',
  'HOME=/q :',
  'unset HOME',
  'export HOME=/r',
  'declare HOME=/d',
  'read HOME < in.txt',
  'eval HOME=/e',
  ': ${HOME:=x}',
  'for HOME in /a; do :; done',
  'helper() { HOME=/z; }; helper',
  'helper() { HOME=/z; }',
  'printf -v HOME /p',
  '(HOME=/s)',
  'PWD=/x',
  'cd src',
  'cd src && cd lib',
  'cd src || cd lib',
  '(cd src)',
  'cd src | true',
  'cd src & wait',
  'cd /tmp; cd -',
  'pushd src',
  'cd ..',
  'cd "$HOME"',
  'cd ~/a',
  'CDPATH=/ cd tmp',
  'if true; then cd src; fi',
  'helper() { cd src; }; helper',
  'true'
)

const homeUse = oneOf(
  [],
  'ls ~',
  'ls ~/x "$HOME" $PWD',
  'rm "$PWD/a"',
  'ls > ~/o',
  'ls > "$PWD/q"',
  'ls > r',
  'ls > ./s',
  'ls > ../t',
  'ls >> "$HOME/u"',
  '(ls > w)',
  'ls | tee x > y'
)

const options = oneOf(
  'set option',
  'set -f',
  'set -k',
  'set +B',
  'set -C',
  'set -a',
  'set -o posix',
  'set -o noglob',
  'set -- a b',
  'set -n',
  'shopt -s nullglob',
  'shopt -s extglob',
  'shopt -s dotglob failglob',
  'shopt -u sourcepath'
)

const optionUse = oneOf(
  [],
  'ls * x=1 {a,b}',
  'rm a=b c',
  'ls > out.txt',
  'ls "$@" $1',
  'echo [ab]*',
  'x=1 ls y=2'
)

const stop = oneOf([], '; ', ' && ', ' || ')

/** Several statements, the last without an end. */
export const meddled: Piece = choice(
  [
    3,
    sequence(
      ['for over words', 'loop variable'],
      "for v in a 'b c' d; do ",
      choice([2, oneOf([], '')], [1, sequence([], loopUse, '; ')]),
      meddling,
      '; ',
      loopUse,
      '; done; ',
      loopUse
    )
  ],
  [3, sequence('home or directory', home, stop, homeUse)],
  [1, sequence([], options, stop, optionUse)]
)
