/** A real file system that can be filled: a small one in memory, where this user may mount one. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface SmallDisk {
  readonly folder: string
  /** Leaves no room at all. */
  fill(): Promise<void>
  /** Gives the room back. */
  clear(): Promise<void>
  remove(): Promise<void>
}

/** Undefined where nobody but another user may mount. */
export async function smallDisk(kilobytes = 64): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder])
  } catch {
    await rm(folder, { recursive: true })
    return undefined
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: () => writeFile(filler, Buffer.alloc(2 * kilobytes * 1024)).catch(() => {}),
    clear: () => rm(filler, { force: true }),
    remove: async () => {
      await run('umount', ['--lazy', folder])
      await rm(folder, { recursive: true })
    }
  }
}
