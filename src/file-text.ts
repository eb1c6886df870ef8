/** Reads a small file of the operator's; what is wrong is said without its path. */
import { readFile } from 'node:fs/promises'

const MAX_BYTES = 4 * 1024 * 1024

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such folder',
  EISDIR: 'this is a folder',
  EACCES: 'it may not be read',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not valid UTF-8'
}

/** The text of the file, or why there is none. Never rejects. */
export async function readText(
  path: string
): Promise<{ readonly text: string } | { readonly fault: string }> {
  try {
    const bytes = await readFile(path)
    if (bytes.length > MAX_BYTES) return { fault: `expected ${MAX_BYTES} bytes at most` }
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return { fault: REASONS[code] ?? `it cannot be read (${code || 'unknown reason'})` }
  }
}
