import { mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Watch, type WatchTiming, watchPaths } from '../src/watch.ts'

let base: string
let folder: string
const open = new Set<Watch>()

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'watch-'))
  folder = join(base, 'live')
  await mkdir(join(base, 'v1'))
  await writeFile(join(base, 'v1', 'a.json'), 'one')
  await mkdir(join(base, 'v2'))
  await writeFile(join(base, 'v2', 'a.json'), 'one')
  await symlink('v1', folder)
})

afterEach(async () => {
  for (const one of open) one.close()
  open.clear()
  await rm(base, { recursive: true })
})

const QUICK: Partial<WatchTiming> = { pollMs: 50, settleMs: 30 }

async function watched(path: string, timing = QUICK, onChange: () => Promise<void> | void = () => {}) {
  const told = vi.fn(onChange)
  open.add(await watchPaths([path], told, timing))
  return told
}

/** As an editor and `kubectl` do it. */
async function swapLink(target: string, link: string): Promise<void> {
  await symlink(target, `${link}.new`)
  await rename(`${link}.new`, link)
}

const CHANGES: readonly (readonly [string, () => Promise<void>])[] = [
  ['a file is written', () => writeFile(join(folder, 'a.json'), 'two')],
  ['a file is added', () => writeFile(join(folder, 'b.json'), 'two')],
  ['a file is removed', () => rm(join(folder, 'a.json'))],
  [
    'a file is replaced',
    async () => {
      await writeFile(join(base, 'new'), 'two')
      await rename(join(base, 'new'), join(folder, 'a.json'))
    }
  ],
  ['the link to the folder is swapped', () => swapLink('v2', folder)],
  ['the link dangles', () => rm(join(base, 'v1'), { recursive: true })],
  [
    'only the time of a file is another',
    async () => {
      await utimes(join(folder, 'a.json'), 1, 1)
    }
  ]
]

describe('a watched folder', () => {
  test.each(CHANGES)('is told of where %s', async (_, change) => {
    const told = await watched(folder)
    await change()
    await vi.waitFor(() => expect(told).toHaveBeenCalledOnce())
    await setTimeout(150)
    expect(told).toHaveBeenCalledOnce()
  })

  test('is told of long before the next look where the system tells', async () => {
    const told = await watched(folder, { pollMs: 600_000, settleMs: 30 })
    await writeFile(join(folder, 'a.json'), 'two')
    await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1))
    await swapLink('v2', folder)
    await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(2))
    await writeFile(join(base, 'v2', 'a.json'), 'two')
    await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(3))
  })

  test('is told of when it vanishes and when it is back', async () => {
    const told = await watched(folder)
    await rm(folder)
    await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1))
    await symlink('v1', folder)
    await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(2))
  })

  test('is told of once where a file takes its time to be written', async () => {
    const told = await watched(folder, { pollMs: 20, settleMs: 400 })
    for (let size = 1; size <= 10; size += 1) {
      await writeFile(join(folder, 'a.json'), 'x'.repeat(size))
      await setTimeout(20)
    }
    expect(told).not.toHaveBeenCalled()
    await vi.waitFor(() => expect(told).toHaveBeenCalledOnce())
  })

  test('is told of where it never stops changing', async () => {
    const told = await watched(folder, { pollMs: 20, settleMs: 60, latestMs: 200 })
    const until = performance.now() + 5_000
    for (let size = 0; told.mock.calls.length === 0 && performance.now() < until; size += 1) {
      await writeFile(join(folder, 'a.json'), 'x'.repeat(size))
      await setTimeout(10)
    }
    expect(told).toHaveBeenCalled()
  })

  test('is not told of where a hidden file or a file in a subfolder changes', async () => {
    await mkdir(join(folder, 'sub'))
    const told = await watched(folder)
    await writeFile(join(folder, '.a.json.swp'), 'x')
    await writeFile(join(folder, 'sub', 'b.json'), 'x')
    await setTimeout(300)
    expect(told).not.toHaveBeenCalled()
  })

  test('is told of again where somebody could not use what is there', async () => {
    const told = await watched(folder, { ...QUICK, retryMs: 100 }, () => {
      if (told.mock.calls.length < 3) throw new Error('too many open files')
    })
    await writeFile(join(folder, 'a.json'), 'two')
    await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(3))
    await setTimeout(300)
    expect(told).toHaveBeenCalledTimes(3)
  })

  test('is told of one change at a time, and of none after the close', async () => {
    let running = 0
    let most = 0
    const told = await watched(folder, QUICK, async () => {
      running += 1
      most = Math.max(most, running)
      await setTimeout(150)
      running -= 1
    })
    for (const content of ['two', 'three!', 'four']) {
      await writeFile(join(folder, 'a.json'), content)
      await setTimeout(100)
    }
    await vi.waitFor(() => expect(told.mock.calls.length).toBeGreaterThan(1))
    for (const one of open) one.close()
    const calls = told.mock.calls.length
    await writeFile(join(folder, 'a.json'), 'five')
    await setTimeout(300)
    expect(told).toHaveBeenCalledTimes(calls)
    expect(most).toBe(1)
  })
})

describe('a watched file', () => {
  test('is told of where Kubernetes swaps the folder its link leads through', async () => {
    await symlink('v1', join(base, '..data'))
    await symlink('..data/a.json', join(base, 'a.json'))
    const told = await watched(join(base, 'a.json'), { pollMs: 600_000, settleMs: 30 })
    await swapLink('v2', join(base, '..data'))
    await vi.waitFor(() => expect(told).toHaveBeenCalledOnce())
  })
})
