import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clearSocketPath } from '../../src/listening/unix-socket.ts'
import { unprivileged } from '../unprivileged.ts'

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'socket-'))
  path = join(folder, 'service.sock')
})

afterEach(() => rm(folder, { recursive: true }))

describe('the path of a Unix socket', () => {
  test('is free where nothing is', async () => {
    expect(await clearSocketPath(path)).toBeUndefined()
  })

  test.each<[string, () => Promise<unknown>]>([
    ['a file', () => writeFile(path, 'mine')],
    ['a folder', () => mkdir(path)],
    [
      'a link to a file',
      async () => {
        await writeFile(`${path}.target`, 'mine')
        await symlink(`${path}.target`, path)
      }
    ]
  ])('is taken where %s is, which stays', async (_, prepare) => {
    await prepare()
    expect(await clearSocketPath(path)).toBe('something is there that is no socket')
    await stat(path)
  })

  test('is taken where somebody listens', async () => {
    const server = createServer().listen(path)
    await new Promise((resolve) => server.once('listening', resolve))
    expect(await clearSocketPath(path)).toBe('another process listens on it')
    expect((await stat(path)).isSocket()).toBe(true)
    server.close()
  })

  test.each([
    ['a folder that is not there', 'none/service.sock', 'its folder is not there'],
    ['a file for a folder', 'file/service.sock', 'its folder is no folder'],
    ['too long a name', `${'x'.repeat(120)}.sock`, /^the path may have 10[37] bytes$/]
  ])('may not have %s', async (_, name, fault) => {
    await writeFile(join(folder, 'file'), '')
    expect(await clearSocketPath(join(folder, name))).toEqual(
      typeof fault === 'string' ? fault : expect.stringMatching(fault)
    )
  })

  test('may not lie where this user may not look', async () => {
    const closed = join(folder, 'closed')
    await mkdir(closed)
    await chmod(closed, 0)
    const cleared = await unprivileged([folder], () => clearSocketPath(join(closed, 'service.sock')))
    expect(cleared).toBe('this user may not create it there')
    await chmod(closed, 0o700)
  })
})
