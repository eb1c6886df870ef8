import { describe, expect, test } from 'vitest'
import type { OracleRun } from './contract.ts'
import { firstRun, oracle } from './fixture.ts'

const commandsOf = async (script: string): Promise<OracleRun['commands']> => (await firstRun(script)).commands

const sorted = (commands: OracleRun['commands']): readonly string[] =>
  commands.map((argv) => JSON.stringify(argv)).sort()

const IN_ORDER: readonly (readonly [title: string, script: string, commands: readonly string[][]])[] = [
  ['single and double quotes', `git 'a b' "c  d" ''`, [['git', 'a b', 'c  d', '']]],
  ['a name in pieces', `r''m \\-x "y"z`, [['rm', '-x', 'yz']]],
  ['ANSI-C quotes', `echo $'a\\tb\\n' $'it\\'s' $'\\x41\\u00e9'`, [['echo', 'a\tb\n', "it's", 'Aé']]],
  [
    'what the trace would have to quote',
    `echo '$x' '\`' '\\' "'" '*' '#' '!'`,
    [['echo', '$x', '`', '\\', "'", '*', '#', '!']]
  ],
  ['newlines and invisible characters', `printf '%s' 'a\nb' $'\\001'`, [['printf', '%s', 'a\nb', '\u0001']]],
  ['variables, split and not', `x='a  b'; git $x "$x"`, [['git', 'a', 'b', 'a  b']]],
  ['braces and arithmetic', 'echo a{1,2} {1..3} $((2 + 3))', [['echo', 'a1', 'a2', '1', '2', '3', '5']]],
  ['globs without a file', 'ls *.ts', [['ls', '*.ts']]],
  ['home and directory', 'ls ~ "$PWD"', [['ls', '/home/dev', '/home/dev/app']]],
  [
    'programs named by a path',
    './build x; /usr/bin/make; ../up',
    [['./build', 'x'], ['/usr/bin/make'], ['../up']]
  ],
  [
    'programs whose name is only known later',
    'x=git; $x log; "./a b" c',
    [
      ['git', 'log'],
      ['./a b', 'c']
    ]
  ],
  [
    'names that look like something else',
    `'a=b' c; 'for' x in`,
    [
      ['a=b', 'c'],
      ['for', 'x', 'in']
    ]
  ],
  ['prefix assignments, not bare ones', 'A=1; B=2 git log', [['git', 'log']]],
  [
    'built-ins',
    'cd src; export A=b; umask 022; : x',
    [
      ['cd', 'src'],
      ['export', 'A=b'],
      ['umask', '022'],
      [':', 'x']
    ]
  ],
  [
    'tests',
    '[ -f x ]; test a = b',
    [
      ['[', '-f', 'x', ']'],
      ['test', 'a', '=', 'b']
    ]
  ],
  ['substitutions before the command', 'echo "$(git log)" `id`', [['git', 'log'], ['id'], ['echo', '']]],
  [
    'what a subscript hides',
    `test -v 'a[$(rm x)]'`,
    [
      ['test', '-v', 'a[$(rm x)]'],
      ['rm', 'x']
    ]
  ],
  ['here-documents that expand', 'cat <<EOF\n$(rm x) $HOME\nEOF', [['cat'], ['rm', 'x']]],
  ['here-documents that do not', "cat <<'EOF'\n$(rm x)\nEOF\nls", [['cat'], ['ls']]],
  ['words after a redirection', 'rm 2>/dev/null -rf x', [['rm', '-rf', 'x']]],
  ['programs that read a file', 'sort < in/a.txt', [['sort']]],
  [
    'loops',
    'for i in a b; do git "$i"; done',
    [
      ['git', 'a'],
      ['git', 'b']
    ]
  ],
  [
    'loops over lines',
    'while read -r l; do git x; done < in',
    [
      ['read', '-r', 'l'],
      ['git', 'x'],
      ['read', '-r', 'l'],
      ['git', 'x'],
      ['read', '-r', 'l']
    ]
  ],
  [
    'what stands behind words that span lines',
    'case "a\nb" in a*) x;; esac; for i in "c\nd" e; do y; done; [[ "a\nb" ]]; v=(1\n2); z',
    [['x'], ['y'], ['y'], ['z']]
  ],
  [
    'what begins with a dash',
    '-5 a; -- ls',
    [
      ['-5', 'a'],
      ['--', 'ls']
    ]
  ],
  ['the arm of a case', 'case a in b) x;; a) y;; esac', [['y']]],
  [
    'functions and what they run',
    'f() { rm "$1"; }; f a',
    [
      ['f', 'a'],
      ['rm', 'a']
    ]
  ],
  ['a function in the place of a program', 'ls() { rm x; }; ls', [['ls'], ['rm', 'x']]],
  [
    'text that is run',
    `eval 'rm x'; trap 'git y' EXIT`,
    [
      ['eval', 'rm x'],
      ['rm', 'x'],
      ['trap', 'git y', 'EXIT'],
      ['git', 'y']
    ]
  ],
  [
    'a wrapper of the shell once',
    'command -p git log; builtin command ls; builtin echo a',
    [
      ['command', '-p', 'git', 'log'],
      ['builtin', 'command', 'ls'],
      ['builtin', 'echo', 'a']
    ]
  ],
  ['what stands before a syntax error', 'rm x\necho "', [['rm', 'x']]]
]

const IN_ANY_ORDER: typeof IN_ORDER = [
  [
    'pipelines',
    'git log | head -n 1 | tee x',
    [
      ['git', 'log'],
      ['head', '-n', '1'],
      ['tee', 'x']
    ]
  ],
  [
    'what comes after output that nobody reads',
    '{ printf %70000s x; a; } | b',
    [['printf', '%70000s', 'x'], ['a'], ['b']]
  ],
  ['background jobs', 'git fetch & ls', [['git', 'fetch'], ['ls']]],
  ['process substitutions', 'sort < <(git log)', [['sort'], ['git', 'log']]],
  ['subshells in pipelines', '(a; b) | { c; d; }', [['a'], ['b'], ['c'], ['d']]]
]

describe('a script that is run', () => {
  test.each(IN_ORDER)('shows %s', async (_, script, commands) => {
    expect(await commandsOf(script)).toEqual(commands)
  })

  test.each(IN_ANY_ORDER)('shows %s, in any order', async (_, script, commands) => {
    expect(sorted(await commandsOf(script))).toEqual(sorted(commands))
  })

  test.each([...IN_ORDER, ...IN_ANY_ORDER])('shows %s in a batch as well', async (_, script, commands) => {
    const [result] = await oracle.runBatch([script])
    expect(sorted(result?.runs[0]?.commands ?? [])).toEqual(sorted(commands))
  })

  test('is tried with programs that succeed, that fail, and in turn', async () => {
    const { runs } = await oracle.run('a && b || c; if d; then e; fi')
    expect(runs.map(({ stubs, commands }) => [stubs, commands.flat().join('')])).toEqual([
      ['succeed', 'abde'],
      ['fail', 'acd'],
      ['mixed', 'abcd']
    ])
  })

  test.each([
    'while git x; do y; done',
    'until git x; do y; done',
    'while a | b; do c; done',
    'while [ a ]; do b; done'
  ])('ends although its condition would not change: %s', async (script) => {
    const { runs } = await oracle.run(script)
    expect(runs.map(({ timedOut }) => timedOut)).not.toContain(true)
  })

  test('shows the files that it writes, wherever it goes', async () => {
    const run = await firstRun('cd a/b; x > f; y 2>> /tmp/g; > out/h; z >/dev/null; w < i')
    expect(run.writes).toEqual(['/home/dev/app/a/b/f', '/home/dev/app/a/b/out/h', '/tmp/g'])
    expect(run.settled).toBe(true)
  })

  test('finds no descriptors but the standard ones', async () => {
    const script = 'for i in {3..32} 255; do : >&"$i"; done'
    const [alone, together] = [await firstRun(script), (await oracle.runBatch([script]))[0]?.runs[0]]
    for (const run of [alone, together]) expect(run?.stderr.match(/Bad file descriptor/g)).toHaveLength(31)
  })

  test('shows a file that it reads and then writes', async () => {
    expect((await firstRun('x < f; y > f')).writes).toEqual(['/home/dev/app/f'])
  })

  test.each(['set +x; cd a', 'exec 201>&-; cd a', 'unset PS4; cd a'])(
    'that switches the trace off is not fully seen: %s',
    async (script) => {
      expect((await firstRun(script)).incomplete).toBe(true)
    }
  )
})

describe('a syntax check', () => {
  test.each([
    ['ls', true],
    ['', true],
    ['a; (b', false],
    ["echo '", false],
    ['exit\nfi', false],
    ['exit\nls', true],
    ['echo `(`', true],
    ["eval '('", true],
    ['cat <<EOF\nx', true]
  ])('of %j says %s', async (script, accepted) => {
    expect((await oracle.run(script)).accepted).toBe(accepted)
  })
})

test('many scripts at once come back in their order', async () => {
  const scripts = Array.from({ length: 24 }, (_, index) => `git ${index} | head; a && b`)
  const started = performance.now()
  const alone = await Promise.all(scripts.map((script) => oracle.run(script)))
  const between = performance.now()
  const together = await oracle.runBatch(scripts)
  const rate = (milliseconds: number) => Math.round((scripts.length * 1000) / milliseconds)
  console.info(
    `oracle: ${rate(between - started)} programs a second in one lane, ${rate(performance.now() - between)} in batches`
  )
  for (const results of [alone, together]) {
    const numbers = results.map(({ runs }) => runs[0]?.commands.find(([name]) => name === 'git')?.[1])
    expect(numbers).toEqual(scripts.map((_, index) => String(index)))
  }
}, 60_000)
