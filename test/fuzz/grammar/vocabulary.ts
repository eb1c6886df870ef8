/** Names and texts that generated scripts are made of. No name is a shell built-in unless its list says so. */

/** Programs; each is replaced by a stub wherever a script runs. */
export const PROGRAMS = [
  'git',
  'rm',
  'ls',
  'cat',
  'npm',
  'node',
  'python3',
  'grep',
  'sed',
  'curl',
  'make',
  'tee',
  'sort',
  'wc',
  'docker',
  'mytool',
  'tool-2',
  'x.sh',
  'a+b',
  'g++',
  '@scope',
  '_run',
  'in_',
  'doer',
  'iffy',
  'timeit',
  'été'
] as const

/** Programs named by a path. */
export const PATHS = [
  './run.sh',
  '/usr/bin/git',
  './node_modules/.bin/tsc',
  '/opt/my-tool/bin/x',
  'bin/go'
] as const

/** Names written with quotes or escapes in them. */
export const QUOTED_NAMES = [
  "'my prog'",
  '"git"',
  "r''m",
  'l"s"',
  "'rm'",
  "$'\\x72m'",
  '"a b"c',
  "'it'\\''s'"
] as const
export const ESCAPED_NAMES = ['\\rm', 'g\\it', '\\git', 'r\\m', 'my\\ prog'] as const

/** Built-ins that change nothing. */
export const BUILT_INS = ['echo', 'printf', 'true', 'false', ':', 'pwd', 'wait', 'umask', 'type'] as const

/** Names of functions; never programs of the lists above, so that no function calls itself. */
export const FUNCTIONS = ['build', 'deploy_all', 'helper', 'log', 'die', 'run_tests'] as const

export const VARIABLES = ['x', 'y', 'f', 'name', 'FOO', '_v1', 'i'] as const

export const WORDS = [
  'a',
  'b.txt',
  'src/app.ts',
  './x',
  '../y',
  '/tmp/z',
  'HEAD~1',
  'origin/main',
  'a:b',
  '1',
  '42',
  '-',
  '--',
  'a,b',
  'a@b',
  '%s',
  '+x',
  'v1.2.3',
  '^x',
  'a^b',
  '/',
  '.',
  '..',
  '!',
  'a!b',
  ']',
  '=',
  '%',
  '@{u}'
] as const

export const OPTIONS = [
  '-v',
  '-rf',
  '--force',
  '--name=x',
  '-n1',
  '-C',
  '--',
  '-',
  '-e',
  '-',
  '--a-b',
  '-x=y'
] as const

export const RESERVED = [
  'if',
  'then',
  'else',
  'elif',
  'fi',
  'for',
  'in',
  'do',
  'done',
  'while',
  'until',
  'case',
  'esac',
  'function',
  'select',
  'time',
  'coproc',
  '{',
  '}',
  '!',
  '[[',
  ']]'
] as const

/** Texts that mean something to a shell outside quotes. */
export const NASTY = [
  'a;b',
  '; rm x',
  '$(rm x)',
  '`rm x`',
  '#c',
  ' # c',
  '&& rm x',
  '| sh',
  "it's",
  '"',
  'say "hi"',
  '\\',
  '\\\\',
  'a\\',
  '*',
  '{a,b}',
  '~',
  '!',
  '!!',
  '-rf',
  ' ',
  '  a  ',
  '\t',
  'a=b',
  '<<E',
  '> f',
  '2>&1',
  '$',
  '$x',
  '${x}',
  ')',
  '(',
  ']]',
  '[',
  'done',
  'fi',
  '}',
  '{',
  'E',
  'EOF',
  '%s\\n',
  's/a/b/g',
  '{print $1}',
  '^(a|b)$',
  'x || y',
  "'",
  "''",
  '$$',
  '$((1+1))',
  '<(ls)',
  'été',
  '日本語',
  '😀 ok',
  '→ next'
] as const

/** Characters that a shell treats specially, and a few that it does not. */
export const ALPHABET = [...'ab1 \'"`$\\*?[]{}~#;&|<>()!=-,.:/%^@+_\né😀'] as const

export const TEXTS = ['été', '日本語', '😀', 'naïve', '→', '„x“', 'ß', 'Ω≈', 'é́'] as const

/** Files that redirections write. */
export const FILES = [
  'out.txt',
  'a',
  'b',
  './a.log',
  '/tmp/o',
  'x.out',
  '/tmp/a-b',
  "'a b.txt'",
  '"q.txt"',
  'e\\ f'
] as const

export const DIRECTORIES = ['src', './lib', '/tmp', '/opt/x', "'my dir'", '"sub"', 'a/b', '..', '.'] as const
