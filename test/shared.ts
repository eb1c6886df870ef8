/** The folder with the case files and the Bash oracle. It lies beside the repository and may be absent. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SHARED = fileURLToPath(new URL('../../shared', import.meta.url))

/** The absolute path of the shared folder, or undefined where it is absent. */
export function sharedDir(): string | undefined {
  return existsSync(SHARED) ? SHARED : undefined
}

/** The JSON values of a case file, one a line; empty where the shared folder is absent. */
export function readCases(file: string): readonly unknown[] {
  const directory = sharedDir()
  if (directory === undefined) return []
  return parseLines(readFileSync(join(directory, 'cases', file), 'utf8'))
}

/** Reads JSONL text. */
export function parseLines(text: string): readonly unknown[] {
  const values: unknown[] = []
  for (const line of text.split('\n')) if (line.trim() !== '') values.push(JSON.parse(line))
  return values
}
