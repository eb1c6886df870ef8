/** The files of a lane, seen from outside: what a pass finds, what it leaves, and a clean root for the next. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  unlinkSync,
  utimesSync,
  writeFileSync
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Surroundings } from './surroundings.ts'

export const HOME = '/home/dev'
export const START = '/home/dev/app'

/** Where scripts may write; these stay when everything else goes. */
const KEPT: ReadonlySet<string> = new Set([
  '/',
  '/home',
  HOME,
  START,
  ...'/tmp /etc /opt /var /srv /mnt /root /bin /sbin /usr /usr/bin /usr/sbin /usr/local /usr/local/bin'.split(
    ' '
  )
])
/** Not theirs. */
const HIDDEN: ReadonlySet<string> = new Set('/.oracle /dev /proc /run /lib /lib64 /usr/lib'.split(' '))

/** Of more directories than these only the first one is furnished. */
const MAX_BASES = 8

/** When files that were made ahead were last changed. */
const LONG_AGO = 1

export class LaneFiles {
  readonly #root: string
  readonly #made = new Set<string>()

  constructor(root: string) {
    this.#root = root
  }

  /** Makes what the script expects. Never follows a link: there are none but ours, which are not followed. */
  prepare({ directories, files }: Surroundings): void {
    for (const directory of directories) {
      for (const path of placesOf(directory, directories)) this.#make(() => this.#directory(path))
    }
    for (const file of files) {
      for (const path of placesOf(file, directories)) this.#make(() => this.#file(path))
    }
  }

  /** Files that appeared or changed, sorted. Whatever is not part of every root is removed where `clean` says so. */
  collect(clean: boolean): readonly string[] {
    const found: string[] = []
    for (const { path, isDirectory } of this.#all('/')) {
      const outside = this.#outside(path)
      if (!isDirectory && (!this.#made.has(path) || lstatSync(outside).mtimeMs !== LONG_AGO * 1000))
        found.push(path)
      if (!clean) continue
      if (isDirectory) rmdirSync(outside)
      else unlinkSync(outside)
    }
    if (clean) this.#made.clear()
    return found.sort()
  }

  /** What is in a directory comes before it. */
  *#all(folder: string): Generator<{ readonly path: string; readonly isDirectory: boolean }> {
    for (const entry of readdirSync(this.#outside(folder), { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (HIDDEN.has(path)) continue
      const isDirectory = entry.isDirectory()
      if (isDirectory) yield* this.#all(path)
      if (!KEPT.has(path)) yield { path, isDirectory }
    }
  }

  #outside(path: string): string {
    return join(this.#root, path)
  }

  /** Names that cannot be made (a file in the place of a directory, a name too long) are not there then. */
  #make(make: () => void): void {
    try {
      make()
    } catch {}
  }

  #directory(path: string): void {
    const parent = dirname(path)
    if (KEPT.has(path)) return
    this.#directory(parent)
    const outside = this.#outside(path)
    if (existsSync(outside)) return
    mkdirSync(outside)
    // Not `mode`, which the umask narrows.
    chmodSync(outside, 0o777)
  }

  #file(path: string): void {
    this.#directory(dirname(path))
    const outside = this.#outside(path)
    writeFileSync(outside, '', { flag: 'wx' })
    chmodSync(outside, 0o666)
    utimesSync(outside, LONG_AGO, LONG_AGO)
    this.#made.add(path)
  }
}

/** A relative name may be looked for wherever the script goes. */
function placesOf(path: string, directories: ReadonlySet<string>): readonly string[] {
  if (path.startsWith('/')) return isHidden(path) ? [] : [join('/', path)]
  const bases = new Set([START])
  if (directories.size <= MAX_BASES) {
    for (const directory of directories)
      bases.add(directory.startsWith('/') ? join(directory) : join(START, directory))
  }
  return [...bases].map((base) => join(base, path)).filter((one) => !isHidden(one))
}

/** Whether a path lies where scripts write nothing of their own: devices, processes, the oracle. */
export function isHidden(path: string): boolean {
  const normal = join('/', path)
  return [...HIDDEN].some((hidden) => normal === hidden || normal.startsWith(`${hidden}/`))
}
