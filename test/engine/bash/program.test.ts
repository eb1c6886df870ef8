// biome-ignore-all lint/suspicious/noTemplateCurlyInString: scripts hold shell parameters
import { describe, expect, test } from 'vitest'
import { commandOf, programOf, shown, simpleCommands } from './fixture.ts'

/** What the last word of a command is made of. */
const lastPieces = (script: string) => commandOf(script).words.at(-1)?.pieces

describe('words', () => {
  test.each([
    ['plain text', 'echo a/b.c', [{ kind: 'text', value: 'a/b.c', quoted: false }]],
    [
      'quoted next to plain text',
      `echo a'b'"c"d`,
      [
        { kind: 'text', value: 'a', quoted: false },
        { kind: 'text', value: 'bc', quoted: true },
        { kind: 'text', value: 'd', quoted: false }
      ]
    ],
    ['an empty word', 'echo ""', [{ kind: 'text', value: '', quoted: true }]],
    [
      'a variable between quotes',
      'echo "$a"',
      [{ kind: 'unknown', reason: 'variable', source: '$a', splits: false, name: 'a' }]
    ],
    [
      'a variable that is split',
      'echo ${a}',
      [{ kind: 'unknown', reason: 'variable', source: '${a}', splits: true, name: 'a' }]
    ],
    [
      'all arguments',
      'echo "$@"',
      [{ kind: 'unknown', reason: 'variable', source: '$@', splits: true, name: '@' }]
    ],
    [
      'a pattern',
      'echo x[a-z]*',
      [
        { kind: 'text', value: 'x', quoted: false },
        { kind: 'glob', source: '[a-z]' },
        { kind: 'glob', source: '*' }
      ]
    ],
    ['a quoted pattern', "echo '*'", [{ kind: 'text', value: '*', quoted: true }]],
    [
      'a home directory of somebody',
      'ls ~root',
      [{ kind: 'unknown', reason: 'tilde', source: '~root', splits: false }]
    ],
    ['a tilde that means itself', 'ls a~b', [{ kind: 'text', value: 'a~b', quoted: false }]],
    [
      'bytes that are no text',
      "echo $'\\xff'",
      [{ kind: 'unknown', reason: 'encoding', source: "$'\\xff'", splits: false }]
    ],
    [
      'too many alternatives',
      'echo {1..100}',
      [{ kind: 'unknown', reason: 'brace', source: '{1..100}', splits: true }]
    ],
    [
      'letters in sequence',
      'echo {a..c}',
      [{ kind: 'unknown', reason: 'brace', source: '{a..c}', splits: true }]
    ]
  ])('%s', (_, script, pieces) => {
    expect(lastPieces(script)).toEqual(pieces)
  })

  test.each([
    ["$'a\\0b'c", 'ac'],
    ["$'\\101\\x42\\u0043\\e[m\\q'", 'ABC\u001b[m\\q'],
    ['"a\\b\\$\\"\\\\"', 'a\\b$"\\'],
    ["a\\ b\\'c", "a b'c"],
    ['a,b=c:d', 'a,b=c:d']
  ])('%s is %j', (source, value) => {
    expect(commandOf(`echo ${source}`).words[1]).toMatchObject({
      text: source,
      value,
      span: [5, 5 + source.length]
    })
  })

  test('a substitution in a word is the statement that the command lists too', () => {
    const { words, substitutions } = commandOf('echo "a$(b)"')
    expect(words[1]?.pieces[1]).toMatchObject({
      kind: 'unknown',
      reason: 'substitution',
      substitution: substitutions[0]
    })
    expect(substitutions).toMatchObject([{ kind: 'command', text: 'b', span: [9, 10] }])
  })

  test('words of one brace expansion share its place', () => {
    const [, first, second] = commandOf('echo a{b,c}').words
    expect([first?.value, second?.value]).toEqual(['ab', 'ac'])
    expect([first?.span, second?.span]).toEqual([
      [5, 11],
      [5, 11]
    ])
  })
})

describe('what is known of variables', () => {
  test.each([
    ['HOME is the home directory', 'ls $HOME ~', '<home> <home>'],
    ['PWD is the current directory', 'ls "$PWD"/x', '<directory>/x'],
    ['an assigned HOME is not', 'HOME=/x; ls $HOME ~', '<variable*> <tilde>'],
    ['a HOME that is read is not', 'read -r HOME; ls $HOME', '<variable*>'],
    ['an exported HOME is not', 'export HOME=/x; ls $HOME', '<variable*>'],
    ['nothing is where any name may be assigned', 'export "$x"=1; ls $HOME', '<variable*>'],
    ['nothing is where a name stands for another', 'declare -n r=HOME; r=/x; ls $HOME', '<variable*>'],
    ['nothing is after text was run', 'eval "$x"; ls $HOME', '<variable*>'],
    ['nothing is where words split differently', 'IFS=/; ls $HOME', '<variable*>'],
    ['the variable of a loop is one of its words', 'for f in a b; do ls $f/x; done', '<a|b>/x'],
    ['words that would split stay together between quotes', 'for f in a "b c"; do ls "$f"; done', '<a|b c>'],
    [
      'words that would split are not known without quotes',
      'for f in a "b c"; do ls $f; done',
      '<variable*>'
    ],
    ['a loop over what is not known tells nothing', 'for f in $(a); do ls "$f"; done', '<variable>'],
    [
      'a variable that is assigned elsewhere too is not known',
      'for f in a b; do f=/; ls "$f"; done',
      '<variable>'
    ],
    ['after a loop its variable is not known', 'for f in a b; do true; done; ls "$f"', '<variable>'],
    ['a function in a loop may run after it', 'for f in a b; do g() { ls "$f"; }; done', '<variable>']
  ])('%s', (_, script, expected) => {
    const listed = simpleCommands(programOf(script).body).findLast(({ words }) => words[0]?.value === 'ls')
    expect(listed?.words.slice(1).map(shown).join(' ')).toBe(expected)
  })

  test('every way to assign a name is seen', () => {
    const script =
      'A=1; B=2 x; export C=3 D; for E in a; do read F; done; declare -r G=1; printf -v H y; unset I'
    const assigned = [...programOf(script).assigned]
    expect(assigned).toEqual(expect.arrayContaining([...'ABCDEFGHI']))
    expect(assigned).not.toContain('x')
  })
})

describe('commands', () => {
  test('assignments, words and redirections are told apart', () => {
    const command = commandOf('A=1 B+="$x" cmd a >f 2>&1 </dev/null b')
    expect(command.assignments.map(({ name, append, value }) => [name, append, value?.value])).toEqual([
      ['A', false, '1'],
      ['B', true, undefined]
    ])
    expect(command.words.map(shown)).toEqual(['cmd', 'a', 'b'])
    expect(
      command.redirections.map(({ operator, descriptor, target, writes }) => [
        operator,
        descriptor,
        target.value,
        writes
      ])
    ).toEqual([
      ['>', undefined, 'f', true],
      ['>&', 2, '1', false],
      ['<', undefined, '/dev/null', false]
    ])
    expect(command.text).toBe('A=1 B+="$x" cmd a >f 2>&1 </dev/null b')
  })

  test.each([
    ['>f', '>', true],
    ['>>f', '>>', true],
    ['>|f', '>|', true],
    ['&>f', '&>', true],
    ['&>>f', '&>>', true],
    ['>&f', '>&', true],
    ['2>&1', '>&', false],
    ['>&-', '>&', false],
    ['<&3', '<&', false],
    ['<f', '<', false],
    ['<<<f', '<<<', false],
    ['>"$f"', '>', true]
  ])('the redirection %s', (source, operator, writes) => {
    expect(commandOf(`cmd ${source}`).redirections).toMatchObject([{ operator, writes }])
  })

  test('a heredoc keeps its body', () => {
    expect(commandOf("cat <<-'E' >f\n\ta $x\n\tE").redirections).toMatchObject([
      { operator: '<<-', target: { value: 'E' }, heredoc: { body: 'a $x\n', expands: false }, writes: false },
      { operator: '>', target: { value: 'f' } }
    ])
    expect(commandOf('cat <<E\na $(b)\nE').redirections).toMatchObject([
      { heredoc: { body: 'a $(b)\n', expands: true } }
    ])
  })

  test('a bare redirection and an array are commands without words', () => {
    expect(commandOf('> f')).toMatchObject({ words: [], redirections: [{ operator: '>', writes: true }] })
    expect(commandOf('a=(1 $(b))')).toMatchObject({
      words: [],
      assignments: [{ name: 'a', array: true }],
      substitutions: [{ text: 'b' }]
    })
  })
})

describe('structure', () => {
  test('lists are flat, with the operator after each item', () => {
    expect(programOf('a && b || c & d\ne').body).toMatchObject({
      kind: 'list',
      items: [{ after: '&&' }, { after: '||' }, { after: '&' }, { after: ';' }, { after: ';' }]
    })
  })

  test('a redirection belongs to the command before it, not to the list', () => {
    expect(programOf('a && b >f').body).toMatchObject({
      items: [{ statement: { redirections: [] } }, { statement: { redirections: [{ operator: '>' }] } }]
    })
  })

  test('a negation takes the whole pipeline', () => {
    expect(programOf('! a | b').body).toMatchObject({ kind: 'negation', statement: { kind: 'pipeline' } })
  })

  test('what follows a heredoc on its line follows its command', () => {
    expect(programOf('x && cat <<E | tail -1 || y\na\nE\nz').body).toMatchObject({
      items: [
        { statement: { text: 'x' }, after: '&&' },
        { statement: { kind: 'pipeline', members: [{ text: 'cat <<E' }, { text: 'tail -1' }] }, after: '||' },
        { statement: { text: 'y' }, after: ';' },
        { statement: { text: 'z' } }
      ]
    })
  })

  test('groups keep their redirections', () => {
    expect(programOf('(a; b) >f').body).toMatchObject({ kind: 'subshell', redirections: [{ operator: '>' }] })
    expect(programOf('while a; do b; done <f').body).toMatchObject({
      kind: 'while',
      redirections: [{ operator: '<' }]
    })
  })

  test('commands are counted, functions named', () => {
    const program = programOf('f() { a "$(b)"; }; f')
    expect(program.commandCount).toBe(3)
    expect([...program.functions.keys()]).toEqual(['f'])
  })
})
