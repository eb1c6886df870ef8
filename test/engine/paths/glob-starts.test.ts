import { describe, expect, test } from 'vitest'
import { globStarts } from '../../../src/engine/paths/glob-starts.ts'
import { Memo } from '../../../src/engine/paths/memo.ts'
import type { Platform } from '../../../src/engine/paths/place.ts'

describe('a Glob pattern starts', () => {
  test.each<[string, readonly string[]]>([
    ['*.ts', ['']],
    ['**/*.ts', ['']],
    ['a.ts', ['']],
    ['src/*.ts', ['src']],
    ['src/a.ts', ['src']],
    ['../x/*', ['../x']],
    ['src/..', ['src/..']],
    ['/*', ['/']],
    ['/etc', ['/']],
    ['/etc/*', ['/etc']],
    ['~/.ssh/*', ['~/.ssh']],
    ['s\\rc/*', ['src']],
    ['\\[x]/y/*', ['[x]/y']],
    ['a,b/*', ['a,b']],
    // braces
    ['{/etc/*,x}', ['/etc', '']],
    ['{secrets,x}/**', ['secrets', 'x']],
    ['{a,b/{c,d}}/e/*', ['a/e', 'b/c/e', 'b/d/e']],
    ['src/{a,b}.ts', ['src']],
    ['{src}/*', ['src', '{src}']],
    ['v{1..3}/*', ['']],
    ['{a\\,b,c}/*', ['a,b', 'c']],
    ['**/*.{ts,tsx}', ['']]
  ])('%s in %j', (glob, starts) => {
    expect(globStarts(glob)).toEqual(starts)
  })

  test.each([
    '[/]etc/*',
    'src/[a/*',
    '@(a/b)/*',
    'src/*/../../../etc/*',
    '*/\\.\\./x',
    '*/{..,a}/x',
    '*/{.,a}{.,b}/x',
    '[{/,x}]etc/*',
    '{a,/etc/*',
    'a}/*',
    `${'{a,b}'.repeat(40)}/*`,
    `${'{'.repeat(2000)}x${'}'.repeat(2000)}`
  ])('%s anywhere', (glob) => {
    expect(globStarts(glob)).toEqual(['/'])
  })

  test.each<[string, Platform, readonly string[]]>([
    ['src\\a\\*', 'win32', ['src/a']],
    ['src\\a\\*', 'linux', ['']]
  ])('%s on %s in %j', (glob, platform, starts) => {
    expect(globStarts(glob, platform)).toEqual(starts)
  })
})

describe('a memo', () => {
  test('makes a value once, until it has too many', () => {
    const memo = new Memo<string>()
    const made: string[] = []
    const ask = (key: string): string =>
      memo.of(key, () => {
        made.push(key)
        return key
      })
    for (const key of ['a', 'b', 'a', 'b']) expect(ask(key)).toBe(key)
    expect(made).toEqual(['a', 'b'])
    for (let n = 0; n < 64; n += 1) ask(String(n))
    ask('a')
    expect(made.filter((key) => key === 'a')).toHaveLength(2)
  })
})
