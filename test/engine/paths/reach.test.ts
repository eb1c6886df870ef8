import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NameFilter } from '../../../src/engine/knowledge/facts.ts'
import { matchesEither } from '../../../src/engine/paths/match.ts'
import { compilePathPattern, type PathPattern } from '../../../src/engine/paths/pattern.ts'
import { couldMatchTarget, type Use } from '../../../src/engine/paths/reach.ts'
import { resolveOperand } from '../../../src/engine/paths/target.ts'
import { placeOf } from './place.ts'
import { operandOf } from './words.ts'

function denyOf(content: string): PathPattern {
  const pattern = compilePathPattern(content, 'deny', 'project')
  if (!('steps' in pattern)) throw new Error(pattern.problem)
  return pattern
}

function couldMeet(rule: string, word: string, use: Use, place = placeOf()): boolean {
  const targets = resolveOperand(operandOf(word), [place.cwd], place)
  return targets.some((target) => couldMatchTarget(denyOf(rule), target, use, place))
}

const READ: Use = { access: 'read', recursive: false }
const SEARCH: Use = { access: 'read', recursive: true }
const LIST: Use = { access: 'list', recursive: true }
const COPY: Use = { access: 'read', recursive: true, copies: true }
const REMOVE: Use = { access: 'remove', recursive: true }
const searching = (filter: Partial<NameFilter>): Use => ({
  ...SEARCH,
  filter: { includes: [], excludes: [], skipsHidden: false, ...filter }
})

describe('a deny rule could be met', () => {
  test.each<[string, string, Use, boolean]>([
    // globs match only names that they can match
    ['.env', '*', READ, false],
    ['.env', '.e*', READ, true],
    ['.env', '.*', READ, true],
    ['.env', '*.md', READ, false],
    ['.env', '*/.env', READ, true],
    ['.env', '.*/../.env', READ, true],
    ['*.pem', '*', READ, true],
    ['*.PEM', 'k?y.pem', READ, true],
    ['secrets/**', '*', READ, true],
    ['secrets/**', '*/k.json', READ, true],
    ['secrets/**', 'src/*.ts', READ, false],
    ['/secrets/**', '../*', READ, false],
    ['/secrets/**', '../*/secrets/k', READ, true],
    // unknown words
    ['.env', '"$F"', READ, true],
    ['.env', '$F', READ, true],
    ['.env', '"$D"/.env', READ, true],
    ['/secrets/**', '"$D"/README.md', READ, true],
    ['.env', '"$D"/README.md', READ, false],
    ['.ssh', '"$D"/id_rsa', READ, true],
    ['//etc/shadow', '$D/README.md', READ, true],
    // recursive readers
    ['.env', '.', SEARCH, true],
    ['.env', 'src', SEARCH, true],
    ['/.env', 'src', SEARCH, false],
    ['//etc/shadow', '.', SEARCH, false],
    ['//etc/shadow', '/', SEARCH, true],
    ['secrets/**', '.', SEARCH, true],
    // programs and options that skip
    ['.env', '.', searching({ skipsHidden: true }), false],
    ['.env', '.env', searching({ skipsHidden: true }), true],
    ['*.pem', '.', searching({ skipsHidden: true }), true],
    ['**/.ssh/**', '/', searching({ skipsHidden: true }), false],
    ['.env', 'src', searching({ excludes: ['.env'] }), false],
    ['.env*', 'src', searching({ excludes: ['.env'] }), true],
    ['.env', 'src', searching({ excludes: ['.env*'] }), false],
    ['secrets/**', '.', searching({ excludes: ['secrets'] }), true],
    ['secrets/**', '.', searching({ excludedFolders: ['secrets'] }), false],
    ['secrets/**', 'secrets', searching({ excludedFolders: ['secrets'] }), true],
    ['.env', 'src', searching({ includes: ['*.ts'] }), false],
    ['.env', 'src', searching({ includes: ['*.ts', '.e*'] }), true],
    ['secrets/**', '.', searching({ includes: ['*.ts'] }), true],
    ['.ssh', '/', searching({ includes: ['*.pub'] }), true],
    ['*.pem', '.', searching({ includes: ['*.{ts,pem}'] }), true],
    // names only
    ['.env', '.', LIST, false],
    ['secrets/**', '.', LIST, false],
    ['secrets/**', 'secrets/sub', LIST, true],
    // copies and removals
    ['.env', '.', COPY, false],
    ['secrets/**', '.', COPY, true],
    ['/prod.env', '.', COPY, true],
    ['.env', 'build', REMOVE, false],
    ['/src/keep/**', 'src', REMOVE, true],
    ['/src/keep/**', 'build', REMOVE, false],
    ['*.pem', '*.pem', REMOVE, true]
  ])('%s by %s used as %o: %s', (rule, word, use, could) => {
    expect(couldMeet(rule, word, use)).toBe(could)
  })

  test('through a link that a glob or a walk could follow', () => {
    const place = placeOf({ realPaths: new Map([['/home/dev/app/s', '/srv/secret/k']]) })
    expect(couldMeet('//srv/secret/**', '*', READ, place)).toBe(true)
    expect(couldMeet('//srv/secret/**', '.', SEARCH, place)).toBe(true)
    expect(couldMeet('//srv/secret/**', 't*', READ, place)).toBe(false)
  })
})

test('whatever a glob or a walk touches and a rule matches, could be met', () => {
  const names = fc.array(fc.constantFrom('a', 'b', '.c', 'd.e'), { minLength: 1, maxLength: 3 })
  const rules = fc.constantFrom(
    'a',
    '.c',
    'a/**',
    '/a/b',
    '**/d.*',
    '/*/b',
    '.*',
    '[ab]',
    '//home/**/b',
    'b/*'
  )
  const globFor = (name: string): fc.Arbitrary<string> =>
    name.startsWith('.')
      ? fc.constantFrom(name, '.*', '.?')
      : fc.constantFrom(name, '*', `${name[0]}*`, '[a-d]*')
  const wordFor = (path: readonly string[]): fc.Arbitrary<string> =>
    fc.tuple(...path.map(globFor)).map((parts) => parts.join('/'))
  const pathAndWord = names.chain((path) => fc.tuple(fc.constant(path), wordFor(path)))
  const place = placeOf()
  fc.assert(
    fc.property(rules, pathAndWord, fc.nat(2), (rule, [path, word], depth) => {
      const [file] = resolveOperand(operandOf(path.join('/')), [place.cwd], place)
      if (file?.kind !== 'path' || !matchesEither(denyOf(rule), file.location, place)) return
      expect(couldMeet(rule, word, READ)).toBe(true)
      // A walk that starts above touches it too.
      const start = path.slice(0, Math.max(0, path.length - depth)).join('/') || '.'
      expect(couldMeet(rule, start, SEARCH)).toBe(true)
    }),
    { numRuns: 1500 }
  )
})
