import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Journal } from '../../../src/log/journal.ts'
import { Pump } from '../../../src/log/pump.ts'
import { fileSink } from '../../../src/log/sinks/file.ts'
import type { Sink } from '../../../src/log/sinks/sink.ts'
import { smallDisk } from '../../full-disk.ts'
import { until } from '../../store/fixture.ts'
import { unprivileged } from '../../unprivileged.ts'
import { ALLOW, eventOf, silent } from '../fixture.ts'

let folder: string
let path: string
const open: Sink[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'decision-log-'))
  path = join(folder, 'decisions.log')
})

afterEach(async () => {
  for (const sink of open.splice(0)) await sink.close()
  await rm(folder, { recursive: true, force: true })
})

function sinkOn(options: Partial<Parameters<typeof fileSink>[0]> = {}): Sink {
  const sink = fileSink({ path, ...options })
  open.push(sink)
  return sink
}

const content = (): Promise<string> => readFile(path, 'utf8')

describe('a log in a file', () => {
  test('is appended to, and open to this user alone', async () => {
    await writeFile(path, '{"old":1}\n', { mode: 0o600 })
    const sink = sinkOn()
    await sink.write(['{"a":1}', '{"b":2}'])
    await sink.write(['{"c":3}'])
    expect(await content()).toBe('{"old":1}\n{"a":1}\n{"b":2}\n{"c":3}\n')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  test('begins a line of its own after half a line', async () => {
    await writeFile(path, '{"hal')
    await sinkOn().write(['{"a":1}'])
    expect(await content()).toBe('{"hal\n{"a":1}\n')
  })

  test('is there again after somebody removed or moved it, or its folder', async () => {
    const sink = sinkOn()
    await sink.write(['1'])
    await rm(path)
    await sink.write(['2'])
    expect(await content()).toBe('2\n')
    await rename(path, `${path}.old`)
    await sink.write(['3'])
    expect(await content()).toBe('3\n')
    await rm(folder, { recursive: true })
    await sink.write(['4'])
    expect(await content()).toBe('4\n')
  })

  test.each<[string, () => Promise<unknown>]>([
    ['is a folder', () => mkdir(path, { recursive: true })],
    ['lies below a file', () => writeFile(join(path, '..'), 'x')]
  ])('is refused at start where its path %s', async (_, prepare) => {
    path = join(folder, 'sub', 'decisions.log')
    await prepare()
    await expect(sinkOn().prepare?.()).rejects.toThrow()
  })
})

describe('a log that grows', () => {
  test('is put aside by size, compressed, and only the newest are kept', async () => {
    const sink = sinkOn({ size: '100B', keep: 2 })
    for (let index = 0; index < 6; index += 1) await sink.write([`${index}`.repeat(120)])
    const aside = async (): Promise<readonly string[]> =>
      (await readdir(folder)).filter((name) => name !== 'decisions.log').sort()
    const texts = async (): Promise<readonly string[]> =>
      Promise.all(
        (await aside()).map(async (name) =>
          name.endsWith('.gz') ? gunzipSync(await readFile(join(folder, name))).toString() : name
        )
      ).catch(() => [])
    const newest = ['4', '5'].map((digit) => `${digit.repeat(120)}\n`)
    await until(async () => (await texts()).join() === newest.join())
    expect(await content()).toBe('')
    for (const name of await aside()) {
      expect(name).toMatch(/^decisions\.log\.\d{8}-\d{9}\.\d{3}\.gz$/)
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    }
  })

  test('leaves files alone that are not its own', async () => {
    const others = [
      'decisions.log.old',
      'decisions.log.20240101-000000000.001.txt',
      'other.log.20240101-000000000.001'
    ]
    for (const name of others) await writeFile(join(folder, name), 'x')
    const sink = sinkOn({ size: '10B', keep: 1 })
    for (const line of ['1', '2', '3']) await sink.write([line.repeat(20)])
    await until(async () => (await readdir(folder)).filter((name) => name.endsWith('.gz')).length === 1)
    for (const name of others) expect(await readFile(join(folder, name), 'utf8')).toBe('x')
  })

  test('goes on with what an earlier process left', async () => {
    await writeFile(join(folder, 'decisions.log.20240101-000000000.001'), 'left\n')
    await writeFile(join(folder, 'decisions.log.20240101-000000000.001.gz.part'), 'half')
    await sinkOn().prepare?.()
    await until(
      async () => (await readdir(folder)).join() === 'decisions.log,decisions.log.20240101-000000000.001.gz'
    )
  })
})

const disk = await smallDisk()
afterEach(() => disk?.clear())
afterAll(() => disk?.remove())

describe.skipIf(disk === undefined)('a log on a full disk', () => {
  test('fails its writes, and goes on with whole lines once there is room', async () => {
    if (disk === undefined) return
    path = join(disk.folder, 'full.log')
    const sink = sinkOn()
    await sink.write(['{"before":1}'])
    await disk.fill()
    const long = JSON.stringify({ long: 'x'.repeat(8_000) })
    await expect(sink.write([long])).rejects.toMatchObject({ code: 'SHORT_WRITE' })
    await expect(sink.write([long])).rejects.toMatchObject({ code: 'ENOSPC' })
    await disk.clear()
    await sink.write(['{"after":1}'])
    const lines = (await content()).split('\n').filter((line) => line !== '')
    expect([lines.at(0), lines.at(-1)]).toEqual(['{"before":1}', '{"after":1}'])
  })

  test('lets every decision stand, and where it is required no allow, until there is room', async () => {
    if (disk === undefined) return
    path = join(disk.folder, 'required.log')
    const bounds = { firstRetryMs: 5, lastRetryMs: 20, acceptedWithinMs: 200 }
    const pump = new Pump({ sink: sinkOn(), logger: silent, lingerMs: 1, bounds })
    const lenient = new Journal({ logger: silent, pump })
    const strict = new Journal({ logger: silent, pump, required: true })
    const large = eventOf({ input: { command: 'x'.repeat(10_000) }, log: { input: 'masked', mask: [] } })
    expect(await strict.decided(large)).toBe(ALLOW)
    await disk.fill()
    expect(lenient.decided(large)).toBe(ALLOW)
    expect(await strict.decided(large)).toMatchObject({ decision: 'deny', decidedBy: { kind: 'degraded' } })
    expect(lenient.health()).toBe('the decision log is failing')
    await disk.clear()
    await until(() => lenient.health() === undefined)
    expect(await strict.decided(eventOf())).toBe(ALLOW)
    await strict.close(1_000)
  })
})

describe('a log in a folder that may not be written to', () => {
  test('fails its writes until it may', async () => {
    await unprivileged([folder], async () => {
      const sink = sinkOn()
      await sink.write(['1'])
      await rm(path)
      await chmod(folder, 0o500)
      await expect(sink.write(['2'])).rejects.toMatchObject({ code: 'EACCES' })
      await chmod(folder, 0o700)
      await sink.write(['3'])
      expect(await content()).toBe('3\n')
    })
  })
})
