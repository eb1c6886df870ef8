/** The compiled service, for tests of what is shipped: without a loader in each process and worker. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes
} from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CACHE = join(ROOT, 'node_modules/.cache/portcullis')

/** What a build is made of. */
const SOURCES = ['src', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json']

/** A build that no test has asked for in so long is of older sources. */
const STALE_MS = 3_600_000

export interface Compiled {
  /** Of a compiled module: its path below `src`, with `.js`. */
  path(module: string): string
}

/** Compiles the sources as they are, once for all tests: builds are kept under the digest of what they are made of. */
export async function compile(): Promise<Compiled> {
  const folder = join(CACHE, `compiled-${await digestOfSources()}`)
  const now = new Date()
  await utimes(folder, now, now).catch(() => build(folder))
  return { path: (module) => join(folder, 'dist', module) }
}

async function build(folder: string): Promise<void> {
  await removeStale()
  await mkdir(CACHE, { recursive: true })
  const own = await mkdtemp(join(CACHE, 'building-'))
  const compiler = join(ROOT, 'node_modules/.bin/tsc')
  // Types are checked once for all by `npm run typecheck`; what comes out is the same.
  const options = ['-p', join(ROOT, 'tsconfig.build.json'), '--outDir', join(own, 'dist'), '--noCheck']
  await Promise.all([
    copyFile(join(ROOT, 'package.json'), join(own, 'package.json')),
    symlink(join(ROOT, 'policies'), join(own, 'policies')),
    promisify(execFile)(compiler, options)
  ])
  // Another test file may have been quicker; its build is as good.
  await rename(own, folder).catch(() => rm(own, { recursive: true }))
}

async function digestOfSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of SOURCES) {
    const files = (await stat(join(ROOT, name))).isFile() ? [name] : await filesBelow(name)
    for (const file of files) hash.update(`${file}\0`).update(await readFile(join(ROOT, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length))
    .sort()
}

async function removeStale(): Promise<void> {
  for (const name of await readdir(CACHE).catch(() => [])) {
    const path = join(CACHE, name)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > STALE_MS) await rm(path, { recursive: true, force: true })
  }
}
