import { describe, expect, test } from 'vitest'
import type { Piece, Reading } from '../../src/engine/bash/program.ts'
import { read } from '../engine/bash/fixture.ts'
import { compare, compareFully } from './compare.ts'
import type { Law, OracleResult, OracleRun } from './contract.ts'
import { effectOfArgv, judge } from './judgement.ts'

const HERE = '/home/dev/app'

/** What bash would have done: commands as lines of words, or as lists where a word holds a blank. */
function ran(
  commands: readonly (string | readonly string[])[],
  writes: readonly string[] = [],
  run: Partial<OracleRun> = {}
): OracleResult {
  return {
    accepted: true,
    runs: [
      {
        commands: commands.map((one) => (typeof one === 'string' ? one.split(' ') : one)),
        writes,
        stubs: 'succeed',
        settled: true,
        status: 0,
        timedOut: false,
        incomplete: false,
        stderr: '',
        ...run
      }
    ]
  }
}

const lawOf = (script: string, result: OracleResult): Law | undefined =>
  compare(script, read(script), result)?.law

type Row = readonly [script: string, result: OracleResult]

const RIGHT: readonly Row[] = [
  ["git 'a b' c", ran([['git', 'a b', 'c']])],
  ['echo $x "$y" z', ran([['echo', '', 'z']])],
  ['echo $x', ran(['echo a b c'])],
  ['$x', ran([])],
  ['ls *.ts', ran(['ls a.ts b.ts'])],
  ['ls ~ $PWD/x', ran([`ls /home/dev ${HERE}/x`])],
  ['cd src; ls "$PWD"', ran(['cd src', `ls ${HERE}/src`])],
  ['for i in a b; do rm $i; done', ran(['rm a', 'rm b'])],
  ['a | b | c', ran(['c', 'a', 'b'])],
  ['a & b', ran(['b', 'a'])],
  ['a && b', ran(['a'])],
  ['if a; then b; else c; fi', ran(['a', 'c'])],
  ['a "$(b)"', ran(['b', ['a', '']])],
  ['a > f 2>&1', ran(['a'], [`${HERE}/f`])],
  ['cd x && a > f', ran(['cd x', 'a'], [`${HERE}/x/f`])],
  ['a > "$x/f"', ran(['a'], ['/tmp/f'])],
  ['cd "$x"; a > f', ran([['cd', ''], 'a'], ['/tmp/y/f'])],
  ['a >> f < f', ran(['a'])],
  ['a > /dev/null', ran(['a'])],
  ['eval "rm x"', ran([['eval', 'rm x'], 'rm x'])],
  // What fails behind the first redirection says so nowhere.
  ['&> x > "$HOME"', ran([], [`${HERE}/x`])],
  ['a 2> x > "$HOME" > y', ran(['a'], [`${HERE}/x`])],
  ['a >& x <<E\n$(b > "$HOME")\nE', ran(['b', 'a'], [`${HERE}/x`])],
  ['a 2>&1 > "$HOME" | b', ran(['a', 'b'])],
  ['{ a > "$HOME"; } |& b', ran(['a', 'b'])],
  ['history -w f', ran(['history -w f'], [`${HERE}/f`])],
  ['ls -la; git status', ran(['ls -la', 'git status'])]
]

const WRONG: Readonly<Record<Exclude<Law, 'read-only'>, readonly Row[]>> = {
  listed: [
    ['a', ran(['a', 'b'])],
    ['rm x', ran(['rm x y'])],
    ['rm x y', ran([['rm', 'x y']])],
    ["rm ''", ran(['rm'])],
    ['echo "$x"', ran(['echo a b'])],
    ['echo a$x', ran(['echo'])],
    ['ls *.ts', ran(['ls a.js'])],
    ['ls ~', ran(['ls /root'])],
    ['cat <(ls)', ran(['ls', 'cat /tmp/x'])],
    ['cd src; ls "$PWD"', ran(['cd src', 'ls /tmp'])],
    ['for i in a b; do rm $i; done', ran(['rm a', 'rm c'])],
    ['a && b', ran(['a', 'c'])],
    ['rm x; eval "$y"', ran(['rm y', ['eval', '']])],
    ['f() { a; }; g', ran(['g', 'b'])]
  ],
  multiset: [
    ['a; a', ran(['a'])],
    ['a; b', ran(['a'])],
    ['a', ran(['a', 'a'])],
    ['a | b', ran(['a'])],
    ['x "$(a)"', ran([['x', '']])],
    ['echo $x; echo a', ran(['echo a'])]
  ],
  order: [
    ['a; b', ran(['b', 'a'])],
    ['(a; b); c', ran(['a', 'c', 'b'])],
    ['a | b; c; d', ran(['a', 'd', 'b', 'c'])]
  ],
  'write-listed': [
    ['a', ran(['a'], [`${HERE}/f`])],
    ['a > f', ran(['a'], [`${HERE}/f`, `${HERE}/g`])],
    ['cd x; a > f', ran(['cd x', 'a'], ['/tmp/f'])],
    ['a > "$x/f"', ran(['a'], ['/tmp/g'])],
    ['cd "$x"; a > f', ran([['cd', ''], 'a'], ['/tmp/g'])],
    ['a < f', ran(['a'], [`${HERE}/f`])]
  ],
  'write-happened': [
    ['a > f', ran(['a'])],
    ['a > f > g', ran(['a'], [`${HERE}/g`])],
    ['{ a; b 2> f; }', ran(['a', 'b'])],
    ['a > f 2>&1', ran(['a'])],
    ['a > f |& b', ran(['a', 'b'])],
    ['a &> f', ran(['a'])],
    ['a > f >& g', ran(['a'], [`${HERE}/g`])],
    ['a 2> f "$(b)"; c > g', ran(['b', ['a', ''], 'c'], [`${HERE}/f`])]
  ]
}

const wrongRows = Object.entries(WRONG).flatMap(([law, rows]) =>
  rows.map(([script, result]) => [law, script, result] as const)
)

describe('a reading', () => {
  test.each(RIGHT)('agrees with what ran: %s', (script, result) => {
    expect(read(script).status).toBe('read')
    expect(compare(script, read(script), result)).toBeUndefined()
  })

  test.each(wrongRows)('breaks the law "%s": %s', (law, script, result) => {
    expect(read(script).status).toBe('read')
    expect(lawOf(script, result)).toBe(law)
  })

  test.each(['a; b', 'a > f; b'])(
    'is held to every pass, and to equality only in one that shows all: %s',
    (script) => {
      for (const run of [
        { stubs: 'fail' },
        { settled: false },
        { incomplete: true },
        { timedOut: true }
      ] as const) {
        expect(lawOf(script, ran(['a'], [], run))).toBeUndefined()
        expect(lawOf(script, ran(['c'], [], run))).toBe('listed')
      }
      for (const stderr of ['f: Permission denied', 'test: Is a directory', 'cd: ambiguous redirect']) {
        expect(lawOf(script, ran(['a'], [], { stderr: `bash: line 1: ${stderr}\n` }))).toBeUndefined()
      }
      const complained = { stderr: 'bash: line 1: cd: f: No such file or directory\n' }
      expect(lawOf(script, ran(['a'], [], complained))).toBe('multiset')
    }
  )

  test('of another script does not pass for this one', () => {
    const reading = read('rm x')
    expect(compare('rm x; rm y', reading, ran(['rm x', 'rm y']))?.law).toBe('listed')
  })

  test('whose structure is not known is not compared', () => {
    const reading = read('echo "')
    expect(reading.status).toBe('structure-unknown')
    expect(compareFully('', reading, ran(['rm x']))).toMatchObject({
      disagreement: undefined,
      compared: false
    })
  })
})

describe('what runs behind a command of unknown meaning', () => {
  test.each([
    ['eval "$x"; a', ran([['eval', ''], 'rm y', 'a']), 1],
    ['source f; a', ran(['source f', 'b', 'c', 'a']), 2],
    ['IFS=x; a', ran(['b']), 1],
    ['trap "$x" EXIT; a', ran([['trap', '', 'EXIT'], 'a', 'b']), 1],
    ["x='a[$(b)]'; a $((x))", ran(['b', 'a 0']), 1],
    ['a; b', ran(['a', 'b']), 0]
  ] as const)('is excused and counted: %s', (script, result, excused) => {
    expect(compareFully(script, read(script), result)).toMatchObject({ disagreement: undefined, excused })
  })

  test('is not excused before it', () => {
    expect(lawOf('a; eval "$x"', ran(['rm y', 'a', ['eval', '']]))).toBe('listed')
  })
})

describe('a script that is called read-only', () => {
  /** A reading that knows a name where bash does not. */
  function mistaken(text: string, at: number, piece: Piece): Reading {
    const reading = read(text)
    if (reading.status !== 'read') throw new Error('it is read')
    const { program } = reading
    const { body } = program
    if (body?.kind !== 'command') throw new Error('one command')
    const words = body.words.map((word, index) => (index === at ? { ...word, pieces: [piece] } : word))
    return { status: 'read', program: { ...program, body: { ...body, words } } }
  }

  const anything: Piece = { kind: 'unknown', reason: 'variable', source: '$x', splits: false }

  test('must not run what is more than that', () => {
    const reading = mistaken('git status', 1, anything)
    expect(compare('git status', reading, ran(['git status']))).toBeUndefined()
    expect(compare('git status', reading, ran(['git push']))?.law).toBe('read-only')
  })

  test.each([
    ['ls -la | head', ran(['ls -la', 'head'])],
    ['cat "$x" > /dev/null', ran(['cat y'])],
    ['grep -r a . 2>&1 && git log', ran(['grep -r a .', 'git log'])],
    // Whatever the option turns out to be, it does no harm.
    ['head -$x', ran(['head -.'])],
    ['f() { ls; }; f', ran(['f', 'ls'])],
    // A pipe, whatever its name.
    ['tee >(cat)', ran(['tee /dev/fd/63', 'cat'])]
  ] as const)('may run what only reads: %s', (script, result) => {
    expect(judge(script, read(script)).readOnly).toBe(true)
    expect(lawOf(script, result)).toBeUndefined()
  })
})

test('a descriptor is a file unless it stands for a process substitution', () => {
  expect(effectOfArgv(['tee', '/dev/fd/63'])).toBeDefined()
  expect(effectOfArgv(['tee', '/dev/fd/63'], new Set(['/dev/fd/63']))).toBeUndefined()
})

describe('equality', () => {
  test.each([
    ['a; b | c & d > f', true],
    ['(a; { b; }); c "$(d)"', true],
    ['a && b', false],
    ['if a; then b; fi', false],
    ['for i in a; do b; done', false],
    ['f() { a; }; f', false],
    ['a; exit; b', false],
    ['set -e; a', false],
    ['$x; a', false],
    ['{ a; } > f', false],
    ['a "${x:-$(b)}"', false],
    ['a $(b){c,d}', false],
    ['a {c,d} $(b)', true],
    ["'%a' > f", false]
  ])('is asked of %s: %s', (script, straight) => {
    expect(compareFully(script, read(script), ran([])).straight).toBe(straight)
  })
})
