/** Lines in a file that is put aside when it is large or a day old. */
import { open, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { createStream, type RotatingFileStream } from 'rotating-file-stream'
import { archive, archivedName } from './archive.ts'
import { asText, type Sink } from './sink.ts'

export interface FileSinkOptions {
  readonly path: string
  /** As rotating-file-stream has it. */
  readonly size?: string
  readonly interval?: string
  /** How many files that were put aside are kept. */
  readonly keep?: number
}

interface OpenFile {
  readonly stream: RotatingFileStream
  /** Which file it writes to. */
  inode: number | undefined
}

export function fileSink({ path, size = '100M', interval = '1d', keep = 14 }: FileSinkOptions): Sink {
  const folder = dirname(path)
  const name = basename(path)
  let current: OpenFile | undefined
  let archiving: Promise<void> = Promise.resolve()

  // Compressed beside the writing, not in its way; what fails is done at the next turn.
  const tidy = (): void => {
    archiving = archiving.then(() => archive(folder, name, keep)).catch(() => {})
  }

  const reopened = async (): Promise<OpenFile> => {
    const stream = createStream(
      (time, index) => (time instanceof Date ? archivedName(name, time, index ?? 1) : name),
      // A person's actions stand in it.
      { path: folder, size, interval, mode: 0o600 }
    )
    const opened: OpenFile = { stream, inode: undefined }
    stream.on('rotated', tidy)
    // After a rotation as well: another file from then on.
    stream.on('open', () => {
      opened.inode = undefined
    })
    await new Promise<void>((resolve, reject) => {
      stream.once('open', () => resolve())
      stream.on('error', reject)
    })
    if (await endsMidLine(path)) await written(stream, '\n')
    return opened
  }

  /** The open file, unless somebody removed or replaced it: what goes there would be lost. */
  const intact = async (): Promise<OpenFile | undefined> => {
    if (current === undefined || current.stream.destroyed) return undefined
    const inode = await inodeOf(path)
    current.inode ??= inode
    return inode !== undefined && current.inode === inode ? current : undefined
  }

  const ready = async (): Promise<OpenFile> => {
    const usable = await intact()
    if (usable !== undefined) return usable
    current?.stream.destroy()
    current = undefined
    current = await reopened()
    return current
  }

  return {
    prepare: async () => {
      await ready()
      tidy()
    },
    write: async (lines) => {
      const { stream } = await ready()
      await written(stream, asText(lines))
    },
    close: async () => {
      current?.stream.end()
      await archiving
    }
  }
}

const written = (stream: RotatingFileStream, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()))
  })

async function inodeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).ino
  } catch {
    return undefined
  }
}

/** A full disk or a kill leaves half a line, which must not swallow the next one. */
async function endsMidLine(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    if (size === 0) return false
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
    return buffer.toString('latin1') !== '\n'
  } finally {
    await file.close()
  }
}
