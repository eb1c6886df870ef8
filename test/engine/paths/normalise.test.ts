import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isHarmlessSink, isHarmlessSource, isNetworkDevice } from '../../../src/engine/paths/device-files.ts'
import { locate, locateFile } from '../../../src/engine/paths/location.ts'
import { absolute, isInside } from '../../../src/engine/paths/normalise.ts'
import { inspectSpelling } from '../../../src/engine/paths/odd-spelling.ts'
import type { Platform } from '../../../src/engine/paths/place.ts'
import { realPathOf, walkLinks } from '../../../src/engine/paths/real-path.ts'
import { isInsideWorkingDirectories } from '../../../src/engine/paths/working-directories.ts'
import { placeOf } from './place.ts'

const APP = '/home/dev/app'

class CountingMap extends Map<string, string> {
  lookups = 0

  override get(key: string): string | undefined {
    this.lookups += 1
    return super.get(key)
  }

  override has(key: string): boolean {
    this.lookups += 1
    return super.has(key)
  }
}

describe('the normal form of a path', () => {
  test.each<[string, Platform, string]>([
    ['a/./b//c/', 'linux', `${APP}/a/b/c`],
    ['../x', 'linux', '/home/dev/x'],
    ['/../..', 'linux', '/'],
    ['~', 'linux', '/home/dev'],
    ['~/x/..', 'linux', '/home/dev'],
    ['~bob/x', 'linux', `${APP}/~bob/x`],
    ['//etc', 'linux', '/etc'],
    ['', 'linux', APP],
    ['C:\\Users\\x\\..\\y', 'win32', '/c/Users/y'],
    ['c:/x', 'win32', '/c/x'],
    ['src\\a.ts', 'win32', `${APP}/src/a.ts`],
    ['\\\\?\\C:\\x', 'win32', '/c/x'],
    ['\\\\server\\share\\x', 'win32', '//server/share/x']
  ])('%j on %s is %s', (text, platform, path) => {
    expect(absolute(text, APP, '/home/dev', platform)).toBe(path)
  })

  test('`~` has none without a home directory', () => {
    expect(absolute('~/x', APP, undefined, 'linux')).toBeUndefined()
  })

  test('it is its own normal form', () => {
    const text = fc.array(fc.constantFrom('a', '..', '.', '', '~', 'C:', '\\', ' '), { maxLength: 8 })
    fc.assert(
      fc.property(text, fc.constantFrom<Platform>('linux', 'darwin', 'win32'), (parts, platform) => {
        const once = absolute(parts.join('/'), APP, '/home/dev', platform)
        expect(once).toMatch(/^\//)
        expect(absolute(once ?? '', '/elsewhere', undefined, platform)).toBe(once)
      })
    )
  })

  test.each([
    [APP, APP, true],
    [`${APP}/x`, APP, true],
    ['/home/dev/app-evil/x', APP, false],
    ['/home/dev/APP/x', APP, false],
    ['/x', '/', true]
  ])('%s inside %s: %s', (path, directory, inside) => {
    expect(isInside(path, directory)).toBe(inside)
  })
})

describe('odd spellings', () => {
  test.each<[string, Platform, boolean]>([
    ['/proc/self/root/etc', 'linux', true],
    ['/proc/self/root/../etc', 'linux', true],
    ['/proc/x/../self/cwd', 'linux', true],
    ['/proc/1/task/2/root/x', 'linux', true],
    ['/proc/cpuinfo', 'linux', false],
    ['/proc/self/status', 'linux', false],
    ['src/root/cwd', 'linux', false],
    ['a\\b', 'linux', true],
    ['a\\b', 'win32', false],
    ['a\0b', 'linux', true],
    ['.git::$INDEX_ALLOCATION/config', 'linux', true],
    ['src/lesson/:id.vue', 'linux', false],
    ['a:b', 'win32', true],
    ['C:\\a', 'win32', false],
    ['C:a', 'win32', true],
    ['\\\\server\\x', 'win32', true],
    ['\\??\\C:\\x', 'win32', true],
    ['a.\\x', 'win32', true],
    ['..\\x', 'win32', false],
    ['git~1/config', 'linux', true],
    ['a~', 'linux', false],
    ['über/ä.ts', 'linux', false]
  ])('%j on %s: %s', (text, platform, odd) => {
    expect(inspectSpelling(text, APP, platform).odd !== undefined).toBe(odd)
  })

  test('a relative path out of /proc is odd as well', () => {
    expect(inspectSpelling('self/root/etc', '/proc', 'linux').odd).toBeDefined()
    expect(inspectSpelling('etc', '/proc/self/root', 'linux').odd).toBeDefined()
  })
})

describe('links', () => {
  test('a mapped folder counts for everything below it, the longest first, again and again', () => {
    const realPaths = new Map([
      ['/a', '/b'],
      ['/a/c', 'd'],
      ['/b/e', '/f']
    ])
    const place = placeOf({ realPaths })
    expect(realPathOf('/a/x/y', place)).toBe('/b/x/y')
    expect(realPathOf('/a/c/y', place)).toBe('/b/d/y')
    expect(realPathOf('/a/e/y', place)).toBe('/f/y')
    expect(realPathOf('/ab', place)).toBe('/ab')
  })

  test('a loop of links ends', () => {
    const realPaths = new Map([
      ['/a', '/b'],
      ['/b', '/a']
    ])
    expect(['/a/x', '/b/x']).toContain(realPathOf('/a/x', placeOf({ realPaths })))
    expect(realPathOf('/a/x', placeOf({ realPaths: new Map([['/a', '/a']]) }))).toBe('/a/x')
  })

  test('a long path is looked up only where some link is as long', () => {
    const realPaths = new CountingMap([
      ['/home/dev/app/l', '/srv'],
      ['/loop', '/loop/loop']
    ])
    const place = placeOf({ realPaths })
    expect(walkLinks('/home/dev/app', 'l/../x/'.repeat(500), place)).toBe(`${'/x'.repeat(500)}`)
    walkLinks('/', 'loop/'.repeat(500), place)
    realPathOf(`/loop${'/x'.repeat(500)}`, place)
    expect(realPaths.lookups).toBeLessThan(500)
  })
})

describe('inside the working directories', () => {
  const realPaths = new Map([
    [`${APP}/out`, '/etc'],
    ['/srv/in', `${APP}/in`],
    ['/data', '/mnt/data']
  ])
  const place = placeOf({
    cwd: '/home/dev/other',
    projectDir: APP,
    workingDirectories: [APP, '/data'],
    realPaths
  })

  test.each([
    [`${APP}/a`, true],
    ['/data/x', true],
    [`${APP}/out/a`, false],
    ['/srv/in/a', false],
    ['x', false],
    [`${APP}/../app-evil/x`, false],
    [`/proc/self/root${APP}/x`, false]
  ])('%s: %s', (path, inside) => {
    expect(isInsideWorkingDirectories(locate(path, place.cwd, place), place)).toBe(inside)
  })

  test('`~` in the input of a file tool is the home directory', () => {
    expect(locateFile('~/.bashrc', placeOf()).map(({ path }) => path)).toEqual(['/home/dev/.bashrc'])
    expect(locateFile('~/../proc/self/root/x', placeOf()).map(({ odd }) => odd)).toEqual([undefined])
    expect(locateFile('~/../../proc/self/root/x', placeOf())[0]?.odd).toBeDefined()
  })
})

test.each([
  ['/dev/null', true, true, false],
  ['/dev/fd/3', true, true, false],
  ['/dev/urandom', false, true, false],
  ['/dev/sda', false, false, false],
  ['/dev/nullx', false, false, false],
  ['/dev/tcp/x/80', false, false, true],
  ['/dev/udp', false, false, true]
])('%s as a device: written %s, read %s, network %s', (path, sink, source, network) => {
  expect([isHarmlessSink(path), isHarmlessSource(path), isNetworkDevice(path)]).toEqual([
    sink,
    source,
    network
  ])
})
