/** The compiled service, for tests of what is shipped: without a loader in each process and worker. */
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

export interface Compiled {
  /** Of a compiled module: its path below `src`, with `.js`. */
  path(module: string): string
  remove(): Promise<void>
}

/** Compiles the sources as they are into a folder of its own. */
export async function compile(): Promise<Compiled> {
  const folder = await mkdtemp(join(tmpdir(), 'compiled-'))
  const compiler = join(ROOT, 'node_modules/.bin/tsc')
  const options = ['-p', join(ROOT, 'tsconfig.build.json'), '--outDir', join(folder, 'dist')]
  await Promise.all([
    copyFile(join(ROOT, 'package.json'), join(folder, 'package.json')),
    ...['node_modules', 'policies'].map((name) => symlink(join(ROOT, name), join(folder, name))),
    promisify(execFile)(compiler, options)
  ])
  return { path: (module) => join(folder, 'dist', module), remove: () => rm(folder, { recursive: true }) }
}
