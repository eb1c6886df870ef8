/** Policies from the files of one folder. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ReadPolicy, readPolicy } from './policy-reading.ts'
import { type PolicyFault, type PolicyReading, type PolicySource, policySet } from './policy-set.ts'
import { formatOf, MAX_TEXT_BYTES, type TextFormat, TOO_LARGE } from './policy-text.ts'
import { conflictsIn } from './set-conflicts.ts'

/** Reads the folder afresh on every call; subfolders and hidden files are no policies. */
export const policyFolder = (folder: string): PolicySource => ({ read: () => readFolder(folder) })

async function readFolder(folder: string): Promise<PolicyReading> {
  let files: readonly NamedFile[]
  try {
    files = await policyFiles(folder)
  } catch (error) {
    return { faults: [{ file: folder, place: '', reason: reasonOf(error) }] }
  }
  const readings: ReadPolicy[] = []
  // One after the other: a file may be large, and its text is not kept.
  for (const { name, format } of files) readings.push(await readFileOf(join(folder, name), format))
  const faults = readings.flatMap((reading) => ('faults' in reading ? reading.faults : []))
  const found = readings.flatMap((reading) => ('policy' in reading ? [reading] : []))
  const all = [...faults, ...conflictsIn(found)]
  if (all.length > 0) return { faults: all }
  return {
    set: policySet(found.map(({ policy }) => policy)),
    files: new Map(found.map(({ policy, origin }) => [policy.id, origin]))
  }
}

interface NamedFile {
  readonly name: string
  readonly format: TextFormat
}

/** Links count as what they lead to, so that a swapped link brings in several files at once. */
async function policyFiles(folder: string): Promise<readonly NamedFile[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort()
    .flatMap((name) => {
      const format = formatOf(name)
      return format === undefined ? [] : [{ name, format }]
    })
}

async function readFileOf(file: string, format: TextFormat): Promise<ReadPolicy> {
  const fault = (reason: string): { readonly faults: readonly PolicyFault[] } => ({
    faults: [{ file, place: '', reason }]
  })
  try {
    const status = await stat(file)
    // A pipe would be waited for, a device may never end.
    if (!status.isFile()) return fault(status.isDirectory() ? 'this is a folder' : 'this is no ordinary file')
    if (status.size > MAX_TEXT_BYTES) return fault(TOO_LARGE)
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
    return readPolicy(text, format, file)
  } catch (error) {
    return fault(reasonOf(error))
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'this is not a folder',
  EISDIR: 'this is a folder',
  ELOOP: 'its links lead in a circle',
  EACCES: 'it may not be read',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not valid UTF-8'
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? `it cannot be read (${code || 'unknown reason'})`
}
