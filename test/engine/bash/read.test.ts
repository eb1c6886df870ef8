// biome-ignore-all lint/suspicious/noTemplateCurlyInString: scripts hold shell parameters
import { describe, expect, test } from 'vitest'
import type { StructureCode } from '../../../src/engine/bash/program.ts'
import { argvOf, programOf, read } from './fixture.ts'

const lines = (...all: readonly string[]): string => all.join('\n')

/** Constructs that are read: the number in the list of constructs, the script, the commands in it. */
const READ: readonly (readonly [string, string, readonly string[]])[] = [
  ['20: words after a redirection', 'rm 2>/dev/null -rf /', ['rm -rf /']],
  ['20: a redirection between a program and its subcommand', 'git 2>&1 push --force', ['git push --force']],
  ['21: a lone dash before a heredoc', lines("python3 - <<'EOF'", 'x', 'EOF'), ['python3 -']],
  ['21: a lone dash before other redirections', 'tar xf - >f - 2>&1', ['tar xf - -']],
  ['22: words after a delimiter', lines('rm <<EOF -rf x', 'a', 'EOF'), ['rm -rf x']],
  [
    '22: a pipeline after a delimiter',
    lines('cat <<EOF | grep x', 'a', 'EOF', 'ls'),
    ['cat', 'grep x', 'ls']
  ],
  ['22: a list after a delimiter', lines('cat <<EOF && rm x || ls', 'a', 'EOF'), ['cat', 'rm x', 'ls']],
  ['29: the process id', 'cat /tmp/x$$ "$$"', ['cat /tmp/x<variable*> <variable>']],
  ['31: expansions with nothing between them', 'echo u:`a`:y', ['echo u:<substitution*>:y', 'a']],
  ['32: lists in braces', 'rm {a,b} x{c,}y', ['rm a b xcy xy']],
  ['32: numbers in braces', 'echo {3..1} v{1..2}', ['echo 3 2 1 v1 v2']],
  ['32: braces that mean themselves', 'git show HEAD@{1} {} a{b', ['git show HEAD@{1} {} a{b']],
  ['33: a timed command', 'time -p ls -l', ['ls -l']],
  [
    '36b: a tilde inside an argument like an assignment',
    'make DIR=~/x a=~',
    ['make DIR=<tilde>/x a=<tilde>']
  ],
  ['38: a case with plain patterns', 'case $x in a|b*) c;; *) d;; esac', ['c', 'd']],
  ['39: arithmetic with numbers', 'echo $((1 + 2))', ['echo <arithmetic*>']],
  ['40: lists', 'a; b & c && d || e', ['a', 'b', 'c', 'd', 'e']],
  ['40: pipelines', 'a | b |& c', ['a', 'b', 'c']],
  ['40: negation', '! a | b', ['a', 'b']],
  ['40: groups', '(a; b) && { c; d; }', ['a', 'b', 'c', 'd']],
  ['40: branches', 'if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
  ['40: loops', 'while a; do b; done; until c; do d; done', ['a', 'b', 'c', 'd']],
  ['40: a loop over words', 'for f in $(a) b; do rm "$f"; done', ['a', 'rm <variable>']],
  ['40: functions', lines('f() { a; }', 'function g { b; }'), ['a', 'b']],
  ['41: quotes', `echo 'a b' "c d" e\\ f "" $'g\\n' "\\$h" h"i"'j'`, ['echo a b c d e f  g\n $h hij']],
  ['41: quotes inside the name of a command', "r''m x; \\rm y; $'\\x72m' z", ['rm x', 'rm y', 'rm z']],
  [
    '42: substitutions',
    'a "$(b $(c))" > $(d) <(e)',
    ['a <substitution> <process-substitution>', 'b <substitution*>', 'c', 'd', 'e']
  ],
  ['42: a substitution in an assignment', 'x=$(a) b', ['b', 'a']],
  ['43: quoted heredocs', lines("cat <<'E' > f", '$(rm x) `y`', 'E'), ['cat']],
  ['43: heredocs that expand', lines('cat <<E', 'a $(b) $x', 'E'), ['cat', 'b']],
  ['43: heredocs without leading tabs', lines('cat <<-E', '\ta', '\tE', 'ls'), ['cat', 'ls']],
  [
    '43: a heredoc inside a substitution',
    lines(`git commit -m "$(cat <<'E'`, "it's", 'E', ')"'),
    ['git commit -m <substitution>', 'cat']
  ],
  ['44: assignments before a command', 'A=1 B="$x" env', ['env']],
  ['45: redirections before the name', '2>err >out ls -l', ['ls -l']],
  ['46: comments', lines('ls # rm x \\', 'echo a#b'), ['ls', 'echo a#b']],
  ['47: reserved words as arguments', 'echo if then fi done', ['echo if then fi done']],
  [
    '53: built-ins that run text are commands like any other',
    'eval "rm x"; source f',
    ['eval rm x', 'source f']
  ],
  ['55: a dynamic name', '$x a', ['<variable*> a']],
  ['a test', '[ "$a" = b ] && [ -f c ]', ['[ <variable> = b ]', '[ -f c ]']],
  ['a condition', '[[ -f x && ( $a == "b" || $c != d* ) ]] && e', ['e']],
  ['a here-string', 'cat <<< "$(a)"', ['cat', 'a']],
  ['reading a file into a word', 'echo $(< f)', ['echo <substitution*>']],
  ['globs', 'ls *.ts a?[bc]', ['ls <glob>.ts a<glob><glob>']],
  [
    'the home and the current directory',
    'ls ~ ~/a "$HOME" ${PWD}/x',
    ['ls <home> <home>/a <home> <directory>/x']
  ],
  ['a line joined between words', lines('ls \\', '  -l'), ['ls -l']],
  ['a line joined inside double quotes', lines('echo "a\\', 'b"'), ['echo ab']],
  [
    'parameters in plain shapes',
    'echo ${a} ${#a} "${a[@]}" ${a:-b} ${a%.ts}',
    ['echo <variable*> <expansion*> <expansion*> <expansion*> <expansion*>']
  ],
  ['an exported value', 'export A=1 B="$x"', ['export A=1 B=<variable>']],
  [
    'an exported substitution',
    'export A=$(a) B="$(b)"',
    ['export A=<substitution*> B=<substitution>', 'a', 'b']
  ],
  ['a tilde after a subscript', 'echo a[0]=~', ['echo a<glob>=<tilde>']],
  [
    '4: a delimiter with blanks before it',
    lines('cat <<EOF', '  EOF', "echo '", 'EOF', "rm x #'"),
    ['cat', 'rm x']
  ],
  [
    'a heredoc in a line that goes on',
    lines("python3 - <<'E' 2>&1 | tail -5; ls", 'x', 'E', 'id'),
    ['python3 -', 'tail -5', 'ls', 'id']
  ],
  ['two heredocs on one line', lines('cat <<A - <<B', 'a', 'A', 'b', 'B', 'ls'), ['cat -', 'ls']],
  ['a heredoc whose lines are joined', lines('cat <<E', 'a \\', 'E', 'b', 'E', 'ls'), ['cat', 'ls']],
  [
    'every expansion of a heredoc',
    lines('cat <<E', '`a` \\`b\\` \\$(c) ${x:-$(d)} $((1 + $(e))) $f', 'E'),
    ['cat', 'a', 'd', 'e']
  ],
  [
    '10: substitutions in a default',
    'echo "${x:-$(a)}" ${y+b`c`} ${z:=d}',
    ['echo <expansion> <expansion*> <expansion*>', 'a', 'c']
  ],
  [
    'operators on parameters',
    'echo ${a^^} ${a,} ${a:0:3} ${a: -1} ${a//[^a-z]/_} ${a/#x/y} ${a@Q} ${!a@} "${!a[@]}" ${a[1]}',
    [
      'echo <expansion*> <expansion*> <expansion*> <expansion*> <expansion*> <expansion*> <expansion*> <expansion*> <expansion*> <expansion*>'
    ]
  ],
  [
    '16, 17: backticks',
    'echo `a` `b` `c "\\`d\\`"` "`e "f g"`"',
    [
      'echo <substitution*> <substitution*> <substitution*> <substitution>',
      'a',
      'b',
      'c <substitution>',
      'd',
      'e f g'
    ]
  ],
  [
    '39: arithmetic',
    'a $((x + 1)) $[2 * $(b)]; ((x++)); for ((i = 0; i < 3; i++)); do c $i; done',
    ['a <arithmetic*> <arithmetic*>', 'b', 'c <variable*>']
  ],
  ['38: patterns and regular expressions', '[[ $a =~ ^(b|c)$ && $d == *"e f"* && $g -gt 1 ]] && h', ['h']],
  ['patterns of case', 'case $x in [yY]*) a;; -h|"b c") d;; *.t?r) e;; esac', ['a', 'd', 'e']],
  [
    'a lone dash before a redirection',
    lines('cat - 2>e <<E', 'x', 'E', 'tar xf - >f'),
    ['cat -', 'tar xf -']
  ],
  ['opening for reading and writing', 'cat 3<>f <>g', ['cat']],
  ['a line joined to a word', lines('ls\\', '  -l "a"\\', '  b'), ['ls -l a b']],
  ['a here-string after a redirection', 'cat 2>e <<< "$(a)"', ['cat', 'a']],
  ['time after a pipe', 'a | time -v b', ['a', 'time -v b']],
  [
    'blanks inside double quotes',
    lines('echo " $a \\" ${b}', ' $(c) "'),
    ['echo  <variable> " <variable>\n <substitution> ', 'c']
  ],
  [
    'a loop over a pattern',
    'for f in src/*.ts; do a "$f" "x/$f" $f "${f%.ts}"; done',
    ['a src/<glob>.ts x/src/<glob>.ts <variable*> <expansion>']
  ],
  ['a loop over a pattern whose variable is assigned', 'for f in *; do f=x; a "$f"; done', ['a <variable>']],
  ['classes of characters', 'ls [[:alpha:]]*[!a-z]', ['ls <glob><glob><glob>']],
  [
    'a pattern whose end is not certain',
    "ls a[[b]'c']d",
    ['ls <expansion*><expansion*><expansion*><expansion*><expansion*>']
  ],
  ['a list beside what may be empty', 'ls "$@$x" "$*$y"', ['ls <variable*><variable*> <variable><variable>']],
  ['emoji put together', 'git commit -m "⚠️ 👩‍💻 👍🏽 ok"', ['git commit -m ⚠️ 👩‍💻 👍🏽 ok']],
  ['both outputs in a file', 'a >& b.log; c &> $d', ['a', 'c']],
  ['nothing', ' \n# a comment\n', []]
]

/** Constructs that are not read: number, script, code. */
const REFUSED: readonly (readonly [string, string, StructureCode])[] = [
  ['1: a carriage return', 'echo a \\\r\nrm -rf x', 'character'],
  ['2: an ANSI-C string that ends in an escaped backslash', "echo $'a\\\\' ; rm -rf x #'", 'unverified'],
  ['3: such a string in an assignment', "x=$'\\\\' rm y #'", 'unverified'],
  ['4: a heredoc that ends in a string', lines('cat <<E "', 'a', 'E', '"'), 'syntax'],
  ['4: a heredoc and a substitution that goes on', lines('cat <<E $(a', 'b', 'E', ')'), 'syntax'],
  ['10: a substitution in a pattern', 'echo ${y#$(rm x)}', 'construct'],
  ['10: a substitution in a replacement', 'echo ${y/a$(rm x)/b}', 'construct'],
  ['10: a substitution that is assigned', 'echo ${x:=`rm x`}', 'construct'],
  ['10: a substitution in a slice', 'echo ${x:$(rm x)}', 'construct'],
  ['10: a process substitution in a default', 'echo ${x:-<(rm x)}', 'construct'],
  ['10: quotes inside quotes', `echo "\${x:-'$(rm x)'}"`, 'construct'],
  ['17: an escaped quote inside backticks', 'echo "`a \\"b\\"`"', 'construct'],
  ['19: a subscript in arithmetic', "(( 'a[$(rm x)]' ))", 'construct'],
  ['38: a substitution in a pattern of case', 'case x in $(rm x)) a;; esac', 'construct'],
  ['38: a process substitution in a regular expression', '[[ a =~ <(rm x) ]]', 'construct'],
  ['a separator after a heredoc in a substitution', lines('x $(b <<E', 'E', 'c; e', ')'), 'construct'],
  ['a job after a heredoc in a substitution', lines('x <(b <<E', 'E', 'c & e', ')'), 'construct'],
  ['a separator after a heredoc in an island', lines('x ${y:-$(b <<E', 'E', 'c; e', ')}'), 'construct'],
  ['5: a joined line as delimiter', lines('cat <<EOF', 'EO\\', 'F', 'rm x', 'EOF'), 'construct'],
  ['7: an escaped blank before a number sign', 'echo \\ #b; rm x', 'unverified'],
  ['8: a joined line before a number sign', lines('echo a\\', '#b; rm x'), 'unverified'],
  ['9: a number sign glued to a bracket', '[ a ]#b; rm x', 'unverified'],
  ['11: a joined line after a dollar sign', lines('echo "$\\', '(rm x)"'), 'construct'],
  ['11: a joined line inside a name', lines('echo "$a\\', 'b"'), 'construct'],
  ['12: a newline inside brackets', lines('[ !', 'reboot ]'), 'unverified'],
  ['13: an operator inside brackets', '[ a || rm ]', 'construct'],
  ['14: == before a newline', lines('echo ==', 'rm x'), 'unverified'],
  ['15: a lone dollar sign as a value', 'x=$ rm y', 'unverified'],
  ['18: a group glued to a comment', lines('{#c', 'rm x; }'), 'construct'],
  ['18: a negated group', '! { rm x; }', 'construct'],
  ['19: a subscript in an assignment', "a['$(rm x)']=1", 'construct'],
  ['19: a subscript in an argument of declare', "declare 'a[$(rm x)]=1'", 'construct'],
  ['19: a subscript in an argument of printf', "printf -v 'a[$(rm x)]' y", 'construct'],
  ['19: a subscript in a test', "test -v 'a[$(rm x)]'", 'construct'],
  ['19: let', "let 'a[$(rm x)]'", 'construct'],
  ['19: an arithmetic condition', "[[ 'a[$(rm x)]' -eq 0 ]]", 'construct'],
  ['23: a redirection glued to a number', 'echo -1>f', 'construct'],
  ['23: a redirection glued to a target of digits', 'echo >2>&1', 'construct'],
  ['23: a redirection glued to a brace', 'echo {fd}>f', 'construct'],
  ['24: an escaped blank', 'cat \\ -rf', 'unverified'],
  ['25: a joined line inside a word', lines('r\\', 'm x'), 'unverified'],
  ['26: a vertical tab', 'echo\u000bb', 'character'],
  ['26: a byte order mark', '\ufeffls', 'character'],
  ['27: NUL', 'echo a\u0000b', 'character'],
  ['28: a blank outside ASCII', 'rm\u00a0x', 'character'],
  ['28: a joiner between letters', 'rm a\u200db', 'character'],
  ['28: a selector after a letter', 'rm a\ufe0f', 'character'],
  ['28: a direction mark', 'ls \u202ex', 'character'],
  ['30: a translated string', 'echo $"a"', 'construct'],
  ['32: braces in the name of a command', '{rm,x}', 'syntax'],
  ['32: braces in an exported value', 'export a={1,2}', 'construct'],
  ['33: a coprocess', 'coproc rm x', 'construct'],
  ['34: a name that is none', '1a=1 rm x', 'construct'],
  ['35: a word glued to a bracket', '[a ]', 'construct'],
  ['36: an empty group', '{}', 'construct'],
  ['a target that is expanded twice', "a >&'$(rm x)'", 'construct'],
  ['a target that is expanded twice, in a variable', 'a 1>&"$x"', 'construct'],
  ['braces in quoted backticks with quotes', 'a "`rm "x{b,c}"`"', 'construct'],
  ['braces beside quoted backticks with quotes', 'a {b,"`t "c,d"`"}', 'construct'],
  ['braces in quoted backticks of an operand', 'a "${x:-`t "{c,d}"`}"', 'construct'],
  ['36a: a dash after a duplicated descriptor', 'ls 2>&-a', 'construct'],
  ['37: an array before a command', 'a=(1 2) rm x', 'construct'],
  ['38: an extended pattern', 'ls @(a|b)', 'syntax'],
  ['51: what Bash refuses', 'foo (bar)', 'construct'],
  ['52: an unfinished string after a command', lines('rm x', 'echo "'), 'syntax'],
  ['56: an indirect parameter', 'echo ${!x}', 'construct'],
  ['56: a transformed parameter', 'echo ${x@P}', 'construct'],
  ['58: select', 'select x in a b; do rm $x; done', 'construct'],
  ['61: a comment after a process substitution', 'echo <(a)#b; rm x', 'disagreement']
]

describe('constructs that are read', () => {
  test.each(READ)('%s', (_, script, expected) => {
    expect(argvOf(programOf(script)).map((argv) => argv.join(' '))).toEqual(expected)
  })
})

describe('constructs that fail closed', () => {
  test.each(REFUSED)('%s', (_, script, code) => {
    expect(read(script)).toMatchObject({ status: 'structure-unknown', code })
  })
})
