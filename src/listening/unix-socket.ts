/** A Unix socket that this user alone may open. */
import { lstat, stat, unlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname } from 'node:path'

/** What bind takes: 108 bytes with the one that ends the text, 104 on macOS. */
const MAX_PATH_BYTES = process.platform === 'darwin' ? 103 : 107

/** Everything but reading and writing by this user is taken away. */
const OWNER_ONLY = 0o177

/** Why nobody can listen there; undefined: somebody can, now that a socket nobody answers on is removed. */
export async function clearSocketPath(path: string): Promise<string | undefined> {
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return `the path may have ${MAX_PATH_BYTES} bytes`
  try {
    const found = await lstat(path)
    if (!found.isSocket()) return 'something is there that is no socket'
    if (await answers(path)) return 'another process listens on it'
    await unlink(path)
    return undefined
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') return socketFault(error)
    // Of a folder that is not there, listening says that it may not be used.
    return stat(dirname(path)).then(() => undefined, socketFault)
  }
}

/** Runs `listen` so that what it creates is this user's alone from the first moment on. */
export async function ownerOnly<T>(listen: () => Promise<T>): Promise<T> {
  const before = process.umask(OWNER_ONLY)
  try {
    return await listen()
  } finally {
    process.umask(before)
  }
}

/** Why listening failed, in words. */
export const socketFault = (error: unknown): string => {
  const code = codeOf(error)
  return FAULTS[code] ?? `it cannot be used (${code})`
}

const FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder is not there',
  ENOTDIR: 'its folder is no folder',
  EACCES: 'this user may not create it there',
  EPERM: 'this user may not create it there',
  EROFS: 'its folder is on a read-only file system',
  EADDRINUSE: 'another process listens on it'
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'

/** Whether a process takes connections there. Where that cannot be told, it is taken for one that does. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', (error) => {
      const code = codeOf(error)
      if (code === 'ECONNREFUSED' || code === 'ENOENT') resolve(false)
      else if (code === 'EACCES') reject(error)
      else resolve(true)
    })
  })
}
