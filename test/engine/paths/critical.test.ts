import { describe, expect, test } from 'vitest'
import type { NameFilter } from '../../../src/engine/knowledge/facts.ts'
import { criticalRemoval } from '../../../src/engine/paths/critical.ts'
import type { Place } from '../../../src/engine/paths/place.ts'
import { resolveOperand } from '../../../src/engine/paths/target.ts'
import { placeOf } from './place.ts'
import { operandOf } from './words.ts'

function isCritical(
  word: string,
  place: Place,
  filter?: NameFilter,
  directories?: readonly string[] | null
): boolean {
  const from = directories === null ? undefined : (directories ?? [place.cwd])
  const targets = resolveOperand(operandOf(word), from, place)
  return targets.some((target) => criticalRemoval(target, place, filter) !== undefined)
}

const only = (...includes: string[]): NameFilter => ({ includes, excludes: [], skipsHidden: false })

describe('a removal', () => {
  // Appendix A.5 and E41, E42, E45, D16, D18
  test.each([
    ['/', true],
    ['/etc', true],
    ['/data', true],
    ['/etc/', true],
    ['~', true],
    ['$HOME/', true],
    ['~/*', true],
    ['.', true],
    ['..', true],
    ['/home', true],
    ['/home/dev/app', true],
    ['/home/dev/../dev', true],
    ['$PWD', true],
    ['$PWD/*', true],
    ['"$DIR"/*', true],
    ['$DIR/', true],
    ['"$DIR"/.*', true],
    ['"$A""$B"/*', true],
    ['/"$X"', true],
    ['/*', true],
    ['/h*', true],
    ['/*.log', true],
    ['*', true],
    ['.*', true],
    ['**', true],
    ['../*', true],
    ['../ap*', true],
    ['/proc/self/cwd', true],
    ['~dev', true],
    ['~kim', true],
    ['~kim/', true],
    ['~kim/*', true],
    ['~kim/..', true],
    ['~dev/app', true],
    ['$(pwd)', true],
    ['$(pwd -P)', true],
    ['$(pwd)/..', true],
    ['$(git rev-parse --show-toplevel)', true],
    ['~kim/build', false],
    ['$(pwd)/build', false],
    ['$(git rev-parse --show-toplevel)/build', false],
    ['$(git rev-parse HEAD)', false],
    ['$(mktemp -d)', false],
    ['build', false],
    ['./node_modules', false],
    ['build/*', false],
    ['*.log', false],
    ['src/"$T"/*', false],
    ['"$DIR"', false],
    ['"$DIR"/build', false],
    ['"$DIR"/*.log', false],
    ['/srv/other/file', false],
    ['/tmp/x/*', false],
    ['../app2', false],
    ['../other-*', false]
  ])('of %s is critical: %s', (word, critical) => {
    expect(isCritical(word, placeOf())).toBe(critical)
  })

  test('of an additional directory is critical by a glob only', () => {
    const place = placeOf({ workingDirectories: ['/home/dev/app', '/srv/shared/x'] })
    expect(isCritical('/srv/shared/x', place)).toBe(false)
    expect(isCritical('/srv/shared/x/*', place)).toBe(true)
    expect(isCritical('/srv/shared/*', place)).toBe(true)
    expect(isCritical('/srv/shared/y/*', place)).toBe(false)
  })

  test('of the project is critical wherever the shell stands', () => {
    expect(isCritical('/home/dev/app', placeOf({ cwd: '/home/dev/app/src' }))).toBe(true)
    expect(isCritical('..', placeOf({ cwd: '/home/dev/app/src' }))).toBe(true)
    expect(isCritical('app', placeOf(), undefined, ['/home/dev/app/src', '/home/dev'])).toBe(true)
    expect(isCritical('*', placeOf(), undefined, ['/home/dev/app/build'])).toBe(false)
  })

  test('in an unknown directory is critical where it takes everything', () => {
    expect(isCritical('*', placeOf(), undefined, null)).toBe(true)
    expect(isCritical('..', placeOf(), undefined, null)).toBe(true)
    expect(isCritical('build', placeOf(), undefined, null)).toBe(false)
    expect(isCritical('/etc', placeOf(), undefined, null)).toBe(true)
  })

  test('of home is critical although nobody said where it is', () => {
    const place = placeOf({ homeDir: undefined })
    expect(isCritical('~', place)).toBe(true)
    expect(isCritical('~/*', place)).toBe(true)
    expect(isCritical('~/build', place)).toBe(false)
  })

  test('with a name filter is ordinary unless the filter lets everything through', () => {
    expect(isCritical('.', placeOf(), only('*.pyc'))).toBe(false)
    expect(isCritical('.', placeOf(), only('*'))).toBe(true)
    expect(isCritical('/', placeOf(), { includes: [], excludes: ['*.pyc'], skipsHidden: true })).toBe(true)
  })

  test.each<[string, Place['platform'], boolean]>([
    ['/private/etc', 'darwin', true],
    ['/private/etc/x', 'darwin', false],
    ['/private/etc', 'linux', false],
    ['/HOME/DEV', 'darwin', true],
    ['/HOME/DEV', 'linux', false],
    ['C:/', 'win32', true],
    ['C:/Windows', 'win32', true],
    ['C:/Windows/x', 'win32', false],
    ['c:/*', 'win32', true]
  ])('of %s on %s is critical: %s', (word, platform, critical) => {
    expect(isCritical(word, placeOf({ platform }))).toBe(critical)
  })

  test('through a link is critical where the link leads to something critical', () => {
    const place = placeOf({ realPaths: new Map([['/home/dev/app/l', '/home/dev']]) })
    expect(isCritical('l', place)).toBe(true)
    expect(isCritical('l/*', place)).toBe(true)
    expect(isCritical('l/x', place)).toBe(false)
  })
})
