/** Files and folders named on the command line, as texts. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { formatOf } from '../policies/policy-text.ts'
import type { NamedText } from '../policies/text-tests.ts'

/** The texts in the order of the arguments, or why one cannot be read. A folder stands for its policy files. */
export async function readFiles(
  names: readonly string[]
): Promise<{ readonly files: readonly NamedText[] } | { readonly errors: readonly string[] }> {
  const files: NamedText[] = []
  const errors: string[] = []
  for (const name of names) {
    try {
      for (const file of await filesOf(name)) files.push({ name: file, text: await readUtf8(file) })
    } catch (error) {
      errors.push(`${name}: ${reasonOf(error)}`)
    }
  }
  return errors.length > 0 ? { errors } : { files }
}

/** As the service reads a folder of policies: no subfolders, no hidden files. */
async function filesOf(name: string): Promise<readonly string[]> {
  if (!(await stat(name)).isDirectory()) return [name]
  const entries = await readdir(name, { withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
    .filter((entry) => formatOf(entry.name) !== undefined)
    .map((entry) => join(name, entry.name))
    .sort()
}

async function readUtf8(file: string): Promise<string> {
  return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'it may not be read',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not valid UTF-8'
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? `it cannot be read (${code || 'unknown reason'})`
}
