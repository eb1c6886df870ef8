import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { locate, locateFile } from '../../../src/engine/paths/location.ts'
import { coversTarget, matchesBoth, matchesEither, matchesPath } from '../../../src/engine/paths/match.ts'
import { compilePathPattern, type PathPattern } from '../../../src/engine/paths/pattern.ts'
import type { Place } from '../../../src/engine/paths/place.ts'
import { resolveOperand } from '../../../src/engine/paths/target.ts'
import type { Behavior, LayerName } from '../../../src/engine/verdict.ts'
import { placeOf } from './place.ts'
import { operandOf } from './words.ts'

function patternOf(content: string, behavior: Behavior, layer: LayerName = 'user'): PathPattern {
  const pattern = compilePathPattern(content, behavior, layer)
  if (!('steps' in pattern)) throw new Error(pattern.problem)
  return pattern
}

type Row = readonly [Behavior, string, LayerName, string, boolean]

const TABLE: readonly Row[] = [
  // Appendix A.3
  ['allow', '/src/**', 'project', '/home/dev/app/src/a.ts', true],
  ['allow', '/src/**', 'user', '/home/dev/app/src/a.ts', false],
  ['allow', '/src/**', 'user', '/home/dev/.claude/src/a.ts', true],
  ['allow', 'src/**', 'user', '/home/dev/app/pkg/src/a.ts', false],
  ['deny', 'src/**', 'user', '/home/dev/app/pkg/src/a.ts', true],
  ['allow', '**/src/**', 'user', '/home/dev/app/pkg/src/a.ts', true],
  ['deny', '.env', 'user', '/home/dev/app/pkg/.env', true],
  ['deny', '.env', 'user', '/home/dev/other/.env', false],
  ['deny', '//**/.env', 'user', '/srv/x/.env', true],
  ['deny', '/etc/passwd', 'project', '/etc/passwd', false],
  ['deny', '//etc/passwd', 'user', '/etc/passwd', true],
  ['deny', '~/.ssh/**', 'user', '/home/dev/.ssh/id_ed25519', true],
  ['allow', '/src/*.ts', 'project', '/home/dev/app/src/sub/a.ts', false],
  ['deny', './.env', 'user', '/home/dev/app/.env', true],
  ['allow', '//srv/data/**', 'user', '/srv/data/x', true],
  // R53, D16: anchors of `/p`
  ['allow', '/src/**', 'local', '/home/dev/app/src/a.ts', true],
  ['allow', '/src/**', 'flag', '/home/dev/app/src/a.ts', true],
  ['allow', '/src/**', 'session', '/home/dev/app/src/a.ts', true],
  ['deny', '/src/**', 'policy', '/home/dev/app/src/a.ts', true],
  ['deny', '/src/**', 'project', '/home/dev/app/pkg/src/a.ts', false],
  // R55, R56: depth
  ['allow', '*.md', 'user', '/home/dev/app/docs/a.md', true],
  ['allow', 'src/components/**', 'user', '/home/dev/app/vendor/src/components/a.ts', false],
  ['deny', 'src/components/**', 'user', '/home/dev/app/vendor/src/components/a.ts', false],
  ['allow', 'docs/', 'user', '/home/dev/app/docs/a.md', true],
  ['allow', 'docs/', 'user', '/home/dev/app/pkg/docs/a.md', false],
  ['deny', 'docs/', 'user', '/home/dev/app/pkg/docs/a.md', true],
  ['allow', 'src/*', 'user', '/home/dev/app/src/a', true],
  ['allow', 'src/*', 'user', '/home/dev/app/src/sub/a', false],
  ['deny', 'src/*', 'user', '/home/dev/app/src/sub/a', true],
  ['deny', 'secrets-*/config.json', 'user', '/home/dev/app/secrets-prod/config.json', true],
  ['deny', 'secrets', 'user', '/home/dev/app/a/secrets/b/c', true],
  ['deny', 'a/**/b', 'user', '/home/dev/app/a/b', true],
  ['deny', 'a/**/b', 'user', '/home/dev/app/a/x/y/b/z', true],
  // D18: a leading `./`
  ['deny', './.env', 'user', '/home/dev/app/pkg/.env', true],
  ['allow', './.env', 'user', '/home/dev/app/pkg/.env', false],
  ['allow', './.env', 'user', '/home/dev/app/.env', true],
  // D18: case
  ['deny', '.env', 'user', '/home/dev/app/.ENV', true],
  ['ask', 'SECRETS/**', 'user', '/home/dev/APP/secrets/a', true],
  ['allow', '.env', 'user', '/home/dev/app/.ENV', false],
  // R65, and a folder covers itself
  ['deny', '//', 'user', '/etc/x', true],
  ['deny', '/', 'project', '/etc/x', true],
  ['allow', '/', 'project', '/etc/x', false],
  ['allow', '/', 'project', '/home/dev/app/x', true],
  ['deny', 'C:\\', 'user', '/c/Users/x', true],
  ['deny', 'C:\\Users\\**', 'user', '/c/users/x', true],
  ['deny', '//dir/**', 'user', '/dir', true],
  ['allow', '//dir/**', 'user', '/dir', true],
  ['allow', '//dir/**', 'user', '/dirt', false],
  ['deny', '~', 'user', '/home/dev/x', true],
  ['deny', '**', 'user', '/home/dev/app/x/y', true],
  ['deny', '**', 'user', '/home/dev/x', false],
  // `..`
  ['deny', '../other/**', 'user', '/home/dev/other/x', true],
  ['deny', 'a/../b', 'user', '/home/dev/app/b', true],
  // escapes
  ['allow', 'a\\*b', 'user', '/home/dev/app/a*b', true],
  ['allow', 'a\\*b', 'user', '/home/dev/app/axb', false],
  // R64: the literal path, and no exemption
  ['deny', 'src/[abc', 'user', '/home/dev/app/src/[abc', true],
  ['deny', 'src/[abc', 'user', '/home/dev/app/src/a', false],
  ['deny', '!.env', 'user', '/home/dev/app/!.env', true]
]

describe('a path rule', () => {
  test.each(TABLE)('%s %s of the %s layer on %s: %s', (behavior, content, layer, path, matches) => {
    expect(matchesPath(patternOf(content, behavior, layer), path, placeOf())).toBe(matches)
  })

  test.each(['src/[abc', '!x', 'x\\', '../other/**', '', '*/../x'])(
    '%j in an allow list is a problem',
    (content) => {
      expect(compilePathPattern(content, 'allow', 'user')).toEqual({ problem: expect.any(String) })
    }
  )

  test('a deny that cannot be read says why it counts as a literal path only', () => {
    expect(patternOf('src/[abc', 'deny').problem).toContain('[abc')
    expect(patternOf('src/a', 'deny').problem).toBeUndefined()
  })

  test('relative deny rules follow the shell, relative allow rules do not', () => {
    const place = placeOf({ cwd: '/srv/x' })
    expect(matchesPath(patternOf('.env', 'deny'), '/srv/x/.env', place)).toBe(true)
    expect(matchesPath(patternOf('.env', 'allow'), '/srv/x/.env', place)).toBe(false)
    const moved = locate('.env', '/srv/y', placeOf())
    expect(matchesEither(patternOf('.env', 'ask'), moved, placeOf())).toBe(true)
    expect(matchesBoth(patternOf('.env', 'allow'), moved, placeOf())).toBe(false)
  })

  test('many stars on a deep path that does not match come back at once', () => {
    const path = `/home/dev/app${'/a'.repeat(5000)}`
    expect(matchesPath(patternOf(`${'**/a/'.repeat(100)}b`, 'deny'), path, placeOf())).toBe(false)
  })
})

describe('without a home directory', () => {
  const place = ((): Place => {
    const { homeDir: _, ...rest } = placeOf()
    return { ...rest, homeDir: undefined }
  })()

  test.each(['/root/.ssh/id', '/home/eve/.ssh/id', '/Users/eve/.ssh/id'])(
    'a deny at ~ matches %s',
    (path) => {
      expect(matchesPath(patternOf('~/.ssh/**', 'deny'), path, place)).toBe(true)
      expect(matchesPath(patternOf('~/.ssh/**', 'allow'), path, place)).toBe(false)
    }
  )

  test('a path that begins with ~ meets a deny at ~ and no allow at ~', () => {
    const places = locateFile('~/.ssh/id', place)
    expect(places.every((one) => matchesEither(patternOf('~/.ssh/**', 'deny'), one, place))).toBe(true)
    expect(places.some((one) => matchesBoth(patternOf('~/**', 'allow'), one, place))).toBe(false)
  })
})

describe('links and odd spellings', () => {
  const place = placeOf({ realPaths: new Map([['/home/dev/app/s', '/srv/secret']]) })

  test('deny needs the link or its target, allow both', () => {
    const file = locate('s/k', place.cwd, place)
    expect(matchesEither(patternOf('//srv/secret/**', 'deny'), file, place)).toBe(true)
    expect(matchesEither(patternOf('s/**', 'deny'), file, place)).toBe(true)
    expect(matchesBoth(patternOf('s/**', 'allow'), file, place)).toBe(false)
    expect(matchesBoth(patternOf('//**', 'allow'), file, place)).toBe(true)
  })

  test('`..` behind a link leads to the parent of its target', () => {
    const file = locate('s/../other', place.cwd, place)
    expect(matchesEither(patternOf('//srv/other', 'deny'), file, place)).toBe(true)
    expect(matchesBoth(patternOf('**', 'allow'), file, place)).toBe(false)
  })

  test.each(['/proc/self/root/home/dev/app/.env', '/proc/1/cwd/.env', 'pkg\\.env', '.env::$DATA', '.env\0x'])(
    'a deny meets %j, an allow never does',
    (text) => {
      const file = locate(text, place.cwd, place)
      expect(file.odd).toBeDefined()
      expect(matchesEither(patternOf('.env', 'deny'), file, place)).toBe(true)
      expect(matchesBoth(patternOf('//**', 'allow'), file, place)).toBe(false)
    }
  )
})

describe('an allow rule and a target', () => {
  test.each([
    ['docs/**', 'docs/*.md', false, true],
    ['docs/*.md', 'docs/a*.md', false, true],
    ['docs/*.md', 'docs/*', false, false],
    ['docs/**', 'docs', true, true],
    ['docs/*', 'docs', true, false],
    ['docs/README*', 'docs/readme*', false, false],
    ['docs/**', 'docs/"$F"', false, false],
    ['docs/**', 'docs/.*/x', false, false]
  ])('%s covers %s (recursive %s): %s', (content, word, recursive, covered) => {
    const place = placeOf()
    const pattern = patternOf(content, 'allow')
    const targets = resolveOperand(operandOf(word), [place.cwd], place)
    expect(targets.every((target) => coversTarget(pattern, target, recursive, place))).toBe(covered)
  })
})

test('matching agrees with the definition of gitignore segments', () => {
  const part = fc.constantFrom('a', 'b', 'ab', '*', 'a*', '**')
  const names = fc.array(fc.constantFrom('a', 'b', 'ab', 'c'), { minLength: 1, maxLength: 5 })
  const slow = (steps: readonly string[], path: readonly string[]): boolean => {
    const [first, ...rest] = steps
    if (first === undefined) return path.length === 0
    if (first === '**') return slow(rest, path) || (path.length > 0 && slow(steps, path.slice(1)))
    const [head, ...tail] = path
    if (head === undefined) return false
    const fits = first.endsWith('*') ? head.startsWith(first.slice(0, -1)) : head === first
    return fits && slow(rest, tail)
  }
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), names, (steps, path) => {
      const pattern = patternOf(`//${steps.join('/')}`, 'deny')
      // In a deny list, whatever lies below a match is covered too.
      expect(matchesPath(pattern, `/${path.join('/')}`, placeOf())).toBe(slow([...steps, '**'], path))
    }),
    { numRuns: 2000 }
  )
})
