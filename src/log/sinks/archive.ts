/** Log files that were put aside: compressed, and the oldest removed. */
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

const ASIDE = /^\.\d{8}-\d{9}\.\d{3}$/
const COMPRESSED = '.gz'
const UNFINISHED = '.part'

/** What a file is called when it is put aside; names sort by age. */
export function archivedName(name: string, time: Date, index: number): string {
  const stamp = time
    .toISOString()
    .replaceAll(/[-:.Z]/g, '')
    .replace('T', '-')
  return `${name}.${stamp}.${String(index).padStart(3, '0')}`
}

/** Compresses what lies aside, and keeps so many of the newest. */
export async function archive(folder: string, name: string, keep: number): Promise<void> {
  for (const plain of await aside(folder, name, '')) {
    const whole = join(folder, plain + COMPRESSED)
    const part = whole + UNFINISHED
    try {
      await pipeline(
        createReadStream(join(folder, plain)),
        createGzip(),
        createWriteStream(part, { mode: 0o600 })
      )
      await rename(part, whole)
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
    await rm(join(folder, plain), { force: true })
  }
  const kept = await aside(folder, name, COMPRESSED)
  for (const old of kept.slice(0, Math.max(0, kept.length - keep)))
    await rm(join(folder, old), { force: true })
}

/** The names of files put aside with this ending, the oldest first. */
async function aside(folder: string, name: string, ending: string): Promise<readonly string[]> {
  const files = await readdir(folder)
  return files
    .filter(
      (file) =>
        file.startsWith(name) &&
        file.endsWith(ending) &&
        ASIDE.test(file.slice(name.length, file.length - ending.length))
    )
    .sort()
}
