import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fold,
  type Glob,
  literalGlob,
  matchesGlob,
  readGlob,
  type Token
} from '../../../src/engine/paths/glob.ts'
import { coversGlob, globsMeet, matchesEverything } from '../../../src/engine/paths/glob-relations.ts'

function globOf(source: string, folded = false): Glob {
  const glob = readGlob(source, folded)
  if (glob === undefined) throw new Error(`not a glob: ${source}`)
  return glob
}

/** The definition: the first token takes a prefix, the rest takes what remains. */
function slowMatch(tokens: readonly Token[], name: readonly string[]): boolean {
  const [first, ...rest] = tokens
  if (first === undefined) return name.length === 0
  if (first.kind === 'run')
    return name.some((_, at) => slowMatch(rest, name.slice(at))) || slowMatch(rest, [])
  const [head, ...tail] = name
  if (head === undefined) return false
  const code = head.codePointAt(0) ?? 0
  const taken =
    first.kind === 'one' ||
    (first.kind === 'char' && first.code === code) ||
    (first.kind === 'set' && first.ranges.some(([from, to]) => from <= code && code <= to) !== first.negated)
  return taken && slowMatch(rest, tail)
}

const name = fc.string({ unit: fc.constantFrom('a', 'b', '.', '😀'), maxLength: 7 })
/** A glob that matches the name, made from it one character at a time. */
const sourceFor = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...Array.from(text, (char) => fc.constantFrom(char, '?', '*', `${char}*`, `*${char}`, '[!c]', '**'))
    )
    .map((parts) => parts.join(''))
const nameAndTwo = name
  .filter((text) => text !== '')
  .chain((text) => fc.tuple(fc.constant(text), sourceFor(text), sourceFor(text)))
const source = fc
  .array(fc.constantFrom('a', 'b', '.', '*', '?', '[ab]', '[!a]', '😀'), { maxLength: 7 })
  .map((all) => all.join(''))

describe('a glob over one name', () => {
  test.each([
    ['*.pem', 'key.pem', true],
    ['*.pem', '.pem', true],
    ['.env*', '.env.local', true],
    ['[a-c]x', 'bx', true],
    ['[!a-c]x', 'bx', false],
    ['[^a-c]x', 'dx', true],
    ['[]]', ']', true],
    ['[a-]', '-', true],
    ['[[:digit:]]?', '4😀', true],
    ['\\*', '*', true],
    ['\\*', 'a', false],
    ['a**b', 'axxb', true],
    ['A', 'a', false]
  ])('%s on %s: %s', (glob, text, matches) => {
    expect(matchesGlob(globOf(glob), text)).toBe(matches)
  })

  test.each(['[abc', '[z-a]', 'x\\', '[[:nope:]]', '[a', '[[:constructor:]]'])(
    '%s is not readable',
    (text) => {
      expect(readGlob(text, false)).toBeUndefined()
    }
  )

  test('a folded glob sees no case, in sets neither', () => {
    for (const text of ['.ENV', '.Env', '.env'])
      expect(matchesGlob(globOf('.[E]nV', true), fold(text))).toBe(true)
    expect(matchesGlob(globOf('[[:upper:]]', true), fold('A'))).toBe(true)
  })

  test('it agrees with the definition', () => {
    fc.assert(
      fc.property(source, name, (glob, text) => {
        expect(matchesGlob(globOf(glob), text)).toBe(slowMatch(globOf(glob).tokens, Array.from(text)))
      }),
      { numRuns: 2000 }
    )
  })

  test('many stars on a long name that does not match come back at once', () => {
    expect(matchesGlob(globOf(`${'*a'.repeat(200)}b`), 'a'.repeat(20_000))).toBe(false)
  })
})

describe('two globs', () => {
  test('meet wherever a name matches both', () => {
    fc.assert(
      fc.property(nameAndTwo, fc.boolean(), ([text, a, b], visible) => {
        expect(matchesGlob(globOf(a), text) && matchesGlob(globOf(b), text)).toBe(true)
        expect(globsMeet(globOf(a), globOf(b), visible && !text.startsWith('.'))).toBe(true)
      }),
      { numRuns: 1000 }
    )
  })

  test.each([
    ['*', '.env', true, false],
    ['*', '.env', false, true],
    ['.e*', '.env', true, false],
    ['.e*', '.env', false, true],
    ['*.md', '.env', false, false],
    ['*.env', '.env', true, false],
    ['a*', '*b', false, true],
    ['a*c', 'b*c', false, false],
    ['?', '??', false, false]
  ])('%s and %s (visible only: %s) meet: %s', (a, b, visible, meet) => {
    expect(globsMeet(globOf(a), globOf(b), visible)).toBe(meet)
    expect(globsMeet(globOf(b), globOf(a), visible)).toBe(meet)
  })

  test('a glob that covers another matches whatever that one matches', () => {
    fc.assert(
      fc.property(nameAndTwo, source, ([text, narrow, likely], other) => {
        for (const wide of [likely, other]) {
          if (coversGlob(globOf(wide), globOf(narrow))) expect(matchesGlob(globOf(wide), text)).toBe(true)
        }
      }),
      { numRuns: 1000 }
    )
  })

  test.each([
    ['.env*', '.env', true],
    ['.env*', '.env.*', true],
    ['.env', '.env*', false],
    ['*', '?', true],
    ['?', '*', false]
  ])('%s covers %s: %s', (wide, narrow, covers) => {
    expect(coversGlob(globOf(wide), globOf(narrow))).toBe(covers)
  })
})

test.each([
  ['*', true],
  ['.*', true],
  ['**', true],
  ['.[!.]*', true],
  ['*.log', false],
  ['?', false],
  ['a*', false]
])('%s can match everything: %s', (glob, everything) => {
  expect(matchesEverything(globOf(glob))).toBe(everything)
})

test('the glob of a literal name matches that name alone', () => {
  expect(matchesGlob(literalGlob('*'), '*')).toBe(true)
  expect(matchesGlob(literalGlob('*'), 'a')).toBe(false)
})
