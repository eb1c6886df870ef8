/** Lines in a file that is put aside when it is large or a day old. */
import { statSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { createStream, type RotatingFileStream } from 'rotating-file-stream'
import { archive, archivedName } from './archive.ts'
import { asText, type Sink, SinkUnavailable } from './sink.ts'

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
  /** Which file it writes to; undefined: not looked at since it was opened. */
  inode: number | undefined
  /** Bytes in files put aside since the last write. */
  aside: number
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
    const stream = createStream((time, index) => nameOf(name, time, index), {
      path: folder,
      size,
      interval,
      // A person's actions stand in it.
      mode: 0o600
    })
    const opened: OpenFile = { stream, inode: undefined, aside: 0 }
    stream.on('rotation', () => {
      opened.aside += statSync(path, { throwIfNoEntry: false })?.size ?? 0
    })
    stream.on('rotated', tidy)
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
    const found = await lookAt(path)
    current.inode ??= found?.inode
    return found !== undefined && current.inode === found.inode ? current : undefined
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
      const file = await ready()
      const text = asText(lines)
      const before = (await lookAt(path))?.size ?? 0
      file.aside = 0
      await written(file.stream, text)
      const after = file.aside + ((await lookAt(path))?.size ?? 0)
      if (after >= before + Buffer.byteLength(text)) return
      // A disk that becomes full takes a part, and the stream does not say so.
      file.stream.destroy()
      throw new SinkUnavailable('SHORT_WRITE')
    },
    close: () =>
      new Promise((resolve) => {
        if (current === undefined || current.stream.destroyed) return resolve()
        current.stream.end(() => resolve())
      })
  }
}

/** The stream asks for the name of the file itself with `null`. */
const nameOf = (name: string, time: number | Date | null, index = 1): string =>
  time instanceof Date ? archivedName(name, time, index) : name

const written = (stream: RotatingFileStream, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()))
  })

async function lookAt(path: string): Promise<{ inode: number; size: number } | undefined> {
  try {
    const { ino, size } = await stat(path)
    return { inode: ino, size }
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
