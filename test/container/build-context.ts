/** What `docker build .` would see of a folder: all but what `.dockerignore` names. */
import { cp, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'

interface Pattern {
  readonly names: RegExp
  readonly keeps: boolean
}

export function ignorePatterns(text: string): readonly Pattern[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ names: globOf(line.replace(/^!?\/*/, '')), keeps: line.startsWith('!') }))
}

const globOf = (glob: string): RegExp =>
  new RegExp(
    `^${glob
      .replace(/\/+$/, '')
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*\*\/?|\*|\?/g, (wildcard) =>
        wildcard === '?' ? '[^/]' : wildcard === '*' ? '[^/]*' : '.*'
      )}$`
  )

/** The last pattern that names the path or a folder above it counts. */
export function isIgnored(path: string, patterns: readonly Pattern[]): boolean {
  const parts = path.split('/')
  const above = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  return patterns.findLast(({ names }) => above.some((one) => names.test(one)))?.keeps === false
}

/** Copies what the build would see into an empty folder. A folder left out is left out whole. */
export async function copyContext(from: string, to: string, ignoreFile: string): Promise<void> {
  const patterns = ignorePatterns(ignoreFile)
  for (const name of await readdir(from)) {
    await cp(join(from, name), join(to, name), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !isIgnored(relative(from, path), patterns)
    })
  }
}
